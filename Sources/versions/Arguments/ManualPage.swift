/// The manual page `versions(1)` in roff with the man macros, from the declarations.
enum ManualPage {
  static func text() -> String {
    var page = Roff()
    page.request(".TH VERSIONS 1 \"\(date)\" \"versions \(Versions.number)\" \"User Commands\"")
    page.section("Name")
    page.line("versions \\- keep versions of documents, and bring them back")
    page.section("Synopsis")
    page.line("\\fBversions\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...] [\\fIOPTION\\fR...]")
    page.section("Description")
    page.fill(
      """
      A library is an ordinary folder of documents. Every save and every autosave of a document \
      makes a version of it, kept in a git repository inside the folder. This command lists, \
      shows, restores and labels versions. Nothing is ever lost: whatever replaces a document \
      first makes a version of it.
      """)
    page.paragraph()
    page.fill(
      """
      Documents are paths from the current folder and may no longer exist on disk. The library is \
      the nearest folder above the document that has a '.versions'. Options stand in any order; \
      -- ends them.
      """)
    page.section("Commands")
    let visible = CommandName.declarations.filter { !$0.isHidden }
    for group in CommandGroup.allCases {
      page.subsection(group.title)
      for command in visible where command.group == group { page.command(command) }
    }
    page.section("Options of every command")
    for option in GlobalOptions.all { page.option(option) }
    page.paragraph()
    page.line("With commands that make versions:")
    page.option(GlobalOptions.author.declaration)
    for topic in HelpTopic.allCases {
      page.section(topic.title)
      for (index, prose) in topic.text.enumerated() {
        page.prose(prose, begins: index == 0)
      }
    }
    page.section("Environment")
    page.prose(.terms(environment))
    page.section("Files")
    page.prose(.terms(files))
    page.section("Examples")
    for command in visible {
      for example in command.examples { page.example(example) }
    }
    page.section("See also")
    page.line(".BR git (1),")
    page.line(".BR less (1)")
    return page.text
  }

  /// When what it says was last changed.
  private static let date = "2026-11-30"

  private static let environment: [(term: String, meaning: String)] = [
    ("VERSIONS_AUTHOR", "who saves, as 'NAME <MAIL>'; --author goes before it"),
    ("VERSIONS_PAGER, PAGER", "the program that shows long output; less where neither is set"),
    ("NO_COLOR", "no colour where it is set and not empty"),
    ("TERM", "no colour where it is dumb"),
    ("TZ", "the time zone of times that are shown or given"),
  ]

  private static let files: [(term: String, meaning: String)] = [
    (".versions", "the repository of the library in this folder, or a file that names its place"),
    (".versionsignore", "names of files that are no documents, in the syntax of gitignore"),
  ]
}

/// Roff source in the making.
private struct Roff {
  private(set) var text = ""

  mutating func request(_ line: String) { text += line + "\n" }

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ title: String) { request(".SH \(title.uppercased())") }

  mutating func subsection(_ title: String) { request(".SS \(title)") }

  mutating func paragraph() { request(".PP") }

  /// Sentences, each on a line of its own, none longer than 80 bytes.
  mutating func fill(_ words: String) {
    var line = ""
    for word in words.split(separator: " ") {
      let escaped = Self.escaped(String(word))
      if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > 76 { end(&line) }
      if !line.isEmpty { line += " " }
      line += escaped
      if word.hasSuffix(".") { end(&line) }
    }
    if !line.isEmpty { end(&line) }
  }

  mutating func command(_ command: CommandDeclaration) {
    request(".TP")
    let words = command.operands.map { "\\fI\(Self.escaped($0.synopsis))\\fR" }
    line((["\\fB\(command.name)\\fR"] + words).joined(separator: " "))
    fill(HelpText.sentence(command.summary))
    request(".RS")
    for prose in command.discussion { self.prose(prose) }
    for operand in command.operands {
      request(".TP")
      line("\\fI\(operand.placeholder)\\fR")
      fill(operand.help)
    }
    for option in command.options { self.option(option) }
    for group in command.exclusive {
      paragraph()
      fill("Only one of \(group.joined(separator: ", ")) can be given.")
    }
    request(".RE")
  }

  mutating func option(_ option: OptionDeclaration) {
    request(".TP")
    var line = ""
    if let short = option.short { line = "\\fB\\-\(short)\\fR, " }
    line += "\\fB\(Self.escaped(option.long))\\fR"
    if let value = option.value { line += " \\fI\(Self.escaped(value.placeholder))\\fR" }
    self.line(line)
    fill(option.help + option.choicesNote)
  }

  mutating func example(_ example: CommandDeclaration.Example) {
    request(".TP")
    line("\\fB\(Self.escaped(example.line))\\fR")
    fill(example.meaning)
  }

  mutating func prose(_ prose: Prose, begins: Bool = false) {
    switch prose {
    case .paragraph(let words):
      if !begins { paragraph() }
      fill(words)
    case .terms(let terms):
      for (term, meaning) in terms {
        request(".TP")
        line("\\fB\(Self.escaped(term))\\fR")
        fill(meaning)
      }
    case .lines(let lines):
      request(".RS")
      paragraph()
      request(".nf")
      for line in lines { self.line(Self.escaped(line)) }
      request(".fi")
      request(".RE")
    }
  }

  private mutating func end(_ line: inout String) {
    // A dot or a quote at the start would be a request.
    let isRequest = line.hasPrefix(".") || line.hasPrefix("'")
    text += (isRequest ? "\\&" : "") + line + "\n"
    line = ""
  }

  /// A text that stands for itself; every hyphen can be copied and searched for.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      case "\"": escaped += "\\(dq"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
