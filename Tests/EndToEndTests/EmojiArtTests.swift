import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The drawing application, as a person uses it.
struct EmojiArtTests {
  private func emojiart(
    _ sandbox: Sandbox, _ words: Word..., input: [UInt8] = []
  ) throws -> Child.Answer {
    let answer = try sandbox.start([try program()] + words, input: input)
      .finish(within: Sandbox.generous)
    #expect(answer.ending == .exit(0), "\(words.map(\.text)): \(answer.errorText)")
    return answer
  }

  private func program() throws -> Word {
    Word(try #require(Sandbox.builtCommand).parent.appending("emojiart"))
  }

  @Test func everyEditIsAVersionAndGoesBackAndForth() throws {
    let sandbox = try Sandbox()
    _ = try emojiart(sandbox, "new", "a.emojiart")
    _ = try emojiart(sandbox, "add", "a.emojiart", "🐝", "10", "-20", "64")
    _ = try emojiart(sandbox, "add", "a.emojiart", "🌷", "1", "2")
    _ = try emojiart(sandbox, "move", "a.emojiart", "🐝", "5", "6")
    _ = try emojiart(sandbox, "resize", "a.emojiart", "#1", "80")
    _ = try emojiart(sandbox, "background", "a.emojiart", "https://example.org/m.jpg")
    _ = try emojiart(sandbox, "remove", "a.emojiart", "2")
    let full = try sandbox.read("a.emojiart")
    #expect(
      full
        == #"{"background":{"theURL":"https://example.org/m.jpg"},"emojis":[{"text":"🐝","x":5,"y":6,"size":64,"id":1}],"uniqueEmojiId":2}"#
    )
    #expect(
      try emojiart(sandbox, "show", "a.emojiart").lines == [
        "background: https://example.org/m.jpg", "#0 (1) 🐝 at 5, 6, size 64",
      ])
    #expect(
      try sandbox.history("a.emojiart").map(\.event) == ["save"]
        + Array(repeating: "autosave", count: 6))
    for _ in 0..<6 { _ = try emojiart(sandbox, "undo", "a.emojiart") }
    #expect(try sandbox.read("a.emojiart") == sandbox.content("a.emojiart", 1))
    let nothing = try sandbox.run(try program(), "undo", "a.emojiart")
    #expect(nothing.code == 2 && nothing.errorText.contains("nothing to undo"))
    for _ in 0..<6 { _ = try emojiart(sandbox, "redo", "a.emojiart") }
    #expect(try sandbox.read("a.emojiart") == full)
    #expect(try sandbox.run(try program(), "redo", "a.emojiart").code == 2)
    _ = try emojiart(sandbox, "undo", "a.emojiart")
    _ = try emojiart(sandbox, "add", "a.emojiart", "x", "0", "0")
    #expect(try sandbox.run(try program(), "redo", "a.emojiart").code == 2)
    #expect(try emojiart(sandbox, "browse").lines[0].contains("a.emojiart  🐝 🌷 x"))
    // What was kept of it is shown, made anew where it is spoiled, and never an older one.
    try sandbox.shell("sleep 0.3")
    let shown = try emojiart(sandbox, "browse").text
    try sandbox.shell("test -n \"$(ls .versions/versions/previews)\"")
    #expect(try emojiart(sandbox, "browse").text == shown)
    try sandbox.shell("for f in .versions/versions/previews/*; do echo spoiled >\"$f\"; done")
    #expect(try emojiart(sandbox, "browse").text == shown)
    _ = try emojiart(sandbox, "add", "a.emojiart", "y", "0", "0")
    #expect(try emojiart(sandbox, "browse").lines[0].contains("a.emojiart  🐝 🌷 x y"))
    try sandbox.checkStore()
  }

  @Test(
    .enabled(if: Sandbox.samples("cases") != nil, "no shared cases here"),
    arguments: [
      ("E03-2017-url.json", #"{"x":1,"y":2,"text":"🌷","size":30}"#),
      ("E03-2020.json", #"{"text":"🌷","x":1,"y":2,"size":30,"id":3}"#),
      ("E03-2021-url.emojiart", #"{"text":"🌷","x":1,"y":2,"size":30,"id":"#),
      ("E03-2021-synth-url.emojiart", #"{"text":"🌷","x":1,"y":2,"size":30,"id":"#),
      ("E03-2023.emojiart", #"{"string":"🌷","position":{"x":1,"y":2},"size":30,"id":3}"#),
    ])
  func eachYearsShapeIsWrittenAsItWasRead(_ name: String, _ emoji: String) throws {
    let sandbox = try Sandbox()
    let sample = try #require(Sandbox.samples("cases")).appending(name)
    let before = try File(sample).readToEnd()
    _ = try emojiart(sandbox, "new", "a.emojiart", "like", Word(sample))
    _ = try emojiart(sandbox, "add", "a.emojiart", "🌷", "1", "2", "30")
    let after = try sandbox.read("a.emojiart").text
    #expect(after.contains(emoji), "\(after)")
    // Taken away again, only the counter tells.
    _ = try emojiart(sandbox, "undo", "a.emojiart")
    #expect(try sandbox.read("a.emojiart").bytes == before)
  }

  @Test func aDragIsAFewVersionsAndItsLastPlaceIsExact() throws {
    let sandbox = try Sandbox()
    _ = try emojiart(sandbox, "new", "a.emojiart")
    _ = try emojiart(sandbox, "add", "a.emojiart", "🐝", "0", "0")
    let before = try sandbox.history("a.emojiart").count
    sandbox.environment["emojiart"] = try program()
    try sandbox.shell(
      """
      i=0; while [ $i -lt 150 ]; do i=$((i+1)); echo "move 1 $i $((i * 2))"; sleep 0.026; done \
      | "$emojiart" session a.emojiart
      """)
    let history = try sandbox.history("a.emojiart")
    #expect((1...3).contains(history.count - before), "\(history.count - before) versions")
    #expect(
      try emojiart(sandbox, "show", "a.emojiart").lines.last == "#0 (1) 🐝 at 150, 300, size 40")
    #expect(try sandbox.content("a.emojiart", history.count) == sandbox.read("a.emojiart"))
  }

  @Test func aSessionUndoesAndSaysWhatItDidNotUnderstand() throws {
    let sandbox = try Sandbox()
    _ = try emojiart(sandbox, "new", "a.emojiart", "2017")
    let lines = "add 🐝 1 2\nfly 1\nadd 🌷 3 4\nundo\nshow\nredo\nresize 🌷 7.5\nautosave\n"
    let answer = try sandbox.start(
      [try program(), "session", "a.emojiart"], input: Array(lines.utf8)
    ).finish(within: Sandbox.generous)
    #expect(answer.code == 2 && answer.errorText.contains("'fly 1' is not understood"))
    #expect(answer.errorText.hasSuffix("emojiart: one line was not done\n"))
    #expect(answer.lines == ["background: none", "#0 🐝 at 1, 2, size 40", "autosaved"])
    #expect(
      try sandbox.read("a.emojiart")
        == #"{"emojis":[{"x":1,"y":2,"text":"🐝","size":40},{"x":3,"y":4,"text":"🌷","size":8}]}"#)
  }

  @Test(
    "What is asked wrong is refused in words that help",
    arguments: [
      (["add", "a.emojiart", "", "1", "2"], 2, "the emoji is empty: give at least one"),
      (["add", "a.emojiart", "x", "1", "2", "0"], 2, "'0' is no size: it is to be more than 0"),
      (["resize", "a.emojiart", "#0", "-3"], 2, "'-3' is no size: it is to be more than 0"),
      ([], 2, "a command is missing; 'emojiart --help' lists them"),
      (
        ["show", "c.emojiart"], 1,
        "'c.emojiart' cannot be read: it is not a drawing: "
          + "an unexpected character stands at byte 0"
      ),
    ] as [([Word], Int32, String)])
  func refusals(words: [Word], code: Int32, message: String) throws {
    let sandbox = try Sandbox()
    _ = try emojiart(sandbox, "new", "a.emojiart")
    _ = try emojiart(sandbox, "add", "a.emojiart", "🐝", "1", "2")
    try sandbox.write("c.emojiart", "bad")
    let before = try sandbox.read("a.emojiart")
    let answer = try sandbox.start([try program()] + words).finish(within: Sandbox.generous)
    #expect(answer.code == code && answer.errorText == "emojiart: \(message)\n")
    #expect(try sandbox.read("a.emojiart") == before)
  }

  @Test func aSessionThatIsStoppedKeepsItsLastEdit() throws {
    let sandbox = try Sandbox()
    _ = try emojiart(sandbox, "new", "a.emojiart")
    let line =
      "mkfifo ../in; exec 0<>../in; printf 'add x 1 2\\nshow\\n' >&0; exec \"$1\" session $2"
    let child = try sandbox.start(["sh", "-c", Word(line), "sh", try program(), "a.emojiart"])
    let end = Child.now + Sandbox.generous
    while try child.soFar().output.isEmpty, Child.now < end { usleep(1000) }
    child.send(SIGINT)
    #expect(try child.finish(within: Sandbox.generous).ending == .exit(130))
    #expect(
      try emojiart(sandbox, "show", "a.emojiart").lines.last == "#0 (1) x at 1, 2, size 40")
    #expect(try emojiart(sandbox, "-h").text == emojiart(sandbox, "--help").text)
  }

  @Test func whatIsNoDrawingIsLeftAlone() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "no drawing")
    for words: [Word] in [
      ["show", "a.txt"], ["add", "a.txt", "x", "1", "2"], ["show", "none"], ["new", "a.txt"],
    ] {
      let answer = try sandbox.start([try program()] + words).finish(within: Sandbox.generous)
      #expect(answer.code == 1 && answer.errorText.hasPrefix("emojiart: "), "\(words)")
    }
    #expect(try sandbox.read("a.txt") == "no drawing")
    #expect(try sandbox.run(try program(), "paint").code == 2)
    #expect(try sandbox.run(try program(), "new", "b", "1999").code == 2)
  }
}
