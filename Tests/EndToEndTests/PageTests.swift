import Files
import Testing

/// The pages for readers: what they show is what happens.
@Suite(.enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct PageTests {
  static let pages = ["README.md", "Sources/VersionStore/VersionStore.docc/StorageFormat.md"]

  @Test("Each command of a page answers what the page shows", arguments: pages)
  func commandsAnswerAsShown(page: String) throws {
    let blocks = try ConsoleBlocks(page: Sandbox.packageFolder.appending(page))
    #expect(blocks.commands.count > 10)
    let sandbox = try Sandbox(library: false)
    sandbox.environment["VERSIONS_AUTHOR"] = "Anna Berg <anna@example.org>"
    sandbox.environment["PATH"] =
      Word(sandbox.command.parent) + ":" + (sandbox.environment["PATH"] ?? "")
    sandbox.library = sandbox.home.appending("Writing")
    try sandbox.write(
      "letter.txt", "Dear Jo,\n\nthe bees are back in the meadow.\n\nYours, Anna\n")
    try sandbox.write(
      "meadow.emojiart",
      #"{"uniqueEmojiId":1,"background":"https:\/\/example.org\/meadow.jpg","emojis":["#
        + #"{"string":"🐝","position":{"x":10,"y":-20},"size":64,"id":1}]}"#)

    let run = try sandbox.run("bash", "-c", Word(blocks.script))
    let answers = run.text.components(separatedBy: "\u{1E}\n")
    try #require(answers.count == blocks.commands.count + 1, "\(run.text)")
    let home = sandbox.home.description
    for (command, answer) in zip(blocks.commands, answers) {
      let ended = answer.hasSuffix("\n") ? String(answer.dropLast()) : answer
      #expect(
        ConsoleBlocks.general(ended, home: home)
          == ConsoleBlocks.general(command.answer, home: home),
        "$ \(command.line)")
    }
  }

  @Test func scriptsThatTheReadmeNamesAreThere() throws {
    let readme = Sandbox.packageFolder.appending("README.md")
    let lines = try ConsoleBlocks(page: readme).otherLines
    #expect(!lines.isEmpty)
    for line in lines {
      let program = line.prefix { $0 != " " }
      let status = try FileStatus(of: Sandbox.packageFolder.appending(String(program)))
      #expect(status.permissions & 0o111 == 0o111, "\(program) can be run")
    }
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
