import Testing

@testable import versions

@Suite struct CommandLineParserTests {
  @Test(
    "A command line is read as what it says",
    arguments: [
      ("init", "init"),
      ("init folder", "init folder=folder"),
      ("init --library x", "init | library=x"),
      ("save a.txt", "save documents=a.txt"),
      ("save a.txt b.txt c.txt", "save documents=a.txt,b.txt,c.txt"),
      ("save a.txt -m done", "save documents=a.txt label=done"),
      ("save -m done a.txt", "save documents=a.txt label=done"),
      ("save -mdone a.txt", "save documents=a.txt label=done"),
      ("save --label done a.txt", "save documents=a.txt label=done"),
      ("save --label=done a.txt", "save documents=a.txt label=done"),
      ("save --label=a=b a.txt", "save documents=a.txt label=a=b"),
      ("save -m -x a.txt", "save documents=a.txt label=-x"),
      ("save -m -- a.txt", "save documents=a.txt label=--"),
      ("save -m --help a.txt", "save documents=a.txt label=--help"),
      ("save a.txt -m x -- -b.txt", "save documents=a.txt,-b.txt label=x"),
      ("save -- -rf.txt", "save documents=-rf.txt"),
      ("save -- --help", "save documents=--help"),
      ("save -- --", "save documents=--"),
      ("save -- a -- b", "save documents=a,--,b"),
      ("save -", "save documents=-"),
      ("save - -m x", "save documents=- label=x"),
      ("save :(top)x.txt [a]*?.txt", "save documents=:(top)x.txt,[a]*?.txt"),
      ("autosave", "autosave"),
      ("autosave a b", "autosave documents=a,b"),
      ("list", "list"),
      ("list a.txt", "list document=a.txt"),
      ("list a.txt -n 5", "list document=a.txt limit=5"),
      ("list a.txt -n5", "list document=a.txt limit=5"),
      ("list -n 5 a.txt", "list document=a.txt limit=5"),
      ("list --limit 5", "list limit=5"),
      ("list --limit=5", "list limit=5"),
      ("list --limit=05", "list limit=5"),
      ("list -n 1 -n 2", "list limit=2"),
      ("list -n 9223372036854775807", "list limit=9223372036854775807"),
      ("list -r", "list oldestFirst=yes"),
      ("list --reverse --reverse", "list oldestFirst=yes"),
      ("list -rn5", "list limit=5 oldestFirst=yes"),
      ("list -rzn 5", "list limit=5 oldestFirst=yes | null"),
      ("list -zrr", "list oldestFirst=yes | null"),
      ("list --since 2026-11-30", "list since=2026-11-30"),
      ("list --since=2d --until=1d", "list since=2d until=1d"),
      ("list --since a --since b", "list since=b"),
      ("list --event save", "list events=save"),
      ("list --event save --event=import", "list events=save,import"),
      ("list --author anna", "list author=anna"),
      ("list --changed", "list selection=changed"),
      ("list --deleted x", "list document=x selection=deleted"),
      ("list --ignored --ignored", "list selection=ignored"),
      ("list --json", "list | json"),
      ("--json list", "list | json"),
      ("-z list", "list | null"),
      ("--library x list y", "list document=y | library=x"),
      ("--library=x list", "list | library=x"),
      ("list --library x", "list | library=x"),
      ("--library x list --library y", "list | library=y"),
      ("--author anna list", "list author=anna"),
      ("--color never list", "list | colour=never"),
      ("list --colour=always", "list | colour=always"),
      ("list --no-pager", "list | no-pager"),
      ("-- list", "list"),
      ("-- list --json", "list document=--json"),
      ("--json -- list a", "list document=a | json"),
      ("status", "status selection=changed"),
      ("status folder --json", "status document=folder selection=changed | json"),
      ("log", "log"),
      ("log folder --event delete -r", "log document=folder events=delete oldestFirst=yes"),
      ("show a.txt", "show document=a.txt"),
      ("show a.txt 12", "show document=a.txt version=12"),
      ("show a.txt --info latest~2", "show document=a.txt version=latest~2 showsFacts=yes"),
      ("show --info a.txt", "show document=a.txt showsFacts=yes"),
      ("show id:1a2b commit:1a2b", "show document=id:1a2b version=commit:1a2b"),
      ("restore a.txt 3", "restore document=a.txt version=3"),
      ("restore a.txt 3 --to b", "restore document=a.txt version=3 destination=b"),
      ("restore --to=b a.txt 3", "restore document=a.txt version=3 destination=b"),
      ("restore a 3 --force", "restore document=a version=3 replacesProtected=yes"),
      ("restore a 3 --keep-time", "restore document=a version=3 keepsTime=yes"),
      (
        "restore a 3 --keep-time --to b",
        "restore document=a version=3 destination=b keepsTime=yes"
      ),
      ("undo a", "undo document=a"),
      ("rename a b", "rename oldPath=a newPath=b"),
      ("rename -- -a -b", "rename oldPath=-a newPath=-b"),
      ("duplicate a b", "duplicate document=a newPath=b"),
      ("delete a", "delete documents=a"),
      ("delete a b", "delete documents=a,b"),
      ("label a 3 text", "label document=a version=3 text=text"),
      ("label a 3 ''", "label document=a version=3 text="),
      ("label a 3 --remove", "label document=a version=3"),
      ("label a 3 --pin", "label document=a version=3 pins=yes"),
      ("label --remove a 3", "label document=a version=3"),
      ("lock a", "lock document=a"),
      ("unlock a", "unlock document=a"),
      ("unlock a --json -z", "unlock document=a | json null"),
      ("config", "config action=list"),
      ("config author", "config action=print:author"),
      ("config author anna", "config action=set:author:anna"),
      ("config author ''", "config action=set:author:"),
      ("config ignore --add *.log", "config action=add:ignore:*.log"),
      ("config author --unset", "config action=unset:author"),
      ("config --unset author", "config action=unset:author"),
      ("help", "help subject=overview"),
      ("help save", "help subject=command(versions.CommandName.save)"),
      ("help init", "help subject=command(versions.CommandName.initialise)"),
      ("diff a.txt", "diff document=a.txt presentation=lines"),
      ("diff a.txt 3", "diff document=a.txt older=3 presentation=lines"),
      ("diff a.txt 3 7 -y", "diff document=a.txt older=3 newer=7 presentation=sideBySide"),
      ("diff --with b.txt a.txt", "diff document=a.txt other=b.txt presentation=lines"),
      ("diff a.txt --format unified", "diff document=a.txt presentation=patch"),
      ("diff a.txt --word", "diff document=a.txt presentation=words"),
      ("diff a.txt --stat", "diff document=a.txt presentation=counts"),
      ("diff a.txt --name-only -z", "diff document=a.txt presentation=names | null"),
      (
        "diff a.txt -q --ignore-format",
        "diff document=a.txt presentation=nothing ignoresFormat=yes"
      ),
      ("diff a.txt -U0", "diff document=a.txt presentation=lines options=context:0"),
      (
        "diff a.txt -bU 5 --patience",
        "diff document=a.txt presentation=lines options=context:5,ignoringChange,patience"
      ),
      (
        "diff a.txt -w --ignore-blank-lines",
        "diff document=a.txt presentation=lines options=ignoringAll,blankLines"
      ),
      ("help exit-codes", "help subject=topic(versions.HelpTopic.exitCodes)"),
      ("help --manual", "help subject=manual"),
      ("completions zsh", "completions shell=zsh"),
      ("--help", "help"),
      ("-h", "help"),
      ("--json --help", "help"),
      ("list --help", "help list"),
      ("--help list", "help list"),
      ("list -rh", "help list"),
      ("list --sinse --help", "help list"),
      ("list -n x -h", "help list"),
      ("restore -h", "help restore"),
      ("nonsense --help", "help"),
      ("--version", "version"),
      ("--json --version", "version json"),
      ("list --version", "version"),
    ])
  func readsLine(line: String, expected: String) throws {
    #expect(described(try CommandLineParser.parse(words(line))) == expected)
  }

