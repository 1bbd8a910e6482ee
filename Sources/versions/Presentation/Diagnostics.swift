/// What goes to standard error: failures, warnings and progress, as text or as JSON.
struct Diagnostics: Sendable {
  let json: Bool
  /// Whether people see progress: standard error is a terminal.
  let showsProgress: Bool
  private let error: ErrorOutput

  init(json: Bool, error: ErrorOutput) {
    self.json = json
    self.error = error
    showsProgress = error.isTerminal
  }

  func report(_ failure: CommandFailure) {
    error.write(Self.bytes(failure, json: json))
  }

  /// Something that the person should know though the command goes on.
  func warn(_ code: String, _ message: String, hints: [String] = []) {
    error.write(Self.warning(code, message, hints: hints, json: json))
  }

  /// How far a long command is; on a terminal the line is written over, elsewhere nothing shows
  /// unless JSON was asked for.
  func progress(_ task: String, done: Int, total: Int) {
    if json {
      guard showsProgress else { return }
      var line = JSONLine()
      line.object("progress") { inner in
        inner.field("task", task)
        inner.field("done", done)
        inner.field("total", total)
      }
      error.write(line.finished())
    } else if showsProgress {
      // Carriage return and "erase to the end of the line".
      let end = done >= total ? "\n" : ""
      error.write(Array("\r\(task): \(done) of \(total)\u{1b}[K\(end)".utf8))
    }
  }

  /// A remark on how far a command is that goes on until it is stopped: text for people, for
  /// programs the progress that they wait for.
  func remark(_ text: String, task: String, done: Int, total: Int) {
    guard json else { return error.write(Array((text + "\n").utf8)) }
    var line = JSONLine()
    line.object("progress") { inner in
      inner.field("task", task)
      inner.field("done", done)
      inner.field("total", total)
    }
    error.write(line.finished())
  }

  /// A failure as it is printed.
  static func bytes(_ failure: CommandFailure, json: Bool) -> [UInt8] {
    guard json else { return text(failure.message, failure.hints, prefix: "versions: ") }
    var line = JSONLine()
    line.object("error") { inner in
      inner.field("code", failure.kind.rawValue)
      inner.field("exit", Int(failure.kind.exitCode.rawValue))
      inner.field("message", failure.message)
      if !failure.hints.isEmpty { inner.array("hints", failure.hints) }
    }
    return line.finished()
  }

  /// A warning as it is printed.
  static func warning(
    _ code: String, _ message: String, hints: [String], json: Bool
  ) -> [UInt8] {
    guard json else { return text(message, hints, prefix: "versions: warning: ") }
    var line = JSONLine()
    line.object("warning") { inner in
      inner.field("code", code)
      inner.field("message", message)
      if !hints.isEmpty { inner.array("hints", hints) }
    }
    return line.finished()
  }

  private static func text(_ message: String, _ hints: [String], prefix: String) -> [UInt8] {
    var text = prefix + message + "\n"
    for hint in hints { text += "  hint: \(hint)\n" }
    return Array(text.utf8)
  }
}
