/// Help as it is printed: 80 columns of plain text, from the declarations.
enum HelpText {
  /// All commands by task.
  static func overview() -> String {
    var page = TextPage()
    page.line("Usage: versions COMMAND [ARGUMENT...] [OPTION...]")
    page.line("")
    page.fill(
      """
      Keeps the versions of the documents in a folder, and brings them back. Nothing is ever \
      lost: whatever replaces a document first makes a version of it.
      """)
    let visible = CommandName.declarations.filter { !$0.isHidden }
    for group in CommandGroup.allCases {
      page.heading(group.title)
      for command in visible where command.group == group {
        page.term(command.name, command.summary, column: 14)
      }
    }
    page.heading("Options of every command")
    for option in GlobalOptions.all { page.option(option) }
    page.heading("Topics of 'versions help'")
    for topic in HelpTopic.allCases { page.term(topic.rawValue, topic.summary, column: 14) }
    page.heading("Examples")
    page.example(.init("versions init", "make the current folder a library"))
    page.example(.init("versions save notes.txt", "make a version of notes.txt"))
    page.example(.init("versions list notes.txt", "list its versions"))
    page.example(.init("versions restore notes.txt 3", "bring back version 3"))
    return page.text
  }

  /// Everything about one command.
  static func command(_ command: CommandDeclaration) -> String {
    var page = TextPage()
    page.fill("Usage: " + command.synopsis, hanging: 7)
    page.line("")
    page.fill(sentence(command.summary))
    for prose in command.discussion {
      page.line("")
      page.prose(prose)
    }
    if !command.operands.isEmpty {
      page.heading("Arguments")
      for operand in command.operands { page.term(operand.placeholder, operand.help, column: 26) }
    }
    if !command.options.isEmpty {
      page.heading("Options")
      for option in command.options { page.option(option) }
      for group in command.exclusive {
        page.line("")
        page.fill("Only one of " + group.joined(separator: ", ") + " can be given.", indent: 2)
      }
    }
    page.heading("Options of every command")
    for option in command.commonOptions { page.option(option) }
    page.heading("Examples")
    for example in command.examples { page.example(example) }
    return page.text
  }

  /// A topic.
  static func topic(_ topic: HelpTopic) -> String {
    var page = TextPage()
    page.line(topic.title)
    for prose in topic.text {
      page.line("")
      page.prose(prose)
    }
    return page.text
  }

  /// A summary as a sentence: capital letter and full stop.
  static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}

/// Text of 80 columns in the making.
private struct TextPage {
  private(set) var text = ""
  private let width = 80

  mutating func line(_ line: String) {
    text += line + "\n"
  }

  mutating func heading(_ title: String) {
    text += "\n\(title):\n"
  }

  mutating func fill(_ words: String, indent: Int = 0, hanging: Int = 0) {
    let lines = LineFilling.fill(words, width: width - indent - hanging)
    for (index, line) in lines.enumerated() {
      let space = index == 0 ? indent : indent + hanging
      text += String(repeating: " ", count: space) + line + "\n"
    }
  }

  /// A term, and from a column on what it means; a long term has a line of its own.
  mutating func term(_ term: String, _ meaning: String, column: Int) {
    text += "  " + term
    var position = 2 + term.utf8.count
    if position + 2 > column {
      text += "\n"
      position = 0
    }
    for line in LineFilling.fill(meaning, width: width - column) {
      text += String(repeating: " ", count: column - position) + line + "\n"
      position = 0
    }
  }

  mutating func option(_ option: OptionDeclaration) {
    let gap = option.short == nil ? "    " : ""
    term(gap + option.synopsis, option.help + option.choicesNote, column: 26)
  }

  mutating func example(_ example: CommandDeclaration.Example) {
    text += "  $ \(example.line)\n"
    fill(example.meaning, indent: 6)
  }

  mutating func prose(_ prose: Prose) {
    switch prose {
    case .paragraph(let words): fill(words)
    case .terms(let terms):
      let longest = terms.map(\.term.utf8.count).max() ?? 0
      for (term, meaning) in terms { self.term(term, meaning, column: min(longest + 4, 24)) }
    case .lines(let lines): for line in lines { text += "  \(line)\n" }
    }
  }
}

extension OptionDeclaration {
  /// The words that its value may be, where the explanation does not list them itself.
  var choicesNote: String {
    guard case .choice(let words)? = value?.kind, words.count > 3 else { return "" }
    return ": " + words.joined(separator: ", ")
  }
}
