import Files

/// The commands in the ```console blocks of a page, each with the answer that the page shows.
struct ConsoleBlocks {
  /// A command as a person types it, and what the page says follows.
  struct Command {
    let line: String
    let answer: String
  }

  private(set) var commands: [Command] = []
  /// Lines of the ```sh blocks, which are not run.
  private(set) var otherLines: [String] = []

  init(page: FilePath) throws {
    let text = String(decoding: try File(page).readToEnd(), as: UTF8.self)
    var fence: Substring?
    var command: String?
    var answer: [Substring] = []
    func finished(_ command: String?) -> [Command] {
      command.map { [Command(line: $0, answer: answer.joined(separator: "\n"))] } ?? []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        commands += finished(command)
        command = nil
        fence = fence == nil ? line.dropFirst(3) : nil
      } else if fence == "console", line.hasPrefix("$ ") {
        commands += finished(command)
        command = String(line.dropFirst(2))
        answer = []
      } else if fence == "console" {
        answer.append(line)
      } else if fence == "sh" {
        otherLines.append(String(line))
      }
    }
  }

  /// A script for bash that runs all in one shell, so that folders and variables stay; after each
  /// command's answer comes a line with a record separator.
  var script: String {
    "exec 2>&1\ncd ~\n"
      + commands.map { "\($0.line)\ncode=$?; printf '\\036\\n'; (exit $code)\n" }.joined()
  }

  /// An answer with all that differs between two runs, or two machines, replaced by its kind.
  static func general(_ text: some StringProtocol, home: String) -> String {
    String(text)
      .replacing(home, with: "/home/anna")
      .replacing(
        /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?[-+][0-9]{2}:[0-9]{2}/, with: "MOMENT"
      )
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}( [-+][0-9]{4})?/, with: "TIME")
      .replacing(/> [0-9]{10} [-+][0-9]{4}/, with: "> TIME")
      .replacing(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "UUID"
      )
      .replacing(/id:[0-9a-f]{8}/, with: "id:UUID")
      .replacing(/\b[0-9a-f]{40}\b/, with: "OBJECT")
      .replacing(#/(?m)^[0-9a-f]{7} /#, with: "OBJECT ")
      .replacing(/"host":"[^"]*"/, with: "\"host\":\"HOST\"")
      .replacing(#/(?m)^Host: .*$/#, with: "Host: HOST")
  }
}
