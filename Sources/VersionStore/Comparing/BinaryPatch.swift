import Content
import Git

/// A change of bytes that are no text as `git apply` takes it, forward and in reverse.
///
/// Both contents whole, as literals: zlib's format, written in git's base 85 (git's `diff.c` and
/// `base85.c`). `patch` passes over such a section.
public struct BinaryPatch: Sendable {
  private let file: ChangedFile

  /// A patch of a file that differs.
  public init(_ file: ChangedFile) { self.file = file }

  /// The section of the patch, with its head.
  /// - Throws: `failed`, where memory is short.
  public func bytes() throws(StoreError) -> [UInt8] {
    var out = Array("diff --git ".utf8) + QuotedName.bytes(of: file.path, prefix: "a/") + [0x20]
    out += QuotedName.bytes(of: file.path, prefix: "b/") + [0x0A]
    func line(_ text: String) { out += Array(text.utf8) + [0x0A] }
    let names = [file.old, file.new].map { state in
      (state.map { ObjectDatabase.name(of: .blob, $0.bytes) } ?? .zero).hex
    }
    var index = "index \(names[0])..\(names[1])"
    switch (file.old, file.new) {
    case (nil, let new?): line("new file mode \(String(new.mode, radix: 8))")
    case (let old?, nil): line("deleted file mode \(String(old.mode, radix: 8))")
    // The right to execute is not compared, so a patch does not change it.
    case (_, let new?): index += " \(String(new.mode, radix: 8))"
    case (nil, nil): return []
    }
    line(index)
    // An empty file on one side and none on the other: there is nothing to apply but the mode.
    let old = file.old?.bytes ?? []
    let new = file.new?.bytes ?? []
    if old == new { return out }
    line("GIT binary patch")
    try Self.append(new, to: &out)
    try Self.append(old, to: &out)
    return out
  }

  /// One content, and the empty line that ends it.
  private static func append(_ content: [UInt8], to out: inout [UInt8]) throws(StoreError) {
    out += Array("literal \(content.count)\n".utf8)
    let packed = try inStore { () throws(GitError) in
      var packed: [UInt8] = []
      // As git does unless told otherwise.
      try Deflation.append(content, level: 1, to: &packed)
      return packed
    }
    out.reserveCapacity(out.count + packed.count * 5 / 4 + packed.count / 26 + 16)
    var start = 0
    while start < packed.count {
      let end = min(start + 52, packed.count)
      let count = UInt8(end - start)
      out.append(count <= 26 ? 0x40 + count : 0x60 + count - 26)
      Base85.append(packed[start..<end], to: &out)
      out.append(0x0A)
      start = end
    }
    out.append(0x0A)
  }
}

/// Git's base 85: four bytes, the first the highest, as five digits; the last group filled with zeros.
enum Base85 {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~".utf8)

  static func append(_ bytes: ArraySlice<UInt8>, to out: inout [UInt8]) {
    var at = bytes.startIndex
    while at < bytes.endIndex {
      var word: UInt32 = 0
      for offset in 0..<4 {
        word = word << 8 | (at + offset < bytes.endIndex ? UInt32(bytes[at + offset]) : 0)
      }
      at += 4
      for power in [52_200_625, 614_125, 7225, 85, 1] as [UInt32] {
        out.append(digits[Int(word / power)])
        word %= power
      }
    }
  }
}
