import VersionStore

/// A file's name, with the part before its extension and the extension apart.
public struct FileName: Hashable, Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// A name of bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A name of UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// A name of two parts; without extension there is no dot.
  public init(stem: [UInt8], extension suffix: [UInt8]) {
    bytes = suffix.isEmpty ? stem : stem + [UInt8(ascii: ".")] + suffix
  }

  /// The bytes before the extension's dot; all where there is none.
  public var stem: [UInt8] { dot.map { Array(bytes[..<$0]) } ?? bytes }

  /// The bytes after the last dot; none where the name has no dot, or only a first one.
  public var `extension`: [UInt8] { dot.map { Array(bytes[($0 + 1)...]) } ?? [] }

  /// Whether a folder can have an entry of this name.
  public var isUsable: Bool {
    !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
      && !bytes.elementsEqual(".".utf8) && !bytes.elementsEqual("..".utf8)
  }

  /// The name with another number: `Untitled 2.txt` for 2; 1 leaves it alone.
  func numbered(_ number: Int) -> FileName {
    guard number > 1 else { return self }
    return FileName(stem: stem + Array(" \(number)".utf8), extension: `extension`)
  }

  private var dot: Int? {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < bytes.count - 1 else {
      return nil
    }
    return dot
  }
}

extension FileName: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name as text, what cannot be shown as `\xNN`.
  public var description: String { printable(bytes) }

  /// A name of a literal.
  public init(stringLiteral text: String) { self.init(text) }
}
