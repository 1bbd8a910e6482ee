/// `versions completions`: prints the completions for a shell.
struct CompletionsCommand: Command {
  static let shell = Operand("SHELL", .choice(of: Shell.self), "bash, zsh or fish")

  static let declaration = CommandDeclaration(
    "completions", .library, "print completions for a shell",
    operands: [shell],
    examples: [
      .init("source <(versions completions bash)", "complete in this bash"),
      .init(
        "versions completions fish > ~/.config/fish/completions/versions.fish",
        "complete in every fish"),
    ],
    isHidden: true)

  /// A shell that can complete.
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  let shell: Shell

  init(_ arguments: ParsedArguments) throws(UsageError) {
    shell = try arguments[Self.shell]
  }

  func run(_ context: borrowing Context) throws {
    try context.output.write(script)
  }

  /// What is printed.
  var script: String {
    switch shell {
    case .bash: BashCompletions.script()
    case .zsh: ZshCompletions.script()
    case .fish: FishCompletions.script()
    }
  }
}
