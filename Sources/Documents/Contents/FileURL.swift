import Files

/// Where a document is, as the `file:` address that applications pass around.
///
/// It is a path of bytes: an address type of text loses names that are not UTF-8, and takes
/// Foundation along. `description` is the address in percent-encoding, which any other type reads.
public struct FileURL: Hashable, Sendable, Comparable {
  /// The path, absolute.
  public let path: FilePath

  /// The address of a path; a relative one begins at a folder.
  public init(_ path: FilePath, relativeTo folder: FilePath = "/") {
    self.path = path.absolute(from: folder)
  }

  /// Reads `file:///…` in percent-encoding; nil for anything else.
  public init?(address text: String) {
    let marker = "file://"
    guard text.hasPrefix(marker) else { return nil }
    var rest = text.utf8.dropFirst(marker.utf8.count)
    if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value > 0
      else { return nil }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    path = FilePath(bytes).normalised
  }

  /// The name's bytes.
  public var name: FileName { FileName(path.lastComponent) }

  /// The folder it is in.
  public var folder: FilePath { path.parent }

  /// Something in this folder, or beside this document when called on its `folder`.
  public func appending(_ name: FileName) -> FileURL { FileURL(path.appending(name.bytes)) }

  /// Order of the bytes.
  public static func < (a: FileURL, b: FileURL) -> Bool { a.path < b.path }
}

extension FileURL: CustomStringConvertible {
  /// `file:///home/anna/a%20b.txt`.
  public var description: String {
    var text = Array("file://".utf8)
    for byte in path.bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%\(byte < 16 ? "0" : "")\(digits)".utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
