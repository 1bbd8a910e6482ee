/// A path of the file system as the bytes it consists of; compared byte by byte, never as text.
///
/// Two names that look alike in different Unicode forms are two paths, and bytes that are not
/// UTF-8 are kept. A path never contains a NUL.
public struct FilePath: Hashable, Sendable {
  /// The bytes, without a final NUL.
  public let bytes: [UInt8]

  /// Makes a path of bytes as the system gives them.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes a path of the UTF-8 of a text.
  public init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// Whether the path begins at the root of the file system.
  public var isAbsolute: Bool { bytes.first == slash }

  /// The path of something inside this folder.
  public func appending(_ component: [UInt8]) -> FilePath {
    if bytes.isEmpty { return FilePath(component) }
    var joined = bytes
    joined.reserveCapacity(bytes.count + component.count + 1)
    if joined.last != slash { joined.append(slash) }
    joined.append(contentsOf: component)
    return FilePath(joined)
  }

  /// The path of something inside this folder.
  public func appending(_ component: String) -> FilePath {
    appending(Array(component.utf8))
  }

  /// The last component, empty for the root.
  public var lastComponent: [UInt8] {
    let trimmed = bytes[..<endWithoutSlashes]
    guard let position = trimmed.lastIndex(of: slash) else { return Array(trimmed) }
    return Array(trimmed[(position + 1)...])
  }

  /// The folder that holds this path; "." for a bare name, "/" for the root.
  public var parent: FilePath {
    let trimmed = bytes[..<endWithoutSlashes]
    guard let position = trimmed.lastIndex(of: slash) else {
      return FilePath(bytes.first == slash ? "/" : ".")
    }
    var end = position
    while end > 0, bytes[end - 1] == slash { end -= 1 }
    return end == 0 ? FilePath("/") : FilePath(Array(bytes[..<end]))
  }

  /// The components between the slashes, without empty ones.
  public var components: [[UInt8]] {
    bytes.split(separator: slash).map(Array.init)
  }

  /// The path with `.`, `..` and doubled slashes resolved by name alone, links not looked at.
  public var normalised: FilePath {
    var kept: [[UInt8]] = []
    for component in components {
      if component == [UInt8(ascii: ".")] { continue }
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        if let last = kept.last, last != [UInt8(ascii: "."), UInt8(ascii: ".")] {
          kept.removeLast()
          continue
        }
        if isAbsolute { continue }
      }
      kept.append(component)
    }
    let joined = Array(kept.joined(separator: [slash]))
    if isAbsolute { return FilePath([slash] + joined) }
    return joined.isEmpty ? FilePath(".") : FilePath(joined)
  }

  /// The path made absolute against a folder, and normalised.
  public func absolute(from folder: FilePath) -> FilePath {
    (isAbsolute ? self : folder.appending(bytes)).normalised
  }

  /// The part of the path below a folder, nil when it is not below it; both absolute.
  public func relative(to folder: FilePath) -> [UInt8]? {
    let base = folder.bytes == [slash] ? [] : folder.bytes
    guard bytes.count > base.count + 1, bytes.starts(with: base), bytes[base.count] == slash
    else { return nil }
    return Array(bytes[(base.count + 1)...])
  }

  /// Calls a function with the path as a C string.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      buffer[bytes.count] = 0
      guard let text = buffer.baseAddress else { return body([0]) }
      return body(text)
    }
  }

  private var endWithoutSlashes: Int {
    var end = bytes.count
    while end > 1, bytes[end - 1] == slash { end -= 1 }
    return end
  }
}

extension FilePath: CustomStringConvertible {
  /// The path as text, for messages; bytes that are not UTF-8 are replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension FilePath: Comparable {
  /// Order of the bytes.
  public static func < (a: FilePath, b: FilePath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

extension FilePath: ExpressibleByStringLiteral {
  /// Makes a path of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

private let slash = UInt8(ascii: "/")
