import Clibgit2
import Files

/// The settings of one repository, read from its own file and from nowhere else.
public struct Configuration: ~Copyable {
  private let handle: OpaquePointer?
  /// The file.
  public let path: FilePath

  /// Opens a settings file, which need not be there yet.
  public init(_ path: FilePath) throws(GitError) {
    var handle: OpaquePointer?
    try LibGit2.check("git_config_open_ondisk") {
      path.withCString { git_config_open_ondisk(&handle, $0) }
    }
    self.handle = handle
    self.path = path
  }

  deinit { git_config_free(handle) }

  /// A setting's value; of several the last.
  public func string(_ name: String) throws(GitError) -> String? {
    let name = name.lowercased()
    return try all(beginning: name).last { $0.name == name }?.value
  }

  /// All settings whose name begins so, with all their values, in the file's order.
  public func all(beginning prefix: String) throws(GitError) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    var raw: OpaquePointer?
    try LibGit2.check("git_config_iterator_new") { git_config_iterator_new(&raw, handle) }
    defer { git_config_iterator_free(raw) }
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, raw) == 0, let entry {
      // libgit2 follows `include.path`; what another file says does not count here.
      guard entry.pointee.include_depth == 0, let name = entry.pointee.name else { continue }
      let text = String(cString: name)
      guard text.hasPrefix(prefix) else { continue }
      found.append((text, entry.pointee.value.map { String(cString: $0) } ?? ""))
    }
    return found
  }

  /// Runs a change, which libgit2 makes under the lock file that git uses; one that is a minute old
  /// was left by a process that died.
  private func change(
    _ operation: String, _ call: () -> Int32
  ) throws(GitError) {
    let lock = FilePath(path.bytes + Array(".lock".utf8))
    func age() -> Int64? {
      guard let status = try? FileStatus.find(lock) else { return nil }
      return max(0, FileTime.now.seconds - status.modified.seconds)
    }
    if let age = age(), age >= 60 { try? FileSystem.remove(lock) }
    do throws(GitError) {
      try LibGit2.check(operation, call)
    } catch {
      if case .libgit2(_, GIT_ELOCKED.rawValue, _, _) = error {
        throw .locked(lock, age: age() ?? 0)
      }
      throw error
    }
    try synchronise()
  }

  /// Sets a value, synced when it returns.
  public func set(_ name: String, to value: String) throws(GitError) {
    try change("git_config_set_string") { git_config_set_string(handle, name, value) }
  }

  /// Adds a value to those a setting has, synced when it returns.
  public func add(_ name: String, _ value: String) throws(GitError) {
    // Other than `git_config_set_string`, libgit2 writes this value as it is.
    let escaped = Configuration.escaped(value)
    try change("git_config_set_multivar") {
      git_config_set_multivar(handle, name, "^$no-value-matches-this", escaped)
    }
  }

  /// A value with what git's syntax gives a meaning, apart from the quotes around it.
  private static func escaped(_ value: String) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case "\u{8}": escaped += "\\b"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Removes all values of a setting, synced when it returns.
  public func remove(_ name: String) throws(GitError) {
    try change("git_config_delete_multivar") {
      git_config_delete_multivar(handle, name, ".*")
    }
  }

  private func synchronise() throws(GitError) {
    let path = path
    try files { () throws(SystemError) in
      try File(path).synchronise()
      try Folder.synchronise(path.parent)
    }
  }
}
