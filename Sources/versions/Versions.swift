import Files
import Glibc
import VersionStore

/// The command `versions`.
@main
enum Versions {
  /// What `versions --version` prints.
  static let number = "1.0.0"

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    Interruption.catchSignals()
    exit(run(arguments()).rawValue)
  }

  /// Runs one command line and says how the process ends.
  static func run(_ words: [[UInt8]]) -> ExitCode {
    let diagnostics = Diagnostics(json: CommandLineParser.wantsJSON(words), error: ErrorOutput())
    do {
      try answer(try CommandLineParser.parse(words), diagnostics)
      return .done
    } catch {
      return ending(error, diagnostics)
    }
  }

  private static func answer(
    _ request: CommandLineParser.Request, _ diagnostics: Diagnostics
  ) throws {
    let output = Output()
    switch request {
    case .help(let command):
      try output.write(command.map { HelpText.command($0.declaration) } ?? HelpText.overview())
    case .version(let json):
      try output.write(json ? "{\"version\":\"\(number)\"}\n" : "versions \(number)\n")
    case .run(let command, let globals):
      let context = Context(globals: globals, output: output, diagnostics: diagnostics)
      if type(of: command).declaration.pages, globals.usesPager, context.isForPeople {
        return try page(context, command)
      }
      try finish(output) { try command.run(context) }
    }
    try output.flush()
  }

  /// Runs a command whose answer a pager shows; what went wrong is told when the pager has gone.
  private static func page(_ context: borrowing Context, _ command: any Command) throws {
    guard
      let pagerCommand = Pager.command(environment: Terminal.environment),
      let pager = Pager.start(pagerCommand, environment: Terminal.environment())
    else { return try finish(context.output) { try command.run(context) } }
    context.output.redirect(to: pager.descriptor)
    let result = Result { try finish(context.output) { try command.run(context) } }
    // What a shell answers for a program that it does not find.
    if pager.finish() == 127 {
      context.warn(
        "pager", "the pager '\(pagerCommand)' cannot be started",
        hints: ["set VERSIONS_PAGER, or use --no-pager"])
    }
    try result.get()
  }

  /// Writes out what was answered before a failure too: it is part of the answer.
  private static func finish(_ output: Output, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as OutputFailure {
      throw error
    } catch {
      try output.flush()
      throw error
    }
    try output.flush()
  }

  private static func ending(_ error: any Error, _ diagnostics: Diagnostics) -> ExitCode {
    switch error {
    case let error as ReportedFailure: return error.code
    case OutputFailure.closed: return .done
    default: break
    }
    let failure = failure(of: error)
    diagnostics.report(failure)
    return failure.kind.exitCode
  }

  /// Any error in the words of the command.
  static func failure(of error: any Error) -> CommandFailure {
    switch error {
    case let error as UsageError: CommandFailure(error)
    case let error as CommandFailure: error
    case let error as StoreError: CommandFailure(error)
    case OutputFailure.failed(let code):
      CommandFailure(
        code == ENOSPC ? .diskFull : .system,
        "the answer cannot be written: \(String(cString: strerror(code)))")
    case OutputFailure.interrupted: CommandFailure(.interrupted, "interrupted")
    case let error as SystemError:
      CommandFailure(.system, "\(error)")
    default: CommandFailure(.system, "\(error)")
    }
  }

  /// The arguments after the program's name, as bytes: names need not be UTF-8.
  static func arguments() -> [[UInt8]] {
    var words: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index] else { break }
      words.append(
        Array(UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))))
    }
    return words
  }
}
