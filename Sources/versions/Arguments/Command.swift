/// One command: what it is called and takes, what it was given, and what it does.
protocol Command: Sendable {
  /// The one source of parsing, help, manual page and completions.
  static var declaration: CommandDeclaration { get }

  /// Reads each declared option and operand, with the constants that stand in the declaration.
  init(_ arguments: ParsedArguments) throws(UsageError)

  func run(_ context: borrowing Context) throws
}
