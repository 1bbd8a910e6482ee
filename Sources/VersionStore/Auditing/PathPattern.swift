/// A pattern for paths of a library, written as in gitignore: `*.txt`, `notes/`, `letters/**/draft?`.
///
/// Without a "/" before its end it is for names in any folder. What is below a folder that matches,
/// matches too.
public struct PathPattern: Sendable {
  private let glob: Glob
  private let isPath: Bool

  /// Compiles a pattern.
  public init(_ text: [UInt8]) {
    var pattern = text[...]
    while pattern.count > 1, pattern.last == UInt8(ascii: "/") { pattern = pattern.dropLast() }
    isPath = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern = pattern.dropFirst() }
    glob = Glob(pattern, isPath: isPath)
  }

  /// Whether a path, or a folder that it is in, matches.
  public func matches(_ path: DocumentPath) -> Bool {
    path.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for end in bytes.indices.dropFirst().filter({ bytes[$0] == UInt8(ascii: "/") }) + [
        bytes.count
      ] {
        if glob.matches(UnsafeBufferPointer(rebasing: bytes[(isPath ? 0 : start)..<end])) {
          return true
        }
        start = end + 1
      }
      return false
    }
  }
}
