/// What a command finds around it; the door through which it answers.
struct Context: ~Copyable {
  let globals: GlobalArguments
  let output: Output
  let diagnostics: Diagnostics

  init(globals: GlobalArguments, output: Output, diagnostics: Diagnostics) {
    self.globals = globals
    self.output = output
    self.diagnostics = diagnostics
  }
}
