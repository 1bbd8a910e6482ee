import Files

/// Where a document is in its library: the bytes on disk, relative, separated by "/".
public struct DocumentPath: Hashable, Sendable, Comparable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Makes a path; nil where it is empty, absolute, holds a NUL, or an empty, `.` or `..` part.
  public init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if part.isEmpty || part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) {
        return nil
      }
    }
    self.bytes = bytes
  }

  /// Makes a path of the UTF-8 of a text.
  public init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The last component: the document's own name.
  public var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The folder it is in, nil for the library itself.
  public var folder: DocumentPath? {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return DocumentPath(Array(bytes[..<slash]))
  }

  /// Whether it is below a folder; every path is below the library itself, which is nil.
  public func isBelow(_ folder: DocumentPath?) -> Bool {
    guard let folder else { return true }
    return bytes.count > folder.bytes.count + 1 && bytes.starts(with: folder.bytes)
      && bytes[folder.bytes.count] == UInt8(ascii: "/")
  }

  /// The path when a folder above it is now another one.
  func moved(from old: DocumentPath, to new: DocumentPath) -> DocumentPath? {
    DocumentPath(new.bytes + bytes[old.bytes.count...])
  }

  /// Order of the bytes.
  public static func < (a: DocumentPath, b: DocumentPath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

extension DocumentPath: CustomStringConvertible {
  /// The path as a message shows it: what is no printable UTF-8 as `\xNN`.
  public var description: String { printable(bytes) }
}

/// Bytes as text for a message: controls and bytes that are not UTF-8 as `\xNN`.
public func printable(_ bytes: [UInt8]) -> String {
  var text = ""
  var isFlag = false
  forEachScalar(in: bytes) { scalar, raw in
    // Tags spell the flags of England, Scotland and Wales after a black flag; elsewhere they hide.
    let isTag = scalar.map { (0xE0000...0xE007F).contains($0.value) } ?? false
    let belongs = !isTag || isFlag
    isFlag = scalar == "\u{1F3F4}" || isTag && isFlag
    if let scalar, !isControl(scalar), scalar != "\u{61C}", belongs {
      text.unicodeScalars.append(scalar)
    } else {
      for byte in raw {
        text += "\\x" + String(decoding: hexadecimalByte(byte), as: UTF8.self)
      }
    }
  }
  return text
}
