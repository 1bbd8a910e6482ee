import Testing

@testable import versions

@Suite struct UsageErrorTests {
  static let lists = "'versions help' lists the commands"

  @Test(
    "Each wrong command line has its sentence and its hints",
    arguments: [
      ("", "no command given", [lists]),
      ("--json", "no command given", [lists]),
      ("lsit", "there is no command 'lsit'", ["did you mean 'list'?", lists]),
      ("sav", "there is no command 'sav'", ["did you mean 'save'?", lists]),
      ("re", "there is no command 're'", ["did you mean 'restore' or 'rename'?", lists]),
      ("mv a b", "there is no command 'mv'", ["did you mean 'rename'?", lists]),
      ("LIST", "there is no command 'LIST'", [lists]),
      ("xyzzy", "there is no command 'xyzzy'", [lists]),
      ("'' a", "there is no command ''", [lists]),
      (
        "sync", "'sync' is a reserved name for a command that is not built yet",
        ["'versions help' lists the commands that are"]
      ),
      (
        "browse a.txt", "'browse' is a reserved name for a command that is not built yet",
        ["'versions help' lists the commands that are"]
      ),
      (
        "help browse", "'browse' is a reserved name for a command that is not built yet",
        ["'versions help' lists the commands that are"]
      ),
      (
        "help slectors", "there is no command or help topic 'slectors'",
        ["did you mean 'selectors'?", "'versions help' lists commands and topics"]
      ),
      (
        "list --sinse 3", "'list' has no option '--sinse'",
        ["did you mean '--since'?", "'versions help list' lists its options"]
      ),
      (
        "list -since 3", "'list' has no option '-s' in '-since'",
        [
          "did you mean '--since'?", "a name that begins with '-' stands after '--': -- -since",
          "'versions help list' lists its options",
        ]
      ),
      (
        "save -rf.txt", "'save' has no option '-r' in '-rf.txt'",
        [
          "a name that begins with '-' stands after '--': -- -rf.txt",
          "'versions help save' lists its options",
        ]
      ),
      (
        "list -zq", "'list' has no option '-q' in '-zq'",
        [
          "a name that begins with '-' stands after '--': -- -zq",
          "'versions help list' lists its options",
        ]
      ),
      (
        "list -q", "'list' has no option '-q'", ["'versions help list' lists its options"]
      ),
      (
        "list --force=x", "'list' has no option '--force'",
        ["'versions help list' lists its options"]
      ),
      (
        "--limit 3 list", "there is no option '--limit' before a command",
        ["options of a command stand after its name: versions COMMAND [OPTION...]"]
      ),
      (
        "--author A show a", "'show' has no option '--author'",
        ["'versions help show' lists its options"]
      ),
      (
        "show --author A a", "'show' has no option '--author'",
        ["'versions help show' lists its options"]
      ),
      (
        "list --lim 3", "option '--lim' is not a full name", ["say the full name: '--limit'"]
      ),
      (
        "list --re", "option '--re' is not a full name", ["say the full name: '--reverse'"]
      ),
      (
        "list --no=3", "option '--no' is not a full name", ["say the full name: '--no-pager'"]
      ),
      (
        "list --l 3", "option '--l' is not a full name",
        ["say the full name: '--limit', '--library'"]
      ),
      ("list -n", "option '--limit' needs a value: --limit N", []),
      ("list -rn", "option '--limit' needs a value: --limit N", []),
      ("save a --label", "option '--label' needs a value: --label LABEL", []),
      ("--library", "option '--library' needs a value: --library FOLDER", []),
      ("list --json=yes", "option '--json' takes no value, but was given 'yes'", []),
      ("list --reverse=", "option '--reverse' takes no value, but was given ''", []),
      ("save -m a -m b x", "option '--label' is given twice", []),
      ("restore a 3 --to b --to=c", "option '--to' is given twice", []),
      ("list --changed --deleted", "options '--changed' and '--deleted' exclude each other", []),
      ("list --ignored --deleted", "options '--deleted' and '--ignored' exclude each other", []),
      ("restore a 3 --force --to b", "options '--to' and '--force' exclude each other", []),
      ("config ignore --add", "option '--add' needs NAME and VALUE", []),
      ("config --unset", "option '--unset' needs NAME", []),
      ("config a b --unset", "'b' is one argument too many for 'config --unset'", []),
      ("save", "'save' needs DOC", ["usage: versions save DOC... [OPTION...]"]),
      ("save --", "'save' needs DOC", ["usage: versions save DOC... [OPTION...]"]),
      ("show", "'show' needs DOC", ["usage: versions show DOC [VERSION] [OPTION...]"]),
      ("restore a", "'restore' needs VERSION", ["usage: versions restore DOC VERSION [OPTION...]"]),
      ("rename a", "'rename' needs NEW", ["usage: versions rename OLD NEW [OPTION...]"]),
      (
        "label a", "'label' needs VERSION", ["usage: versions label DOC VERSION [TEXT] [OPTION...]"]
      ),
      ("label a 3", "'label' needs TEXT", ["usage: versions label DOC VERSION [TEXT] [OPTION...]"]),
      ("label a 3 x --pin", "'x' is one argument too many for 'label --pin'", []),
      ("label a 3 x --remove", "'x' is one argument too many for 'label --remove'", []),
      (
        "completions", "'completions' needs SHELL",
        ["usage: versions completions SHELL [OPTION...]"]
      ),
      (
        "list a b", "'b' is one argument too many for 'list'",
        ["usage: versions list [DOC] [OPTION...]"]
      ),
      (
        "rename a b c", "'c' is one argument too many for 'rename'",
        ["usage: versions rename OLD NEW [OPTION...]"]
      ),
      ("help --manual save", "'save' is one argument too many for 'help --manual'", []),
      ("save ''", "the path for DOC is empty", ["a variable in the shell may have been empty"]),
      ("save a ''", "the path for DOC is empty", ["a variable in the shell may have been empty"]),
      ("list ''", "the path for DOC is empty", ["a variable in the shell may have been empty"]),
      ("rename a ''", "the path for NEW is empty", ["a variable in the shell may have been empty"]),
      (
        "restore a 3 --to=", "the path for option '--to' is empty",
        ["a variable in the shell may have been empty"]
      ),
      (
        "--library= list", "the path for option '--library' is empty",
        ["a variable in the shell may have been empty"]
      ),
      ("show a ''", "the value of VERSION is empty", []),
      ("save -m '' a", "the value of option '--label' is empty", []),
      ("list --since=", "the value of option '--since' is empty", []),
      ("list -n x", "'x' is not a number, for option '--limit'", []),
      ("list -n 5x", "'5x' is not a number, for option '--limit'", []),
      ("list -n 1.5", "'1.5' is not a number, for option '--limit'", []),
      ("list -n -", "'-' is not a number, for option '--limit'", []),
      ("list --limit=", "'' is not a number, for option '--limit'", []),
      ("list -n 0", "'0' is out of range for option '--limit': 1 or more", []),
      ("list -n -5", "'-5' is out of range for option '--limit': 1 or more", []),
      (
        "list -n 9223372036854775808",
        "'9223372036854775808' is out of range for option '--limit': 1 or more", []
      ),
      (
        "list --event sve",
        """
        'sve' is not a value of option '--event': save, autosave, restore, copy, undo, rename, \
        duplicate, delete, import, lock, unlock, conflict, merge
        """,
        ["did you mean 'save'?"]
      ),
      ("list --color red", "'red' is not a value of option '--color': auto, always, never", []),
      (
        "completions csh", "'csh' is not a value of SHELL: bash, zsh, fish", ["did you mean 'zsh'?"]
      ),
      (
        "save a --author Anna", "'Anna' is not a person for option '--author': write 'NAME <MAIL>'",
        []
      ),
    ])
  func saysWhatIsWrong(line: String, message: String, hints: [String]) {
    do {
      let request = try CommandLineParser.parse(words(line))
      Issue.record("\(line) is taken as \(described(request))")
    } catch {
      #expect(error.message == message)
      #expect(error.hints == hints)
    }
  }

