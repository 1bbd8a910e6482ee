/// The patterns of one ignore file, or of the library's settings.
struct IgnoreFile: Sendable {
  /// The name of such files.
  static let name = Array(".versionsignore".utf8)

  /// The file; nil for the settings.
  let path: DocumentPath?
  /// Patterns with the numbers of their lines, from 1.
  let patterns: [(pattern: IgnorePattern, line: Int)]

  private let depth: Int

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8], at path: DocumentPath) {
    self.path = path
    depth = path.bytes.count - path.name.count
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    var patterns: [(IgnorePattern, Int)] = []
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var line = line
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if let pattern = IgnorePattern(line: Array(line.prefix { $0 != 0 })) {
        patterns.append((pattern, index + 1))
      }
    }
    self.patterns = patterns
  }

  /// Takes the patterns of the settings, each as if it were a line at the end of the file in the
  /// library's own folder.
  init(settings lines: [[UInt8]]) {
    path = nil
    depth = 0
    patterns = lines.enumerated().compactMap { index, line in
      IgnorePattern(line: line).map { ($0, index + 1) }
    }
  }

  /// The last pattern that matches a path of the library below the file's folder.
  func lastMatch(
    _ path: DocumentPath, isFolder: Bool
  ) -> (pattern: IgnorePattern, line: Int)? {
    path.bytes.withUnsafeBufferPointer { bytes in
      let below = UnsafeBufferPointer(rebasing: bytes[depth...])
      let nameStart = below.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      return patterns.last {
        $0.pattern.matches(below, nameStart: nameStart, isFolder: isFolder)
      }
    }
  }
}
