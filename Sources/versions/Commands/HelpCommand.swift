/// `versions help`: the overview, a command, a topic, or the manual page.
struct HelpCommand: Command {
  static let subject = OptionalOperand("COMMAND", .helpSubject, "a command, or a topic")
  static let manual = Flag("--manual", "print the manual page, to be read by man")

  static let declaration = CommandDeclaration(
    "help", .library, "explain a command or a topic",
    discussion: [
      .paragraph("Topics:"),
      .terms(HelpTopic.allCases.map { ($0.rawValue, $0.summary) }),
    ],
    operands: [subject], options: [manual], pages: true,
    examples: [
      .init("versions help restore", "the same as versions restore --help"),
      .init("versions help selectors", "how to name a version"),
      .init("versions help --manual > versions.1", "write the manual page"),
    ],
    synonyms: ["man", "?", "usage"])

  /// What is explained.
  enum Subject: Equatable, Sendable {
    case overview
    case command(CommandName)
    case topic(HelpTopic)
    case manual
  }

  let subject: Subject

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let wantsManual = arguments[Self.manual]
    guard let name = try arguments[Self.subject] else {
      subject = wantsManual ? .manual : .overview
      return
    }
    if wantsManual { throw .unexpectedOperand(name, command: "help --manual") }
    let text = String(decoding: name, as: UTF8.self)
    if let command = CommandName(rawValue: text) {
      subject = .command(command)
    } else if let topic = HelpTopic(rawValue: text) {
      subject = .topic(topic)
    } else if CommandName.reserved.contains(text) {
      throw .reservedCommand(text)
    } else {
      throw .unknownTopic(name)
    }
  }

  func run(_ context: borrowing Context) throws {
    try context.output.write(text)
  }

  /// What is printed.
  var text: String {
    switch subject {
    case .overview: HelpText.overview()
    case .command(let command): HelpText.command(command.type.declaration)
    case .topic(let topic): HelpText.topic(topic)
    case .manual: ManualPage.text()
    }
  }
}
