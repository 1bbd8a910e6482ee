import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

  private init(checked bytes: [UInt8]) { self.bytes = bytes }

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
    return DocumentPath(checked: Array(bytes[..<slash]))
  }

  /// The path of an entry of a folder, nil being the library's own.
  /// - Returns: Nil where the name is none that a file can have.
  public static func entry(_ name: [UInt8], of folder: DocumentPath?) -> DocumentPath? {
    if name.isEmpty || name.contains(0) || name.contains(UInt8(ascii: "/")) { return nil }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return nil }
    guard let folder else { return DocumentPath(checked: name) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(folder.bytes.count + 1 + name.count)
    bytes += folder.bytes
    bytes.append(UInt8(ascii: "/"))
    bytes += name
    return DocumentPath(checked: bytes)
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
    a.bytes.withUnsafeBytes { first in
      b.bytes.withUnsafeBytes { second in
        guard let start = first.baseAddress, let other = second.baseAddress else { return false }
        let order = memcmp(start, other, min(first.count, second.count))
        return order == 0 ? first.count < second.count : order < 0
      }
    }
  }

  /// All bytes at once: one by one, as an array is, takes several times as long.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
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
