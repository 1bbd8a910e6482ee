/// What follows the last dot of a file name, if a name stands before it.
struct FileNameExtension {
  /// The extension with its ASCII letters in lower case; other bytes that are not UTF-8 are lost.
  let lowercased: String

  init?(of name: [UInt8]) {
    let last = name[((name.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = last.lastIndex(of: UInt8(ascii: ".")), dot > last.startIndex,
      dot + 1 < last.endIndex, last.endIndex - dot <= 32
    else { return nil }
    let letters = last[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    lowercased = String(decoding: letters, as: UTF8.self)
  }

  /// Whether this is the extension, given with or without its dot, in any case.
  func matches(_ other: String) -> Bool {
    let letters = other.utf8.drop { $0 == UInt8(ascii: ".") }
      .map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return lowercased.utf8.elementsEqual(letters)
  }
}
