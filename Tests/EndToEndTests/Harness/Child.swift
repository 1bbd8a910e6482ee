import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that runs as a process of its own, its answer written to files so that nothing blocks.
final class Child {
  /// How a process ended.
  enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// What a process answered.
  struct Answer: Sendable {
    let ending: Ending
    let output: [UInt8]
    let error: [UInt8]
    /// Whether its time was up and it was killed for that.
    let wasKilled: Bool
    /// Most memory it had at once, in bytes, where that was asked for; else 0.
    let peakMemory: Int

    /// The exit code, nil where a signal ended the process.
    var code: Int32? { if case .exit(let code) = ending { code } else { nil } }
    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text.
    var errorText: String { String(decoding: error, as: UTF8.self) }
    /// Standard output, line by line, without the line ends.
    var lines: [String] {
      output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  private let process: pid_t
  private let output: FilePath
  private let error: FilePath
  private let start: Duration
  private var peakMemory = 0
  private let measuresMemory: Bool

  /// Starts a program.
  /// - Parameters:
  ///   - words: The program, found in PATH where it has no slash, and its arguments.
  ///   - environment: All of its environment.
  ///   - folder: Where it runs.
  ///   - scratch: A folder for what it reads and writes.
  init(
    _ words: [Word], environment: [String: Word], in folder: FilePath, scratch: FilePath,
    input: [UInt8] = [], measuringMemory: Bool = false
  ) throws {
    let name = "\(UInt64.random(in: 0 ... .max))"
    output = scratch.appending(name + ".out")
    error = scratch.appending(name + ".err")
    measuresMemory = measuringMemory
    let source = scratch.appending(name + ".in")
    try File(source, [.write, .createNew]).write(input)
    // Always closed on exec, so that no other child that starts now keeps them.
    let inputFile = try File(source, .read)
    let outputFile = try File(output, [.write, .createNew, .append])
    let errorFile = try File(error, [.write, .createNew, .append])
    try FileSystem.remove(source)

    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, inputFile.descriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, outputFile.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errorFile.descriptor, 2)
    // A group of its own, so that its children go with it, and no signal ignored by the tests.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    // `env` changes the folder; posix_spawn can only with functions that Swift does not see.
    let arguments = [Word("env"), "-C", Word(folder), "--"] + words
    let settings = environment.map { Word($0.key) + "=" + $0.value }
    var pid = pid_t()
    start = Child.now
    let code = withCStrings(arguments) { arguments in
      withCStrings(settings) { settings in
        posix_spawn(&pid, "/usr/bin/env", &actions, &attributes, arguments, settings)
      }
    }
    guard code == 0 else { throw SystemError(.spawn, nil, Errno(rawValue: code)) }
    process = pid
  }

  /// Waits for the end; kills the process and its children when its time, counted from its start,
  /// is up.
  func finish(within limit: Duration) throws -> Answer {
    var wasKilled = false
    while true {
      if measuresMemory { lookAtMemory() }
      var status: Int32 = 0
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process {
        defer {
          try? FileSystem.remove(output)
          try? FileSystem.remove(error)
        }
        let signal = status & 0x7f
        return Answer(
          ending: signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal),
          output: try File(output).readToEnd(), error: try File(error).readToEnd(),
          wasKilled: wasKilled, peakMemory: peakMemory)
      }
      if ended == -1 && errno != EINTR { throw SystemError(.spawn, nil, .current) }
      let left = limit - (Child.now - start)
      if left <= .zero && !wasKilled {
        wasKilled = true
        kill(-process, SIGKILL)
      }
      usleep(UInt32(max(50, min(500, left / .microseconds(1)))))
    }
  }

  /// Sends a signal to the process and its children.
  func send(_ signal: Int32) { kill(-process, signal) }

  /// What it wrote to standard output until now, and to standard error.
  func soFar() throws -> (output: [UInt8], error: [UInt8]) {
    (try File(output).readToEnd(), try File(error).readToEnd())
  }

  /// The number of the process.
  var number: Int { Int(process) }

  /// Time of a clock that nobody sets.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The kernel keeps the peak, so that only what is taken in the last moment is missed.
  private func lookAtMemory() {
    guard let bytes = try? File(FilePath("/proc/\(process)/status")).readToEnd() else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n"))
    where line.starts(with: "VmHWM:".utf8) {
      let digits = line.filter { (0x30...0x39).contains($0) }
      let kilobytes = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      peakMemory = max(peakMemory, kilobytes * 1024)
    }
  }
}

/// Gives words to a function as C has them, with a null at the end.
private func withCStrings<Result>(
  _ words: [Word], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = words.map { word in
    strdup(word.bytes.map { CChar(bitPattern: $0) } + [0])
  }
  defer { for pointer in pointers { free(pointer) } }
  let list: [UnsafeMutablePointer<CChar>?] = pointers + [nil]
  return list.withUnsafeBufferPointer { buffer in
    buffer.baseAddress.map(body) ?? body(list)
  }
}
