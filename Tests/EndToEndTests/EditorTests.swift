import Files
import Testing

/// Real editors write while a library is watched: as many versions as saves, and no scratch file.
@Suite(.serialized, .enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct EditorTests {
  /// A program that edits, with the line of shell that makes 'a.txt' end in the text `$1`.
  struct Editor: Sendable, CustomTestStringConvertible {
    let name: String
    let program: String
    let line: Word

    init(_ name: String, _ program: String, _ line: Word) {
      self.name = name
      self.program = program
      self.line = line
    }

    var testDescription: String { name }

    var isInstalled: Bool {
      ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
        (try? FileStatus(of: FilePath($0 + program), followingLink: true)) != nil
      }
    }
  }

  private static func vim(_ settings: Word) -> Word {
    "vim -N -u NONE -i NONE -es -c 'set swapfile writebackup \(settings)' -c '$s/.*/'\"$1\"/ -c wq a.txt"
  }

  static let editors = [
    Editor("vim, backupcopy=yes", "vim", vim("backupcopy=yes")),
    Editor("vim, backupcopy=no", "vim", vim("backupcopy=no")),
    Editor("vim, backupcopy=auto", "vim", vim("backupcopy=auto")),
    Editor("vim, keeping a backup", "vim", vim("backup backupcopy=no")),
    // Its keys: to the end, a line up, cut it, the text, write, the name as it is, leave.
    Editor(
      "nano", "nano",
      "export TERM=xterm; { sleep 0.3; printf '\\033/'; sleep 0.2; printf '\\020\\013%s' \"$1\"; sleep 0.3; printf '\\017\\015'; sleep 0.3; printf '\\030'; } | script -qec 'nano -I a.txt' /dev/null"
    ),
    Editor(
      "emacs", "emacs",
      "emacs -nw -Q --batch a.txt --eval '(progn (goto-char (point-max)) (forward-line -1) (kill-line 1) (insert (pop command-line-args-left) \"\\n\") (save-buffer))' \"$1\""
    ),
    Editor("sed -i", "sed", "sed -i '$s/.*/'\"$1\"/ a.txt"),
    Editor("a shell", "sh", "printf 'first\\n%s\\n' \"$1\" >a.txt"),
    Editor("perl -i", "perl", "perl -i -pe 's/.*/'\"$1\"'/ if eof' a.txt"),
    Editor("cp", "cp", "printf 'first\\n%s\\n' \"$1\" >../t && cp ../t a.txt"),
    Editor(
      "install", "install", "printf 'first\\n%s\\n' \"$1\" >../t && install -m 644 ../t a.txt"),
    Editor(
      "a rename from elsewhere", "mv", "printf 'first\\n%s\\n' \"$1\" >../t && mv ../t a.txt"),
  ]

  @Test("As many versions as saves", arguments: editors)
  func savesBecomeVersions(editor: Editor) throws {
    guard editor.isInstalled else {
      print("skipped: \(editor.name) is not installed")
      return
    }
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "first\nlast\n")
    let watching = try WatchingChild(sandbox)
    for number in 1...3 {
      let words: [Word] = ["bash", "-c", editor.line, "bash", "text\(number)"]
      let answer = try sandbox.start(words).finish(within: Sandbox.generous)
      #expect(answer.ending == .exit(0), "\(answer.text)\(answer.errorText)")
      try watching.waitForVersions(number + 1)
    }
    try watching.stop()
    try sandbox.expect(
      "a.txt",
      holds: ["first\nlast\n", "first\ntext1\n", "first\ntext2\n", "first\ntext3\n"])
    let listed = try sandbox.succeed("list", "--json", "--deleted").objects(ListedObject.self)
    #expect(listed.isEmpty)
    #expect(
      try sandbox.succeed("list", "--json").objects(ListedObject.self).map(\.document) == ["a.txt"])
    try sandbox.checkStore()
  }

  /// What LibreOffice converts a text to, which it puts over a document of the library.
  enum OfficeFormat: String, CaseIterable, Sendable {
    case text, writer

    var name: Word { self == .text ? "a.txt" : "a.odt" }
    var filter: Word { self == .text ? "txt:Text (encoded):UTF8" : "odt" }
  }

  @Test("LibreOffice saves with a lock file and scratch files", arguments: OfficeFormat.allCases)
  func officeSavesBecomeVersions(format: OfficeFormat) throws {
    let office = Editor("LibreOffice", "soffice", "")
    guard office.isInstalled else {
      print("skipped: \(office.name) is not installed")
      return
    }
    let sandbox = try Sandbox()
    try sandbox.write("b.txt", "another document\n")
    let watching = try WatchingChild(sandbox)
    var saved: [Word] = []
    for number in 1...3 {
      try sandbox.shell("mkdir -p ../from && printf 'first\\ntext%s\\n' \(number) >../from/a.txt")
      let words: [Word] = [
        "soffice", "--headless", "--norestore",
        "-env:UserInstallation=file://" + Word(sandbox.home) + "/office", "--convert-to",
        format.filter, "--outdir", ".", "../from/a.txt",
      ]
      let answer = try sandbox.start(words).finish(within: Sandbox.generous)
      #expect(answer.ending == .exit(0), "\(answer.text)\(answer.errorText)")
      try watching.waitForVersions(number + 1)
      saved.append(try sandbox.read(format.name))
    }
    try watching.stop()
    // It begins a text with a byte order mark.
    if format == .text {
      #expect(saved == ["text1", "text2", "text3"].map { "\u{FEFF}first\n\($0)\n" })
    } else {
      #expect(saved.allSatisfy { $0.bytes.starts(with: "PK".utf8) } && Set(saved).count == 3)
    }
    try sandbox.expect(format.name, holds: saved)
    // Neither `.~lock.a.txt#` nor `lu19675f0mqe.tmp` was ever a document.
    let documents = try sandbox.succeed("list", "--json").objects(ListedObject.self)
    #expect(documents.map(\.document).sorted() == [format.name.text, "b.txt"].sorted())
    #expect(
      try sandbox.succeed("list", "--json", "--deleted").objects(ListedObject.self).isEmpty)
    try sandbox.checkStore()
  }
}
