import Glibc

/// What a command finds around it, and the doors through which it answers.
struct Context: ~Copyable {
  let globals: GlobalArguments
  let output: Output
  let diagnostics: Diagnostics
  /// Whether a person reads the answer: it goes to a terminal, maybe through a pager, and is no JSON.
  let isForPeople: Bool
  let colour: Colour

  init(globals: GlobalArguments, output: Output, diagnostics: Diagnostics) {
    self.globals = globals
    self.output = output
    self.diagnostics = diagnostics
    isForPeople = output.isTerminal && !globals.json && !globals.endsNamesWithNull
    colour = Colour(
      globals.colour, isTerminal: output.isTerminal, environment: Terminal.environment)
  }

  /// How times are shown; made anew each time, so keep it for a list.
  var times: HumanTime {
    HumanTime(
      now: Int64(time(nil)), isTerminal: output.isTerminal, offset: Terminal.offset(at:))
  }

  /// How tables are set: padded for people, with tabs for programs.
  var tableLayout: StreamingTable.Layout { isForPeople ? .aligned : .tabs }

  /// Says what standard error is to hear of something that did not stop the command.
  func warn(_ code: String, _ message: String, hints: [String] = []) {
    diagnostics.warn(code, message, hints: hints)
  }
}
