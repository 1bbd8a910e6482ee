import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another program that shares the streams and the terminal of this one, started without a shell.
struct AttachedProcess: ~Copyable {
  private let process: pid_t

  /// Starts a program, found in PATH where it has no slash; nil where it cannot be started.
  /// - Parameters:
  ///   - streams: What is standard input, output and error, each by its number; others stay ours.
  ///   - environment: Its variables; nil for those of this process, whatever bytes they have.
  init?(_ words: [[UInt8]], streams: [Int32: Int32], environment: [String]? = nil) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in streams {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    // What we ignore would stay ignored in the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in
      FilePath(word).withCString { strdup($0) }
    }
    arguments.append(nil)
    var variables = (environment ?? []).map { strdup($0) } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    guard let program = arguments[0] else { return nil }
    let code =
      environment == nil
      ? posix_spawnp(&process, program, &actions, &attributes, &arguments, environ)
      : posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { return nil }
    self.process = process
  }

  /// Waits for the end and gives the exit status, as a shell counts it.
  consuming func finish() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // WEXITSTATUS and WIFSIGNALED are macros that Swift does not see.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
