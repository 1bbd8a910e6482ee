import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another program, started with nothing of this process's but what is given to it.
public struct ChildProcess {
  /// The program's file.
  public var program: FilePath
  /// What follows the program's name on the command line.
  public var arguments: [[UInt8]]
  /// All of its environment, as `NAME=value`.
  public var environment: [String]
  /// The folder it works in, nil for this process's.
  public var folder: FilePath?
  /// Open files that it holds, too, until it ends: a lock on one of them outlives this process.
  public var inherited: [Int32] = []

  /// Describes a program that is to be run.
  public init(
    _ program: FilePath, _ arguments: [[UInt8]], environment: [String], folder: FilePath? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
  }

  /// How a program ended.
  public struct Outcome: Sendable {
    /// What it said at its end, 0 for success; 128 and the signal's number where one ended it.
    public let status: Int32
    /// What it wrote to standard error; of much the end.
    public let errors: [UInt8]
  }

  /// Runs the program to its end.
  /// - Parameters:
  ///   - input: Gives the next bytes for its standard input, none at their end; asked for more only
  ///     when the program has taken what was given. Without it standard input is empty.
  ///   - output: Gets what it writes to standard output, piece by piece, and returns false to end
  ///     the program.
  ///   - isStopped: Asked whenever something comes, or a signal; true ends the program.
  /// - Throws: What the system says where it could not be started; never for how it ended.
  public func run(
    input: (() -> [UInt8])? = nil, isStopped: () -> Bool = { false },
    output: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) -> Outcome {
    var (process, pump) = try startPiped(withInput: input != nil)
    while pump.isOpen {
      let goesOn = pump.carry(input: input ?? { [] }, output: output)
      if !goesOn || isStopped() {
        kill(process, SIGTERM)
        break
      }
    }
    let errors = pump.complaints
    // A program that waits for its input, or writes on, is to see that nobody is there.
    pump = Pump()
    return Outcome(status: ChildProcess.wait(for: process), errors: errors)
  }

  /// Starts the program; its ends of the pipes are closed here when it runs.
  private func startPiped(withInput: Bool) throws(SystemError) -> (pid_t, Pump) {
    var feed: (Descriptor, Descriptor)?
    if withInput { feed = try Descriptor.pair(.spawn, program, versions_socket_pair) }
    let output = try Descriptor.pair(.spawn, program, versions_pipe)
    let errors = try Descriptor.pair(.spawn, program, versions_pipe)
    let process = try start(input: feed?.0, output: output.1, errors: errors.1)
    return (process, Pump(input: feed?.1, output: output.0, errors: errors.0))
  }

  /// Starts the program apart from this process and its terminal, and lets it go its way.
  /// - Returns: Its number, by which `reap` lets the system forget it once it has ended.
  public func startDetached() throws(SystemError) -> Int32 {
    try start(input: nil, output: nil, errors: nil, detached: true)
  }

  /// Lets the system forget a detached program that has ended.
  /// - Returns: False where it is still running.
  @discardableResult
  public static func reap(_ process: Int32) -> Bool {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) != 0
  }

  /// The file of a program, in the first of some folders that has it; nil where none has.
  public static func find(_ name: String, in folders: [FilePath]) -> FilePath? {
    for folder in folders where folder.isAbsolute {
      let candidate = folder.appending(name)
      guard let status = try? FileStatus.find(candidate, followingLink: true),
        status.kind == .file, candidate.withCString({ access($0, X_OK) }) == 0
      else { continue }
      return candidate
    }
    return nil
  }

  // MARK: -

  /// Starts the program with these as its standard streams; nil is `/dev/null`.
  private func start(
    input: Descriptor?, output: Descriptor?, errors: Descriptor?,
    detached: Bool = false
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (stream, number) in [
      (STDIN_FILENO, input?.number), (STDOUT_FILENO, output?.number),
      (STDERR_FILENO, errors?.number),
    ] {
      if let number {
        posix_spawn_file_actions_adddup2(&actions, number, stream)
      } else {
        posix_spawn_file_actions_addopen(
          &actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
      }
    }
    // Onto itself it only loses the flag that closes it.
    for number in inherited { posix_spawn_file_actions_adddup2(&actions, number, number) }
    if let folder {
      _ = folder.withCString { versions_spawn_in_folder(&actions, $0) }
    }
    // What is ignored here would stay ignored there.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] where !detached || signal == SIGPIPE {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A thread of a pool blocks signals, and its children would never hear of them.
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    if detached { flags |= versions_spawn_session() }
    posix_spawnattr_setflags(&attributes, flags)

    var words = ([program.bytes] + arguments).map { word in
      FilePath(word).withCString { strdup($0) }
    }
    var variables = environment.map { strdup($0) }
    defer { for pointer in words + variables { free(pointer) } }
    words.append(nil)
    variables.append(nil)
    var process: pid_t = 0
    try systemCall(.spawn, program) {
      let code = program.withCString {
        posix_spawn(&process, $0, &actions, &attributes, &words, &variables)
      }
      versions_set_errno(code)
      return code == 0 ? 0 : -1
    }
    return process
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // WEXITSTATUS and WIFSIGNALED are macros that Swift does not see.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Carries bytes between this process and another, whichever stream is ready.
private struct Pump {
  private var input: Descriptor?
  private var output: Descriptor?
  private var errors: Descriptor?
  private var pending: ArraySlice<UInt8> = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The end of what was written to standard error.
  private(set) var complaints: [UInt8] = []

  init(input: Descriptor? = nil, output: Descriptor? = nil, errors: Descriptor? = nil) {
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// Whether there may be more to read.
  var isOpen: Bool { output != nil || errors != nil }

  /// Waits until a stream is ready, or a signal came, and carries what is there.
  /// - Returns: False where `output` wants no more.
  mutating func carry(
    input more: () -> [UInt8], output take: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var waiting = [
      pollfd(fd: output?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input?.number ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return true }
    if let output, waiting[0].revents != 0 {
      let count = read(output.number, &buffer, buffer.count)
      if count > 0 {
        let goesOn = buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        if !goesOn { return false }
      } else if count == 0 || errno != EINTR {
        self.output = nil
      }
    }
    if let errors, waiting[1].revents != 0 {
      let count = read(errors.number, &buffer, buffer.count)
      if count > 0 {
        complaints += buffer[..<count]
        if complaints.count > Pump.kept { complaints.removeFirst(complaints.count - Pump.kept) }
      } else if count == 0 || errno != EINTR {
        self.errors = nil
      }
    }
    if let input, waiting[2].revents != 0 {
      if pending.isEmpty { pending = more()[...] }
      let count = pending.withUnsafeBytes { versions_send(input.number, $0.baseAddress, $0.count) }
      if count > 0 { pending = pending.dropFirst(count) }
      // A program that ended without reading all says so by how it ended.
      let failed = count < 0 && errno != EINTR && errno != EAGAIN
      if failed || count == 0 { self.input = nil }
    }
    return true
  }

  /// Bytes of standard error that are kept.
  private static let kept = 1 << 16
}
