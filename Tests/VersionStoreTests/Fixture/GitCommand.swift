import Files

@testable import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs stock git, whatever settings the machine has.
enum GitCommand {
  /// The output of git.
  /// - Parameters:
  ///   - arguments: After the name of the program.
  ///   - input: What it reads.
  ///   - extra: Further environment, as `NAME=value`.
  /// - Returns: The exit status and what it wrote.
  static func run(
    _ arguments: [String], in folder: FilePath, input: [UInt8] = [],
    environment extra: [String] = []
  ) throws -> (status: Int32, output: [UInt8]) {
    let scratch = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(scratch) }
    let inputPath = scratch.appending("in")
    let outputPath = scratch.appending("out")
    try File(inputPath, [.write, .createNew]).write(input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    inputPath.withCString { _ = posix_spawn_file_actions_addopen(&actions, 0, $0, O_RDONLY, 0) }
    outputPath.withCString {
      _ = posix_spawn_file_actions_addopen(&actions, 1, $0, O_WRONLY | O_CREAT, 0o600)
    }
    let words = ["git", "-C", folder.description] + arguments
    let environment =
      [
        "PATH=/usr/bin:/bin:/usr/local/bin", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1",
        "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C",
      ] + extra
    var process: pid_t = 0
    var argv = words.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    guard posix_spawnp(&process, "git", &actions, nil, &argv, &envp) == 0 else {
      throw StoreError(.system, "git cannot be started")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return (status >> 8 & 0xFF, try File(outputPath).readToEnd(expecting: 1 << 16))
  }
}