  @Test("A person is name and mail address, in commands that save")
  func readsAuthor() throws {
    let person = bytes("Anna  Berg <anna@example.org>")
    for line in [
      [bytes("--author"), person, bytes("save"), bytes("a")],
      [bytes("save"), bytes("--author"), person, bytes("a")],
      [bytes("save"), bytes("a"), bytes("--author=") + person],
    ] {
      let text = described(try CommandLineParser.parse(line))
      #expect(text == "save documents=a | author=Anna  Berg/anna@example.org")
    }
  }

  @Test("Names are bytes, whatever they are")
  func keepsBytes() throws {
    let names: [[UInt8]] = [
      [0xFF, 0xFE], bytes("caf\u{E9}"), bytes("cafe\u{301}"), bytes("two\nlines"), [0x1B, 0x5B],
    ]
    let request = try CommandLineParser.parse([bytes("save")] + names)
    guard case .run(let command as SaveCommand, _) = request else {
      Issue.record("not save: \(request)")
      return
    }
    #expect(command.documents == names)
  }

  @Test(
    "Only a command line that asks for JSON outside of names gets JSON when it is wrong",
    arguments: [
      ("--json nonsense", true), ("list --nonsense --json", true), ("list -- --json", false),
      ("list", false),
    ])
  func wantsJSON(line: String, expected: Bool) {
    #expect(CommandLineParser.wantsJSON(words(line)) == expected)
  }

  @Test(
    "What is between the person's name and brackets is read, anything else refused",
    arguments: [
      ("A <a@b>", "A", "a@b"), ("  A B\t< a@b >", "A B", "a@b"), ("A <B> <a@b>", "A <B>", "a@b"),
    ])
  func readsPerson(text: String, name: String, mail: String) {
    #expect(Person(bytes(text)) == Person(name: name, mail: mail))
  }

  @Test(arguments: ["", "A", "<a@b>", "A <>", "A <a@b", "A a@b>", "A <a@b> C"])
  func refusesPerson(text: String) {
    #expect(Person(bytes(text)) == nil)
  }

  @Test func refusesPersonThatIsNotUTF8() {
    #expect(Person([0xFF] + bytes(" <a@b>")) == nil)
  }
}
