import Files
import Testing

/// No document, no name and no argument steers the terminal (D14), whatever shows it.
@Suite(.enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct TerminalSafetyTests {
  /// Clear screen, window title, hyperlink, 8-bit control sequence, device control, backspace, bell,
  /// carriage return, delete, direction override and isolate, line separator, tag, mark, stray bytes.
  static let hostile = Word(
    Array("\u{1b}[2J\u{1b}]0;x\u{7}\u{1b}]8;;http://e\u{1b}\\\u{9b}31m\u{90}q\u{9c}\u{8}".utf8)
      + Array("\r\u{7f}\u{202e}\u{2066}\u{2028}\u{E0041}\u{FEFF}".utf8) + [0x9B, 0x41, 0xC2, 0xFF])

  /// A name of the same; a name has no slash, and few file systems take more than 255 bytes.
  static let name = Word(
    Array("n\u{1b}[2J\u{1b}]0;x\u{7}\n\u{9b}3m\u{202e}\u{2067}".utf8) + [0x9B, 0xFF])

  /// The same as characters of JSON strings.
  static let escaped =
    #"\u001b[2J\u001b]0;x\u0007\u009b31m\u0008\r\u007f\u202e\u2066\u2028\udb40\udc41\ufeff"#

  private static let textName = name + ".txt"
  private static let artName = name + ".emojiart"
  private static let jsonName = name + ".json"
  private static let packageName = name + ".textbundle"

  private static func art(_ x: Int) -> Word {
    Word(
      #"{"emojis":[{"text":"\#(escaped)","x":\#(x),"y":2,"size":3,"id":"\#(escaped)"}],"#
        + #""backgroundURL":"http://e/\#(escaped)\#(x)","\#(escaped)":"\#(escaped)\#(x)"}"#)
  }

  private static func json(_ x: Int) -> Word {
    Word(#"{"\#(escaped)":["\#(escaped)\#(x)",\#(x)],"\#(escaped)\#(x)":1}"#)
  }

  /// A library in which everything that can be hostile is, with a second version of each document and
  /// a third state on disk.
  private func library() throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.environment["VERSIONS_AUTHOR"] = "A\u{1b}[2J\u{9b}\u{202e}B <a@example.org>"
    for state in 1...3 {
      let line = Self.hostile + Word("\(state)\n")
      try sandbox.write(Self.textName, "same\n" + line + (state == 2 ? line : ""))
      try sandbox.write(Self.artName, Self.art(state))
      try sandbox.write(Self.jsonName, Self.json(state))
      try sandbox.write(Self.packageName + "/" + Self.textName, line)
      try sandbox.write(Self.packageName + "/" + Self.artName, Self.art(state))
      try sandbox.write(Self.packageName + "/" + Self.name + Word("\(state)"), line)
      guard state < 3 else { break }
      for document in [Self.textName, Self.artName, Self.jsonName, Self.packageName] {
        let answer = try sandbox.versions([
          "save", "-m", "label\u{1b}[2J\u{9b}\u{202e}\(state)", "--", document,
        ])
        #expect(answer.code == 0, "\(answer.errorText)")
      }
    }
    return sandbox
  }

  /// What may reach a terminal: text, line breaks, tabs, and our own colours where they are on.
  private func expectSafe(
    _ bytes: [UInt8], colour: Bool, _ words: [Word],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let shown = words.map { String(decoding: $0.bytes.prefix(24), as: UTF8.self).debugDescription }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      Issue.record("\(shown): not UTF-8", sourceLocation: sourceLocation)
      return
    }
    // "Select graphic rendition" with nothing but numbers.
    let plain = colour ? text.replacing(/\u{1b}\[[0-9;]*m/, with: "") : text
    for scalar in plain.unicodeScalars {
      let isSteering: Bool
      switch scalar.value {
      case 0x09, 0x0A: isSteering = false
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
        0xFEFF:
        isSteering = true
      // Tags hide without steering; JSON is for programs, and keeps them.
      case 0xE0000...0xE007F: isSteering = !words.contains("--json")
      default: isSteering = false
      }
      if isSteering {
        let code = String(scalar.value, radix: 16)
        Issue.record(
          "\(shown): U+\(code) in \(plain.debugDescription)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  /// Command lines; `TEXT`, `ART`, `JSON` and `PACKAGE` stand for the documents' names, `NAME` and
  /// `HOSTILE` for the hostile bytes.
  static let lines: [[String]] = [
    ["diff", "--", "TEXT"], ["diff", "--", "ART"], ["diff", "--", "JSON"],
    ["diff", "--", "PACKAGE"],
    ["diff", "--word", "--", "TEXT"], ["diff", "-y", "--", "TEXT"], ["diff", "-U0", "--", "TEXT"],
    ["diff", "--stat", "--", "PACKAGE"], ["diff", "--name-only", "--", "PACKAGE"],
    ["diff", "--json", "--", "TEXT"], ["diff", "--json", "--", "ART"],
    ["diff", "--json", "--", "JSON"], ["diff", "--json", "--", "PACKAGE"],
    ["diff", "--with", "JSON", "--", "TEXT"], ["diff", "--with", "PACKAGE", "--", "ART"],
    ["diff", "--", "TEXT", "HOSTILE"], ["diff", "--", "HOSTILE"],
    ["blame", "--", "TEXT"], ["blame", "--", "ART"], ["blame", "--", "JSON"],
    ["blame", "--", "PACKAGE"], ["blame", "--json", "--", "TEXT"],
    ["blame", "--json", "--", "ART"],
    ["blame", "--json", "--", "JSON"], ["blame", "--json", "--", "PACKAGE"],
    ["blame", "--part", "NAME", "--", "PACKAGE"], ["blame", "--", "TEXT", "current"],
    ["blame", "-L", "9", "--", "TEXT"],
    ["find", "same"], ["find", "--json", "same"], ["find", "--regex", "same", "TEXT"],
    ["find", "--regex", "HOSTILE(", "--", "TEXT"], ["find", "--", "HOSTILE"],
    ["find", "x", "--", "NAME"],
    ["copy", "--dry-run", "--emoji", "#0", "--", "ART", "1"],
    ["copy", "--dry-run", "--background", "--", "ART", "1"],
    ["copy", "--emoji", "HOSTILE", "--", "ART", "1"],
    ["copy", "--emoji", "NAME", "--", "ART", "1"],
    ["copy", "--pointer", "/NAME", "--", "JSON", "1"],
    ["copy", "--lines", "99", "--", "TEXT", "1"],
    ["copy", "--part", "NAME", "--", "PACKAGE", "1"],
    ["copy", "--part", "x", "--", "PACKAGE", "1"],
    ["copy", "--lines", "HOSTILE", "--", "TEXT", "1"],
    ["copy", "--lines", "2", "--into", "JSON", "--", "TEXT", "1"],
    ["copy", "--lines", "2", "--into", "NAME", "--", "TEXT", "1"],
    ["copy", "--lines", "2", "--append", "--", "TEXT", "1"],
    ["copy", "--emoji", "#0", "--", "ART", "1"], ["copy", "--json", "--background", "ART", "1"],
    ["show", "--info", "--", "TEXT"], ["show", "--info", "--json", "--", "TEXT"],
    ["show", "--json", "--", "TEXT"], ["show", "--", "TEXT", "HOSTILE"],
    ["show", "--", "PACKAGE"], ["show", "--part", "NAME", "--", "PACKAGE"],
    ["list"], ["list", "--json"], ["list", "--", "TEXT"], ["list", "--json", "--", "TEXT"],
    ["list", "--", "PACKAGE"], ["list", "--", "HOSTILE"], ["list", "--ignored"], ["status"],
    ["log"], ["log", "--json"], ["log", "--author", "NAME"],
    ["save", "--", "HOSTILE"], ["save", "--", "TEXT"], ["restore", "--", "TEXT", "1"],
    ["rename", "--", "TEXT", "HOSTILE.txt"], ["label", "--", "TEXT", "1", "HOSTILE"],
    ["lock", "--", "TEXT"], ["undo", "--", "TEXT"], ["delete", "--", "TEXT"],
    ["HOSTILE"], ["--HOSTILE"], ["diff", "--HOSTILE", "--", "TEXT"], ["help", "HOSTILE"],
    ["config", "HOSTILE"], ["config", "author", "HOSTILE"],
    ["git-driver", "--", "NAME"], ["git-driver", "--textconv", "--", "TEXT"],
    ["git-driver", "--textconv", "--", "ART"], ["git-driver", "--textconv", "--", "JSON"],
    ["git-driver", "--textconv", "--", "HOSTILE"],
    ["git-driver", "--", "NAME", "TEXT", "HOSTILE", "HOSTILE", "JSON", "NAME", "NAME"],
    ["git-driver", "--", "NAME", "TEXT", "1", "100644", "ART", "2", "100755"],
    [
      "git-driver", "--", "NAME", "/dev/null", ".", ".", "ART", "2", "100755", "HOSTILE", "HOSTILE",
    ],
    ["git-driver", "--json", "--", "NAME", "TEXT", "1", "120000", "ART", "2", "120000"],
    ["git-driver", "--merge", "--", "base.json", "JSON", "theirs.json", "7", "NAME.json"],
    [
      "git-driver", "--merge", "--", "base.emojiart", "ART", "theirs.emojiart", "7",
      "NAME.emojiart",
    ],
    ["git-driver", "--merge", "--", "HOSTILE", "ART", "JSON", "7", "NAME"],
    ["git-config", "HOSTILE"], ["git-config", "--print", "HOSTILE"],
    ["git-config", "--json", "HOSTILE"], ["git-config", "--remove"],
  ]

  @Test(
    "Nothing steers the terminal, in colour or without", arguments: [false, true])
  func nothingSteers(colour: Bool) throws {
    let sandbox = try library()
    try sandbox.shell("git init -q .")
    try sandbox.write("base.json", Self.json(7))
    try sandbox.write("theirs.json", Self.json(8))
    try sandbox.write("base.emojiart", Self.art(7))
    try sandbox.write("theirs.emojiart", Self.art(8))
    let stand: [(String, Word)] = [
      ("TEXT", Self.textName), ("ART", Self.artName), ("JSON", Self.jsonName),
      ("PACKAGE", Self.packageName), ("NAME", Self.name), ("HOSTILE", Self.hostile),
    ]
    var coloured = 0
    var answered = 0
    for line in Self.lines {
      let words = line.map { text in
        for (word, value) in stand where text.contains(word) {
          let parts = text.split(separator: word, maxSplits: 1, omittingEmptySubsequences: false)
          return Word(String(parts[0])) + value + Word(String(parts[1]))
        }
        return Word(text)
      }
      let option: [Word] = colour ? ["--color", "always"] : []
      let answer = try sandbox.versions(option + words)
      #expect(answer.code != nil, "\(line) ended with \(answer.ending)")
      if !answer.output.isEmpty || !answer.error.isEmpty { answered += 1 }
      expectSafe(answer.output, colour: colour, words)
      expectSafe(answer.error, colour: colour, words)
      if answer.output.contains(0x1B) { coloured += 1 }
    }
    #expect(answered > Self.lines.count - 5)
    #expect(colour ? coloured > 10 : coloured == 0)
  }

  /// Raw bytes go to a pipe only where they are what was asked for.
  @Test func exactBytesGoIntoAPipe() throws {
    let sandbox = try library()
    #expect(
      try sandbox.succeed("show", "--", Self.textName, "1").output
        == Array("same\n".utf8) + Self.hostile.bytes + Array("1\n".utf8))
    #expect(
      try sandbox.succeed("list", "-z").output.split(separator: 0).map { Word($0) }
        .contains(Self.textName))
    let patch = try sandbox.versions("diff", "--format", "unified", "--", Self.textName)
    #expect(patch.output.contains(0x1B))
  }

  /// On a terminal even these are made visible.
  @Test(
    .enabled(if: Sandbox.hasScript, "script is not installed"),
    arguments: [
      "show -- \"$TEXT\" 1", "diff --format unified -- \"$TEXT\"", "diff -- \"$TEXT\"",
      "diff -y -- \"$TEXT\"", "diff --stat -- \"$TEXT\"", "list", "log", "blame -- \"$TEXT\"",
      "copy -n --lines 2 -- \"$TEXT\" 1", "show --info -- \"$TEXT\"", "find same",
      "git-driver --textconv -- \"$TEXT\"", "diff -- \"$TEXT\" \"$HOSTILE\"",
    ])
  func nothingSteersARealTerminal(line: String) throws {
    let sandbox = try library()
    sandbox.environment["TEXT"] = Self.textName
    sandbox.environment["HOSTILE"] = Self.hostile
    sandbox.environment["TERM"] = "xterm"
    let answer = try sandbox.run(
      "script", "-qec", "stty -opost; \"$versions\" --no-pager \(Word(line))", "/dev/null")
    #expect(!answer.output.isEmpty)
    expectSafe(answer.output, colour: true, [Word(line)])
  }
}

extension Sandbox {
  /// Whether a terminal can be had for a program.
  fileprivate static let hasScript = ["/usr/bin/script", "/bin/script"].contains {
    (try? FileStatus(of: FilePath($0), followingLink: true)) != nil
  }
}
