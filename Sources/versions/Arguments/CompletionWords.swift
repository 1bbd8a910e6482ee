/// Words that all shells complete.
enum CompletionWords {
  static var commands: [String] {
    CommandName.declarations.filter { !$0.isHidden }.map(\.name)
  }

  static var helpSubjects: [String] { commands + HelpTopic.allCases.map(\.rawValue) }

  static let versions = ["latest", "saved", "first", "current", "yesterday"]

  static let times = ["yesterday", "1h", "1d", "1w"]
}
