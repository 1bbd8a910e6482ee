import Testing

@testable import versions

@Suite struct HelpTextTests {
  @Test func helpOfRestore() {
    let expected = """
      Usage: versions restore DOC VERSION [OPTION...]

      Bring a version back.

      What the document holds now becomes a version first, and the restore is a
      version itself: nothing is lost, and 'versions undo' takes it back. A deleted
      document comes back where it was, with missing folders. A file with several
      names (hard links) keeps them: it is written in place, when what it held is
      safe.

      'versions help selectors' explains how to name a VERSION.

      Arguments:
        DOC                     the document, on disk or no longer
        VERSION                 which version

      Options:
            --to PATH           write a copy to PATH, where nothing may be yet, and
                                leave the document alone
            --force             replace a file that is write-protected
            --keep-time         give the file the version's own modification time
                                instead of the present one

        Only one of --to, --force can be given.

      Options of every command:
            --author PERSON     save as PERSON, written as 'NAME <MAIL>'
            --library FOLDER    use the library in FOLDER instead of looking for one
            --json              print one JSON object a line, errors too
        -z, --null              end each name with NUL instead of a line break
            --color WHEN        use colour: auto (on a terminal), always or never
            --no-pager          print long output straight to the terminal
        -h, --help              explain the command, with examples
            --version           print the version of this program

      Examples:
        $ versions restore notes.txt 12
            notes.txt as it was in version 12
        $ versions restore notes.txt 2h --to earlier.txt
            a copy of the state 2 hours ago
        $ versions restore lost.txt latest
            bring back a deleted document

      """
    #expect(HelpText.command(RestoreCommand.declaration) == expected)
  }

  @Test func helpOfUnlock() {
    let expected = """
      Usage: versions unlock DOC [OPTION...]

      Allow new versions of a document again.

      Arguments:
        DOC                     the document

      Options of every command:
            --author PERSON     save as PERSON, written as 'NAME <MAIL>'
            --library FOLDER    use the library in FOLDER instead of looking for one
            --json              print one JSON object a line, errors too
        -z, --null              end each name with NUL instead of a line break
            --color WHEN        use colour: auto (on a terminal), always or never
            --no-pager          print long output straight to the terminal
        -h, --help              explain the command, with examples
            --version           print the version of this program

      Examples:
        $ versions unlock contract.txt
            go on writing

      """
    #expect(HelpText.command(UnlockCommand.declaration) == expected)
  }

  @Test func topicOfExitCodes() {
    let expected = """
      Exit status

        0    done
        1    the answer is no
        2    the command line is wrong
        3    there is no such library, document or version
        4    refused, because it would lose or overwrite something
        5    the store is busy
        6    the store is damaged
        7    the system failed: disk full, no permission
        129  'git-driver --merge' failed, so that git stops
        130  interrupted

      With several documents all are tried; the exit code is that of the first
      failure. A closed pipe, as in 'versions log | head', ends quietly with 0.

      """
    #expect(HelpText.topic(.exitCodes) == expected)
  }

  @Test(
    "Help of each command explains all it takes, within 80 columns", arguments: CommandName.allCases
  )
  func explainsAll(name: CommandName) {
    let declaration = name.type.declaration
    let help = HelpText.command(declaration)
    for option in declaration.allOptions { #expect(help.contains(option.synopsis)) }
    for operand in declaration.operands { #expect(help.contains("\n  \(operand.placeholder) ")) }
    for example in declaration.examples { #expect(help.contains("\n  $ \(example.line)\n")) }
    expectNarrow(help, except: declaration.examples.map(\.line))
  }

  @Test("Topics keep within 80 columns", arguments: HelpTopic.allCases)
  func topicIsNarrow(topic: HelpTopic) {
    expectNarrow(HelpText.topic(topic))
  }

  @Test func overviewNamesEachVisibleCommandAndTopicAndNoReservedOne() {
    let overview = HelpText.overview()
    for declaration in CommandName.declarations {
      #expect(overview.contains("\n  \(declaration.name) ") != declaration.isHidden)
    }
    for topic in HelpTopic.allCases { #expect(overview.contains("\n  \(topic.rawValue) ")) }
    for name in CommandName.reserved { #expect(!overview.contains(name)) }
    expectNarrow(overview)
  }

  private func expectNarrow(_ text: String, except: [String] = []) {
    for line in text.split(separator: "\n") where line.utf8.count > 80 {
      #expect(except.contains { line.hasSuffix($0) }, "\(line)")
    }
    #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A })
    #expect(!text.contains(" \n"))
  }

  @Test(
    arguments: [
      ("", 10, []), ("a b", 3, ["a b"]), ("a b", 2, ["a", "b"]),
      ("a  long word", 4, ["a", "long", "word"]), ("abcdef g", 3, ["abcdef", "g"]),
    ])
  func fillsLines(text: String, width: Int, lines: [String]) {
    #expect(LineFilling.fill(text, width: width) == lines)
  }
}
