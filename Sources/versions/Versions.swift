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
    let json = CommandLineParser.wantsJSON(words)
    let diagnostics = Diagnostics(json: json, error: ErrorOutput())
    let output = Output()
    do {
      switch try CommandLineParser.parse(words) {
      case .help(let command):
        try output.write(
          command.map { HelpText.command($0.declaration) } ?? HelpText.overview())
      case .version(let json):
        try output.write(json ? "{\"version\":\"\(number)\"}\n" : "versions \(number)\n")
      case .run(let command, let globals):
        try command.run(Context(globals: globals, output: output, diagnostics: diagnostics))
      }
      try output.flush()
      return .done
    } catch {
      // What was answered before the failure is part of the answer.
      try? output.flush()
      return ending(error, diagnostics)
    }
  }

  private static func ending(_ error: any Error, _ diagnostics: Diagnostics) -> ExitCode {
    switch error {
    case let error as ReportedFailure: return error.code
    case OutputFailure.closed: return .done
    case OutputFailure.interrupted: return .interrupted
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
