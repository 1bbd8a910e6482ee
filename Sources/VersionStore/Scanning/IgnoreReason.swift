/// Why something in a library's folder is no document.
public struct IgnoreReason: Hashable, Sendable {
  /// Where the rule stands.
  public enum Source: Hashable, Sendable {
    /// It holds in every library.
    case builtIn
    /// A line of an ignore file of the library, counted from 1.
    case file(DocumentPath, line: Int)
    /// The setting `ignore` of the library.
    case setting
  }

  /// What the thing is, without article or full stop: `vim's swap file`.
  public let explanation: String
  /// The pattern that matched, nil where it is not the name that decides.
  public let pattern: [UInt8]?
  /// Where the rule stands.
  public let source: Source

  init(_ explanation: String, pattern: [UInt8]? = nil, source: Source = .builtIn) {
    self.explanation = explanation
    self.pattern = pattern
    self.source = source
  }

  static let pipe = IgnoreReason("a pipe, which holds no content")
  static let socket = IgnoreReason("a socket, which holds no content")
  static let device = IgnoreReason("a device, which holds no content")
  static let innerLibrary = IgnoreReason("a library of its own")
  static let ownStore = IgnoreReason("the store of this library")
  static let bareRepository = IgnoreReason("a git repository without working files")
}

extension IgnoreReason: CustomStringConvertible {
  /// `vim's swap file (built-in: .*.sw[g-px])`, `matches '*.log' (.versionsignore:3)`.
  public var description: String {
    switch source {
    case .file(let path, let line): "\(explanation) (\(path):\(line))"
    case .setting: "\(explanation) (setting 'ignore')"
    case .builtIn:
      pattern.map { "\(explanation) (built-in: \(printable($0)))" } ?? "\(explanation) (built-in)"
    }
  }
}
