import CSystem
import Clibgit2
import Files

/// The one door to libgit2: set up once, each call checked in one place.
enum LibGit2 {
  /// Sets libgit2 up, once for the process.
  static let ready: Bool = {
    guard git_libgit2_init() > 0 else { return false }
    // Nothing outside the store may change what it does: no system, global or XDG settings.
    for level in [
      GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
      GIT_CONFIG_LEVEL_PROGRAMDATA,
    ] {
      _ = versions_git_set_search_path(level.rawValue, "")
    }
    // A walk over ten thousand commits reads each once; keeping them costs memory, not time.
    _ = versions_git_set_cache_limit(4 << 20)
    // Packs are mapped in pieces: a large document is in memory as itself, not as its pack too.
    _ = versions_git_set_mapped_window(32 << 20, 256 << 20)
    return true
  }()

  /// Makes a call; a negative code becomes an error, with errno taken at once.
  ///
  /// libgit2 can fail on a full disk without a message, so errno is part of the error.
  @discardableResult
  static func check(
    _ operation: String, _ call: () -> Int32
  ) throws(GitError) -> Int32 {
    _ = ready
    versions_set_errno(0)
    let code = call()
    if code >= 0 { return code }
    var errno = Errno.current
    var message = ""
    if let last = git_error_last(), let text = last.pointee.message {
      message = String(cString: text)
      if errno.rawValue == 0, last.pointee.klass == GIT_ERROR_OS.rawValue {
        errno = Errno(endOf: message)
      }
    }
    git_error_clear()
    throw .libgit2(operation: operation, code: code, message: message, errno: errno)
  }
}

extension Errno {
  /// The error whose sentence ends a message, 0 for none: libgit2 puts the sentence there and
  /// sets errno back to 0.
  fileprivate init(endOf message: String) {
    let code = (Int32(1)..<134).first { message.hasSuffix(": \(Errno(rawValue: $0))") }
    self.init(rawValue: code ?? 0)
  }
}

extension git_oid {
  init(_ id: ObjectID) {
    self.init()
    withUnsafeMutableBytes(of: &self) { id.copy(to: $0) }
  }
}

extension ObjectID {
  init(_ raw: git_oid) {
    self = withUnsafeBytes(of: raw) { ObjectID(bytes: $0) } ?? .zero
  }
}
