import Files
import Foundation
import Testing

/// What `versions diff` shows of the D and E cases, and what other programs make of its answers.
struct DiffTests {
  /// Runs `diff`, which must exit with a code and say nothing on standard error.
  @discardableResult
  private func diff(
    _ sandbox: Sandbox, _ words: Word..., code: Int32 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let answer = try sandbox.versions(["diff"] + words)
    #expect(
      answer.ending == .exit(code) && answer.error.isEmpty,
      "\(words.map(\.text)) ended with \(answer.ending): \(answer.errorText)",
      sourceLocation: sourceLocation)
    #expect(String(validating: answer.output, as: UTF8.self) != nil)
    return answer.text
  }

  /// A library with a document that was saved with one content and now has another.
  private func changed(_ name: Word, _ old: Word, _ new: Word) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(name, old)
    try sandbox.succeed("save", "--", name)
    try sandbox.write(name, new)
    return sandbox
  }

  private func sample(_ name: String) throws -> Word {
    guard let folder = Sandbox.samples("cases") else { throw Missing() }
    return Word(try File(folder.appending(name)).readToEnd())
  }

  private struct Missing: Error {}

  static let hasCases = Sandbox.samples("cases") != nil

  // MARK: The cases

  @Test(
    "Texts of the cases are shown without cutting or hiding anything",
    .enabled(if: hasCases, "the sample cases are absent"),
    arguments: [
      (
        "D01-surrogate-v1.txt", "D01-surrogate-v2.txt",
        "@@ -1,2 +1,2 @@ hunk 1\n-hive: 🐝🐞 end\n+hive: 🐝{+🐛+}🐞 end\n same line\n"
      ),
      (
        "D06-nfc.txt", "D06-nfd.txt",
        "same characters, different encoding form: NFC → NFD (line 1)\n"
      ),
      (
        "D07-crlf-v1.txt", "D07-crlf-v2.txt",
        "@@ -1,3 +1,4 @@ hunk 1\n first\n-second\n+second{+ changed+}\n third 🐝\n+fourth\n"
      ),
      ("D09-eof-v1.txt", "D09-eof-v2.txt", "final newline added\n"),
      ("D09-eof-v2.txt", "D09-eof-v1.txt", "final newline removed\n"),
      ("D09-eof-v2.txt", "D09-eof-v3.txt", "@@ -1,2 +1,3 @@ hunk 1\n one\n two\n+\n"),
      (
        "D10-utf16le-bom-v1.txt", "D10-utf16le-bom-v2.txt",
        "@@ -1,3 +1,4 @@ hunk 1\n Liste\n-Äpfel [-3-]\n+Äpfel {+4+}\n Bienen 🐝 2\n+Birnen 1\n"
      ),
      ("D10-utf8-bom.txt", "D10-utf8-plain.txt", "byte order mark removed\n"),
      (
        "D10-utf16be-bom.txt", "D10-utf16le-nobom.txt",
        "encoding UTF-16BE → UTF-16LE\nbyte order mark removed\n"
      ),
      (
        "D11-latin1-v1.txt", "D11-latin1-v2.txt",
        "@@ -1,3 +1,3 @@ hunk 1\n-Größe: [-groß-]\n+Größe: {+klein+}\n Maß: süß\n"
          + "-Price £[-5-]\n+Price £{+6+}\n"
      ),
    ])
  func textCases(old: String, new: String, expected: String) throws {
    let sandbox = try changed("a.txt", try sample(old), try sample(new))
    #expect(try diff(sandbox, "a.txt") == "a.txt: version 1 → current\n" + expected)
  }

  @Test(.enabled(if: hasCases, "the sample cases are absent"))
  func wholeClustersAndInvisibleCharactersAreTold() throws {
    let clusters = try changed(
      "a.txt", try sample("D02-clusters-v1.txt"), try sample("D02-clusters-v2.txt"))
    let shown = try diff(clusters, "a.txt")
    for line in [
      "-family [-👨‍👩‍👧-] picnic", "+family {+👨‍👩‍👧‍👦+} picnic", "-crew [-👩🏽‍🚒-] on duty", "+hindi {+नी+} end",
    ] {
      #expect(shown.utf8.split(separator: 0x0A).contains { $0.elementsEqual(line.utf8) })
    }
    let hidden = try changed(
      "a.txt", try sample("D04-invisible-v1.txt"), try sample("D04-invisible-v2.txt"))
    let notes = try diff(hidden, "a.txt").split(separator: "\n").filter { $0.hasPrefix("~") }
    #expect(notes.contains("~ line 1: U+FE0F emoji variation selector added"))
    #expect(notes.contains("~ line 3: U+200B zero width space added"))
    #expect(notes.contains("~ line 4: U+00A0 no-break space added"))
    #expect(notes.contains("~ line 5: U+202E right-to-left override added"))
  }

  @Test(
    "No document and no name steers the terminal in any mode",
    .enabled(if: hasCases, "the sample cases are absent"),
    arguments: [[], ["--word"], ["-y"], ["--stat"], ["--name-only"], ["--json"]] as [[Word]])
  func nothingSteers(options: [Word]) throws {
    let name: Word = "\u{1b}[2J\u{202e}.txt"
    let sandbox = try changed(
      name, try sample("D14-escapes-v1.txt"), try sample("D14-escapes-v2.txt"))
    let answer = try sandbox.versions(["diff"] + options + ["--", name])
    #expect(answer.code == 1)
    #expect(answer.output.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a || $0 == 0x09 })
    #expect(
      answer.text.unicodeScalars.allSatisfy {
        !(0x80..<0xa0).contains($0.value) && $0.value != 0x202e
      })
  }

  @Test(.enabled(if: hasCases, "the sample cases are absent"))
  func veryLongLineIsMarkedWhereItChanged() throws {
    let sandbox = try changed(
      "a.txt", try sample("D13-longline-v1.txt"), try sample("D13-longline-v2.txt"))
    let shown = try diff(sandbox, "a.txt")
    #expect(shown.contains("{+INSERTED +}"))
  }

  @Test(
    "Drawings of the cases are told in sentences",
    .enabled(if: hasCases, "the sample cases are absent"),
    arguments: [
      (
        "E02-ids-v1.emojiart", "E02-ids-v2.emojiart",
        """
        background meadow.jpg → night.jpg
        🌻 removed
        🌙 added
        🐝 moved right 50
        ☀️ grew 40 → 96
        👨‍👩‍👧 became 👨‍👩‍👧‍👦

        """
      ),
      ("E02-noids-v1.json", "E02-noids-v2.json", "🌙 added\n🐝 moved right 10\n"),
      (
        "E01-order-v1.emojiart", "E01-order-v3-pretty.emojiart",
        "no change in the drawing\nformatting one line → indented by 2 spaces, "
          + "keys in another order, strings spelled otherwise\n"
      ),
      (
        "E04-unrelated.json", "E04-not-object.json",
        "the whole {\"name\":\"settings\",\"theme\":\"dark\"} → [\"🐝\",\"🌻\"]\n"
      ),
    ])
  func drawingCases(old: String, new: String, expected: String) throws {
    let sandbox = try changed("a.emojiart", try sample(old), try sample(new))
    // A drawing or JSON is what it holds; the remark that it is no drawing comes with the name.
    let shown = try diff(sandbox, "a.emojiart").split(separator: "\n").filter {
      !$0.hasPrefix("(compared as JSON")
    }
    #expect(
      shown.joined(separator: "\n") + "\n" == "a.emojiart: version 1 → current\n" + expected)
  }

  @Test(
    "A damaged drawing is compared as text or JSON, and one line says why",
    .enabled(if: hasCases, "the sample cases are absent"),
    arguments: [
      ("E04-truncated.emojiart", "(compared as text, as it is cut off at byte 98)"),
      ("E04-hugeint.emojiart", "(compared as JSON, as the number /emojis/0/x is too big)"),
      (
        "E04-wrong-types.emojiart",
        "(compared as JSON, as /emojis/0/text is missing or of the wrong type)"
      ),
    ])
  func damagedDrawings(name: String, remark: String) throws {
    let sandbox = try changed("a.emojiart", try sample("E02-ids-v1.emojiart"), try sample(name))
    let lines = try diff(sandbox, "a.emojiart").split(separator: "\n")
    #expect(lines[1] == remark)
    let json = try sandbox.versions("diff", "--json", "a.emojiart")
    #expect(json.errorText.hasPrefix(#"{"warning":{"code":"fallback","message":"compared as"#))
  }

  @Test(.enabled(if: hasCases, "the sample cases are absent"))
  func columnsStandUprightWhateverTheWidthOfCharacters() throws {
    let sandbox = try changed(
      "a.txt", try sample("D05-width-v1.txt"), try sample("D05-width-v2.txt"))
    sandbox.environment["COLUMNS"] = "70"
    #expect(
      try diff(sandbox, "-y", "a.txt") == """
        a.txt: version 1 → current
        @@ -1,4 +1,4 @@ hunk 1
        1 name  | mark | note               1 name  | mark | note
        2 漢字  | ✅   | old              | 2 漢字  | ✅   | new
        3 👨‍👩‍👧‍👦   | ❤️   | old               | 3 👨‍👩‍👧‍👦   | ❤️   | new
        4 ｶﾅ    | ☎    | old              | 4 ｶﾅ    | ☎    | new

        """)
  }

  @Test(
    "The same drawing in the shape of another year is no other drawing",
    arguments: [
      (#""background":{"theURL":"http://e/m.jpg"}"#, #""text":"🐝","x":10,"y":-20"#, "2021"),
      (
        #""background":{"url":{"_0":"http://e/m.jpg"}}"#, #""text":"🐝","x":10,"y":-20"#,
        "2021, compiler-made"
      ),
      (
        #""background":"http://e/m.jpg""#, #""string":"🐝","position":{"x":10,"y":-20}"#,
        "2023"
      ),
    ])
  func shapesOfOtherYears(background: String, emoji: String, year: String) throws {
    let end = #","size":64,"id":1}],"uniqueEmojiId":1}"#
    let sandbox = try changed(
      "a",
      Word(#"{"backgroundURL":"http://e/m.jpg","emojis":[{"text":"🐝","x":10,"y":-20"# + end),
      Word("{\(background),\"emojis\":[{\(emoji)" + end))
    #expect(
      try diff(sandbox, "a")
        == "a: version 1 → current\nno change in the drawing\nformat 2020 → \(year)\n")
    #expect(
      try diff(sandbox, "--json", "a")
        == #"{"kind":"formatChanged","what":"drawingFormat","from":"2020","to":"\#(year)"}"# + "\n")
    try diff(sandbox, "--ignore-format", "a", code: 0)
  }

  @Test(.enabled(if: hasCases, "the sample cases are absent"))
  func emojisWithDoubledIdentifiersAreMatchedByTextAndPlace() throws {
    let before = try sample("E02-dupids.emojiart")
    let sandbox = try changed(
      "a.emojiart", before, Word(before.text.replacing(#""x":0"#, with: #""x":7"#)))
    #expect(
      try diff(sandbox, "a.emojiart") == "a.emojiart: version 1 → current\n🌻 moved right 7\n")
  }

  @Test func pastABudgetPeopleAndProgramsAreTold() throws {
    func list(_ letter: String) -> Word {
      Word("[" + (0..<6000).map { "\"\(letter)\($0)\"" }.joined(separator: ",") + "]")
    }
    let sandbox = try changed("a.json", list("a"), list("b"))
    #expect(
      try diff(sandbox, "a.json").hasSuffix(
        "\n(too different to look for the shortest answer; more counts as changed than need be)\n"))
    let answer = try sandbox.versions("diff", "--json", "a.json")
    #expect(answer.code == 1)
    #expect(answer.errorText.hasPrefix(#"{"warning":{"code":"coarse","message":"too different"#))
  }

  @Test func hunksAreNumberedOnlyAsCopyingTakesThem() throws {
    let sandbox = try changed("a.txt", "1\n2\n3\n", "one\n2\nthree\n")
    #expect(try diff(sandbox, "a.txt").contains("@@ -1,3 +1,3 @@ hunk 1\n"))
    #expect(
      try diff(sandbox, "-U0", "a.txt")
        == "a.txt: version 1 → current\n@@ -1 +1 @@\n-1\n+one\n@@ -3 +3 @@\n-3\n+three\n")
  }

  @Test(.enabled(if: hasCases, "the sample cases are absent"))
  func onlyTheFormOfADrawingChanged() throws {
    let sandbox = try changed(
      "a.emojiart", try sample("E01-order-v1.emojiart"), try sample("E01-order-v2.emojiart"))
    let objects = try diff(sandbox, "--json", "a.emojiart").split(separator: "\n")
    #expect(objects.count == 1)
    #expect(objects[0].hasPrefix(#"{"kind":"formatChanged","what":"jsonFormatting","from":"#))
    for options in [["--ignore-format"], ["--ignore-format", "--json"]] as [[Word]] {
      let answer = try sandbox.versions(["diff", "a.emojiart"] + options)
      #expect(answer.code == 0 && answer.output.isEmpty)
    }
  }

  @Test(
    "Each sample is another version than one in another form, and comes back byte for byte",
    .enabled(if: hasCases, "the sample cases are absent"))
  func everySampleComesBackExactly() throws {
    let folder = try #require(Sandbox.samples("cases"))
    let samples = try Folder.entries(of: folder).map { Word($0.name) }
    let sandbox = try Sandbox()
    for name in samples { try sandbox.write(name, try sample(name.text)) }
    try sandbox.succeed("save", ".")
    for name in samples { try sandbox.write(name, "something else\n") }
    try sandbox.succeed("save", ".")
    for name in samples {
      try sandbox.succeed("restore", "--", name, "1")
      #expect(try sandbox.read(name) == sample(name.text), "\(name)")
    }
    // The same words in another Unicode form are another content.
    try sandbox.write("D06-nfc.txt", try sample("D06-nfd.txt"))
    #expect(try sandbox.succeed("save", "D06-nfc.txt").text == "D06-nfc.txt: version 4\n")
    try sandbox.succeed("restore", "D06-nfc.txt", "1")
    #expect(try sandbox.read("D06-nfc.txt") == sample("D06-nfc.txt"))
  }

  // MARK: What is compared

  @Test func sidesAreChosenByTheirNumber() throws {
    let sandbox = try changed("a.txt", "1\n", "2\n")
    try sandbox.succeed("save", "a.txt")
    try diff(sandbox, "a.txt", code: 0)
    try sandbox.write("a.txt", "3\n")
    #expect(
      try diff(sandbox, "a.txt")
        == "a.txt: version 2 → current\n@@ -1 +1 @@ hunk 1\n-2\n+3\n")
    #expect(
      try diff(sandbox, "a.txt", "1")
        == "a.txt: version 1 → current\n@@ -1 +1 @@ hunk 1\n-1\n+3\n")
    #expect(
      try diff(sandbox, "a.txt", "2", "1")
        == "a.txt: version 2 → version 1\n@@ -1 +1 @@ hunk 1\n-2\n+1\n")
    try diff(sandbox, "a.txt", "1", "1", code: 0)
    #expect(try diff(sandbox, "a.txt", "--quiet") == "")
    try sandbox.fail(3, "diff", "a.txt", "9", saying: "has no version 9")
    try sandbox.fail(3, "diff", "b.txt", saying: "no document 'b.txt'")
    try sandbox.fail(2, "diff", "a.txt", "--stat", "--quiet", saying: "exclude each other")
  }

  @Test func anotherDocumentIsComparedAsItIsOrByVersion() throws {
    let sandbox = try changed("a.txt", "1\n", "2\n")
    try sandbox.write("b.txt", "3\n")
    #expect(
      try diff(sandbox, "a.txt", "--with", "b.txt")
        == "a.txt: current → b.txt: current\n@@ -1 +1 @@ hunk 1\n-2\n+3\n")
    try sandbox.succeed("save", "b.txt")
    try sandbox.write("b.txt", "4\n")
    #expect(
      try diff(sandbox, "a.txt", "1", "1", "--with", "b.txt")
        == "a.txt: version 1 → b.txt: version 1\n@@ -1 +1 @@ hunk 1\n-1\n+3\n")
    #expect(try diff(sandbox, "a.txt", "--with", "b.txt", "--name-only") == "a.txt\n")
    try sandbox.fail(3, "diff", "a.txt", "--with", "no.txt", saying: "no document 'no.txt'")
  }

  @Test func fileThatIsNotThereIsAMissingSideAndAnEmptyOneIsNot() throws {
    let sandbox = try changed("a.txt", "1\n", "")
    #expect(
      try diff(sandbox, "a.txt")
        == "a.txt: version 1 → current\n@@ -1 +0,0 @@ hunk 1\n-1\n")
    #expect(!(try diff(sandbox, "a.txt", "--format", "unified")).contains("/dev/null"))
    try FileSystem.remove(sandbox.path("a.txt"))
    #expect(
      try diff(sandbox, "a.txt")
        == "a.txt: version 1 → current, not there\n@@ -1 +0,0 @@ hunk 1\n-1\n")
    #expect(try diff(sandbox, "a.txt", "--format", "unified").contains("+++ /dev/null\n"))
    try sandbox.succeed("delete", "a.txt")
    #expect(
      try diff(sandbox, "a.txt", "1", "2").hasPrefix("a.txt: version 1 → version 2, deleted\n"))
  }

  @Test func renamedDocumentIsFollowedWithOneRemark() throws {
    let sandbox = try changed("a.txt", "1\n", "1\n")
    try sandbox.succeed("rename", "a.txt", "b.txt")
    try sandbox.write("b.txt", "2\n")
    let answer = try sandbox.versions("diff", "a.txt", "1", "current")
    #expect(
      answer.text
        == "b.txt: version 1, named 'a.txt' → current\n@@ -1 +1 @@ hunk 1\n-1\n+2\n")
    #expect(answer.errorText == "versions: warning: 'a.txt' was renamed to 'b.txt'\n")
    #expect(try diff(sandbox, "b.txt", "2", "1", code: 0) == "")
  }

  @Test func packageIsComparedPartByPart() throws {
    let sandbox = try Sandbox()
    try sandbox.write("n.textbundle/info.json", #"{"a":1}"#)
    try sandbox.write("n.textbundle/text.md", "one\n")
    try sandbox.succeed("save", "n.textbundle")
    try sandbox.write("n.textbundle/info.json", #"{"a":2}"#)
    try sandbox.write("n.textbundle/text.md", "two\n")
    try sandbox.write("n.textbundle/new", "12345")
    #expect(
      try diff(sandbox, "n.textbundle") == """
        n.textbundle: version 1 → current
        part 'info.json'
        /a 1 → 2
        part 'new' added, 5 bytes
        part 'text.md'
        @@ -1 +1 @@ hunk 1
        -one
        +two

        """)
    #expect(
      try diff(sandbox, "n.textbundle", "--name-only", "-z")
        == "n.textbundle/info.json\0n.textbundle/new\0n.textbundle/text.md\0")
    #expect(
      try diff(sandbox, "n.textbundle", "--stat") == """
        1\t1\tn.textbundle/info.json
        1\t0\tn.textbundle/new
        1\t1\tn.textbundle/text.md

        """)
  }

  // MARK: For programs

  private struct Change: Decodable {
    struct Lines: Decodable {
      let start: Int
      let count: Int
      let unit: String
    }
    struct Span: Decodable {
      let side: String
      let line: Int
      let start: Int
      let count: Int
      let unit: String
      let text: String
    }
    let kind: String
    let oldLines: Lines?
    let newLines: Lines?
    let removed: [String]?
    let added: [String]?
    let words: [Span]?
  }

  @Test func everyObjectIsParsedAndItsSpansAreWhereTheySay() throws {
    let sandbox = try changed("a.txt", "x\nk 👨‍👩‍👧 e\u{301} z\n", "x\nk 👨‍👩‍👧‍👦 o z\nmore\n")
    let answer = try sandbox.versions("diff", "--json", "a.txt")
    let changes = try answer.objects(Change.self)
    let change = try #require(changes.first)
    #expect(change.kind == "changed" && change.oldLines?.start == 2 && change.newLines?.count == 2)
    #expect(change.removed == ["k 👨‍👩‍👧 e\u{301} z"])
    for span in try #require(change.words) {
      #expect(span.unit == "grapheme")
      let lines = span.side == "old" ? change.removed : change.added
      let first = (span.side == "old" ? change.oldLines : change.newLines)?.start ?? 0
      let line = Array(try #require(lines)[span.line - first])
      #expect(String(line[(span.start - 1)..<(span.start - 1 + span.count)]) == span.text)
    }
  }

  @Test(
    "Patches are taken by git and patch and give the newer bytes; counts are those of git",
    arguments: 0..<6)
  func patchesApply(seed: UInt64) throws {
    var random = SeededNumbers(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let pieces: [Word] = [
      "a\n", "b\n", "}\n", "\n", "café\n", "🐝 x\r\n", "  c d\n", Word([0xff, 0x0a]),
    ]
    func text() -> [Word] { (0..<30).map { _ in pieces[random.next(below: pieces.count)] } }
    let old = text()
    var new = old
    for _ in 0..<(1 + random.next(below: 6)) {
      let place = random.next(below: new.count)
      if random.next(below: 2) == 0 {
        new.remove(at: place)
      } else {
        new.insert(pieces[random.next(below: pieces.count)], at: place)
      }
    }
    if seed % 2 == 1 { new.append("no end") }
    let before = old.reduce("", +)
    let after = new.reduce("", +)
    guard before != after else { return }
    let sandbox = try changed("sub/a b.txt", before, after)
    try sandbox.shell(
      """
      $versions diff 'sub/a b.txt' --format unified > ../p.diff; test $? = 1
      $versions diff 'sub/a b.txt' --stat > ../stat; test $? = 1
      cp 'sub/a b.txt' ../new && $versions show 'sub/a b.txt' > ../old
      mkdir ../g && cd ../g && git init -q . && mkdir sub && cp ../old 'sub/a b.txt'
      git apply --whitespace=nowarn ../p.diff && cmp 'sub/a b.txt' ../new
      cp ../old 'sub/a b.txt' && patch -s --binary -p1 < ../p.diff && cmp 'sub/a b.txt' ../new
      git diff --no-index --numstat --text ../old ../new | cut -f1,2 > ../expected
      cut -f1,2 ../stat | cmp - ../expected
      """)
  }

  @Test func patchMakesAndRemovesFilesAndParts() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir n.textbundle && cd n.textbundle && echo 1 > a && echo gone > b && ln -s a l && : > e
      cp -a ../n.textbundle ../../g-old && $versions save . > /dev/null
      echo 2 > a && rm b e && printf new > c && ln -sfn c l && : > empty && cd ..
      $versions diff n.textbundle --format unified > ../p.diff; test $? = 1
      mkdir ../g && mv ../g-old ../g/n.textbundle && cd ../g && git init -q .
      git apply ../p.diff && diff -r --no-dereference n.textbundle '\(Word(sandbox.library))/n.textbundle'
      """
    )
  }

  @Test func patchHoldsDataForGitInBothDirections() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir n.textbundle && cd n.textbundle && echo 1 > a
      printf '\\211PNG\\r\\n\\032\\n\\000one' > p.png && cp p.png gone.png
      cp -a ../n.textbundle ../../g-old && $versions save . > /dev/null
      echo 2 > a && rm gone.png && printf '\\211PNG\\r\\n\\032\\n\\000two' > p.png
      printf '\\211PNG\\r\\n\\032\\n\\000new' > new.png && cd ..
      $versions diff n.textbundle --format unified > ../p.diff; test $? = 1
      cp -a ../g-old ../g-kept && mkdir ../g && cp -a ../g-old ../g/n.textbundle && cd ../g
      git init -q . && git apply ../p.diff
      diff -r n.textbundle '\(Word(sandbox.library))/n.textbundle'
      git apply -R ../p.diff && diff -r n.textbundle ../g-kept
      patch -s -p1 < ../p.diff > ../said || true
      test "$(cat n.textbundle/a)" = 2 && cmp n.textbundle/p.png ../g-kept/p.png
      """)
  }

  /// Numbers that look random and come again with the same seed.
  private struct SeededNumbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }
}
