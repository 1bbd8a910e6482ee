import Files

/// What is ignored in one folder of a library: the built-in rules, and the library's own from the
/// top down to that folder.
///
/// As in gitignore, a folder's own file counts before those above it, and in a file the last line
/// that matches. Whoever asks has made sure that no folder above is ignored.
public struct IgnoreRules: Sendable {
  private var files: [IgnoreFile] = []

  /// Only the built-in rules.
  public init() {}

  /// Why a path is ignored, nil where it is not.
  /// - Parameters:
  ///   - path: A path in the folder that these rules are of.
  ///   - isFolder: Whether it is a folder, which packages are too.
  public func reason(for path: DocumentPath, isFolder: Bool) -> IgnoreReason? {
    let builtIn = BuiltInRule.match(path, isFolder: isFolder)
    if let builtIn, builtIn.isFixed { return builtIn.reason }
    for file in files.reversed() {
      guard let (pattern, line) = file.lastMatch(path, isFolder: isFolder) else { continue }
      if pattern.isNegated { return nil }
      return IgnoreReason(
        "matches '\(printable(pattern.text))'", pattern: pattern.text,
        source: file.path.map { .file($0, line: line) } ?? .setting)
    }
    return builtIn?.reason
  }

  /// Adds what the settings of a library say, where a folder is the library's own: after the rules of
  /// its file.
  mutating func addSettings(in folder: DocumentPath?, of library: Library) {
    if folder == nil { add(library.ignoreSettings) }
  }

  /// Adds the rules of a folder's own ignore file.
  mutating func add(_ file: IgnoreFile) {
    if !file.patterns.isEmpty { files.append(file) }
  }

  /// Adds the rules of a folder's own ignore file, where it has one.
  ///
  /// A link of that name is no such file: what is ignored does not depend on what lies elsewhere.
  mutating func addFile(in folder: DocumentPath?, of library: Library) throws(StoreError) {
    let bytes = folder.map { $0.bytes + [UInt8(ascii: "/")] + IgnoreFile.name } ?? IgnoreFile.name
    guard let path = DocumentPath(bytes) else { return }
    do throws(SystemError) {
      let file = try File(library.location(of: path), [.read, .noFollow, .nonBlocking])
      let status = try file.status()
      guard status.kind == .file else { return }
      add(IgnoreFile(try file.readToEnd(expecting: Int(status.size)), at: path))
    } catch {
      switch error.code {
      case .noSuchFile, .notAFolder, .linkLoop, .noSuchDevice: return
      default: throw StoreError(error)
      }
    }
  }
}
