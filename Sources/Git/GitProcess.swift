import Files

/// The program git at work on one repository, as nobody's settings but the repository's say.
///
/// What libgit2 cannot do safely, or not at all, is done by git: packing, pruning, checking,
/// deleting references, bundles.
public struct GitProcess {
  /// How it ended, and what it wrote.
  public struct Answer: Sendable {
    /// 0 where git was content.
    public let status: Int32
    /// Standard output.
    public let output: [UInt8]
    /// Standard error, in English whatever the person's language.
    public let errors: [UInt8]
  }

  /// The file of the program.
  public let program: FilePath
  /// The repository, bare or the folder `.git` of one.
  public let repository: FilePath
  /// Open files that git holds as long as it works, besides this process.
  public var inherited: [Int32] = []
  /// Further environment, as `NAME=value`.
  public var environment: [String] = []
  /// Further settings, as `name=value`.
  public var settings: [String] = []
  /// Asked while git works; true ends it.
  public var isStopped: () -> Bool = { false }

  /// Names a program and a repository; nothing is looked at.
  public init(_ program: FilePath, repository: FilePath) {
    self.program = program
    self.repository = repository
  }

  /// Runs a command of git to its end, and gives what it wrote.
  /// - Throws: `system` where git could not be started; how it ended is in the answer.
  public func run(_ arguments: [String], input: [UInt8] = []) throws(GitError) -> Answer {
    var output: [UInt8] = []
    let (status, errors) = try stream(arguments, input: GitProcess.once(input)) { bytes in
      output.append(contentsOf: bytes)
      return true
    }
    return Answer(status: status, output: output, errors: errors)
  }

  /// Runs a command of git that has to succeed.
  /// - Throws: `git` with what it said where it did not.
  @discardableResult
  public func require(_ arguments: [String], input: [UInt8] = []) throws(GitError) -> [UInt8] {
    let answer = try run(arguments, input: input)
    guard answer.status == 0 else {
      throw .git(arguments.first ?? "", status: answer.status, message: answer.firstComplaint)
    }
    return answer.output
  }

  /// Runs a command of git with bytes that come and go as they are made.
  /// - Parameters:
  ///   - input: Gives the next bytes for it to read, none at their end.
  ///   - output: Gets what it writes, piece by piece; false ends it.
  /// - Returns: How it ended, and what it complained of.
  /// - Throws: `interrupted` where it was stopped; `system` where it could not be started.
  public func stream(
    _ arguments: [String], input: (() -> [UInt8])? = nil,
    output: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> (status: Int32, errors: [UInt8]) {
    var child = ChildProcess(
      program,
      (GitProcess.settings + settings).flatMap { [Array("-c".utf8), Array($0.utf8)] }
        + [Array("--git-dir=".utf8) + repository.bytes] + arguments.map { Array($0.utf8) },
      environment: GitProcess.environment(of: program) + environment)
    child.inherited = inherited
    let outcome = try files { () throws(SystemError) in
      try child.run(input: input, isStopped: isStopped, output: output)
    }
    if isStopped() { throw .interrupted }
    return (outcome.status, outcome.errors)
  }

  // MARK: -

  /// What no repository's own settings may say otherwise: a store can come from a stranger.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.attributesFile=/dev/null",
    "core.excludesFile=/dev/null", "core.commitGraph=false", "gc.auto=0", "maintenance.auto=false",
    "core.quotePath=false", "core.fsync=all", "pack.packSizeLimit=0", "core.pager=cat",
    "gpg.program=gpg",
    "gpg.ssh.program=ssh-keygen",
  ]

  /// Neither the person's settings nor the machine's, and no language.
  private static func environment(of program: FilePath) -> [String] {
    let folder = String(decoding: program.parent.bytes, as: UTF8.self)
    return [
      "PATH=\(folder):/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC",
      "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
      "GIT_TERMINAL_PROMPT=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0",
    ]
  }

  private static func once(_ bytes: [UInt8]) -> (() -> [UInt8])? {
    if bytes.isEmpty { return nil }
    var rest: [UInt8]? = bytes
    return {
      defer { rest = nil }
      return rest ?? []
    }
  }
}

extension GitProcess.Answer {
  /// The first line that tells what was wrong.
  public var firstComplaint: String {
    let lines = errors.split(separator: UInt8(ascii: "\n"))
    let telling = lines.first { $0.starts(with: "fatal: ".utf8) || $0.starts(with: "error: ".utf8) }
    return String(decoding: telling ?? lines.first ?? [], as: UTF8.self)
  }
}
