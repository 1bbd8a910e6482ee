/// One line of an ignore file, in gitignore's syntax, on bytes.
///
/// A "/" at the beginning or inside ties the pattern to the folder of its file, one at the end
/// means folders only; without any it is compared with names at every depth. `!` takes back.
public struct IgnorePattern: Sendable {
  /// The line without blanks at its end, as it was written.
  public let text: [UInt8]
  /// Whether what it matches is not to be ignored.
  public let isNegated: Bool
  /// Whether only folders match.
  public let isForFolders: Bool

  private let isForNames: Bool
  private let glob: Glob

  /// Reads a line without its newline; nil for a comment or an empty one.
  public init?(line: [UInt8]) {
    guard line.first != UInt8(ascii: "#") else { return nil }
    text = IgnorePattern.withoutBlanksAtEnd(line)
    var pattern = text[...]
    isNegated = pattern.first == UInt8(ascii: "!")
    if isNegated { pattern = pattern.dropFirst() }
    isForFolders = pattern.last == slash
    if isForFolders { pattern = pattern.dropLast() }
    if pattern.isEmpty { return nil }
    isForNames = !pattern.contains(slash)
    if pattern.first == slash { pattern = pattern.dropFirst() }
    glob = Glob(pattern, isPath: !isForNames)
  }

  /// Whether it matches a path.
  /// - Parameters:
  ///   - path: Relative to the folder of the pattern's file.
  ///   - nameStart: Where the last component begins.
  ///   - isFolder: Whether the path is a folder.
  func matches(_ path: UnsafeBufferPointer<UInt8>, nameStart: Int, isFolder: Bool) -> Bool {
    if isForFolders && !isFolder { return false }
    return glob.matches(
      isForNames && nameStart > 0 ? UnsafeBufferPointer(rebasing: path[nameStart...]) : path)
  }

  /// Blanks at the end do not count, unless a backslash stands before them.
  private static func withoutBlanksAtEnd(_ line: [UInt8]) -> [UInt8] {
    var end = 0
    var index = 0
    while index < line.count {
      if line[index] == UInt8(ascii: "\\") {
        // With nothing to escape the line stays as it is.
        if index + 1 == line.count { return line }
        index += 1
        end = index + 1
      } else if line[index] != UInt8(ascii: " ") {
        end = index + 1
      }
      index += 1
    }
    return Array(line[..<end])
  }
}

private let slash = UInt8(ascii: "/")