  @Test(
    "Texts that are no labels are refused",
    arguments: [
      (bytes("two\nlines"), "the text for option '--label' has several lines, one is allowed"),
      ([0x61, 0xFF], #"the text 'a\xff' for option '--label' is not UTF-8"#),
      (
        [UInt8](repeating: 0x61, count: 201),
        "the text for option '--label' has 201 bytes, 200 are allowed"
      ),
    ])
  func refusesLabel(label: [UInt8], message: String) {
    #expect(throws: UsageError.self) {
      try CommandLineParser.parse([bytes("save"), bytes("a"), bytes("-m"), label])
    }
    do { _ = try ValueParser.label.parse(label, .option("--label")) } catch {
      #expect(error.message == message)
    }
  }

  @Test func labelMayHaveTwoHundredBytes() throws {
    let label = [UInt8](repeating: 0x61, count: 200)
    #expect(try ValueParser.label.parse(label, .option("--label")).utf8.count == 200)
  }

  @Test func nameWithNULIsRefused() {
    do {
      _ = try ValueParser<[UInt8]>.document.parse([0x61, 0, 0x62], .operand("DOC"))
      Issue.record("taken")
    } catch {
      #expect(error.message == #"the name 'a\x00b' contains a NUL, which no file name can"#)
    }
  }

  @Test func wordsOfTheCommandLineNeverSteerTheTerminal() {
    do {
      _ = try CommandLineParser.parse([bytes("save"), bytes("--x\u{1b}[2J\u{202e}")])
      Issue.record("taken")
    } catch {
      #expect(error.message == #"'save' has no option '--x\x1b[2J\u{202e}'"#)
    }
  }

  @Test(
    "Slips are counted as insertions, deletions, replacements and swaps",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("abc", "ab", 1),
      ("abc", "abcd", 1), ("", "abc", 3), ("ca", "abc", 3), ("lsit", "list", 1),
      ("kitten", "sitting", 3),
    ])
  func countsSlips(a: String, b: String, expected: Int) {
    #expect(Suggestion.slips(bytes(a), bytes(b)) == expected)
    #expect(Suggestion.slips(bytes(b), bytes(a)) == expected)
  }
}
