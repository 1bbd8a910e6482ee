import Files
import Testing

/// What makes a version and what does not (S04, S08, S10, S13).
struct SaveTests {
  @Test func sameSizeAndSameTimeAreNotTheSameContent() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "count=1\n")
    try sandbox.shell("touch -d '2026-01-01 00:00:00' a.txt && \"$versions\" save a.txt")
    for command in ["save", "autosave"] {
      let number = command == "save" ? "2" : "3"
      try sandbox.shell(
        """
        printf 'count=\(number)\\n' > a.txt
        touch -d '2026-01-01 00:00:00' a.txt
        "$versions" \(command)\(command == "save" ? " a.txt" : "")
        """)
    }
    try sandbox.expect("a.txt", holds: ["count=1\n", "count=2\n", "count=3\n"])
  }

  @Test func whatChangesNothingMakesNoVersion() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "one\n")
    for _ in 1...3 { try sandbox.succeed("save", "a.txt") }
    try sandbox.shell("touch a.txt")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: unchanged since version 1\n")
    try sandbox.shell("chmod 755 a.txt")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: unchanged since version 1\n")
    try sandbox.shell("mv a.txt b && cp b a.txt && rm b")
    #expect(try sandbox.succeed("autosave").output.isEmpty)
    // A label goes to the version that is there.
    try sandbox.succeed("save", "a.txt", "-m", "a label")
    let history = try sandbox.history("a.txt")
    #expect(history.count == 1 && history[0].label == "a label")
    #expect(try sandbox.content("a.txt", 1) == "one\n")
  }

  @Test func savingWhatWasOnlyAutosavedMakesAVersionOfIt() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "one\n")
    try sandbox.succeed("autosave", "a.txt")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 2\n")
    #expect(
      try sandbox.succeed("autosave", "a.txt").text == "a.txt: unchanged since version 2\n")
    #expect(try sandbox.history("a.txt").map(\.event) == ["autosave", "save"])
  }

  @Test func versionsOfOneSecondAreAllThereAndATimeMeansTheLast() throws {
    let sandbox = try Sandbox()
    for number in 1...20 {
      try sandbox.write("a.txt", Word("\(number)\n"))
      try sandbox.succeed("save", "a.txt")
    }
    let history = try sandbox.history("a.txt")
    #expect(history.map(\.version) == Array(1...20))
    #expect(Set(history.compactMap(\.versionId)).count == 20)
    let time = String(history[9].time.prefix(19))
    let last = history.last { $0.time.prefix(19) == time }
    let shown = try sandbox.succeed("show", "a.txt", Word(time), "--info", "--json")
    #expect(try shown.objects(VersionObject.self).map(\.version) == [last?.version])
  }

  @Test func emptyDocumentAndNoDocumentAreNotTheSame() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 1\n")
    #expect(try sandbox.content("a.txt", 1) == "")
    try sandbox.succeed("delete", "a.txt")
    try sandbox.succeed("restore", "a.txt", "1")
    #expect(try sandbox.read("a.txt") == "")
  }

  @Test func sizeLimitIsVisibleAndItsAdviceWorks() throws {
    let sandbox = try Sandbox()
    try sandbox.succeed("config", "sizeLimit", "1k")
    try sandbox.write("big.txt", Word(Array(repeating: UInt8(ascii: "x"), count: 2000)))
    try sandbox.write("small.txt", "small\n")
    let answer = try sandbox.versions("save", "big.txt", "small.txt")
    #expect(answer.ending == .exit(4))
    #expect(answer.text == "small.txt: version 1\n")
    #expect(answer.errorText.contains("big.txt") && answer.errorText.contains("2000"))
    let list = try sandbox.succeed("list", "--json").objects(ListedObject.self)
    #expect(list.first { $0.path == "big.txt" }?.state == "tooBig")
    // The hint is a command that can be run as it stands.
    let hint = answer.errorText.firstMatch(of: /versions (config [a-zA-Z.]+ [0-9]+)/)
    let words = try #require(hint, "\(answer.errorText)").1.split(separator: " ")
    try sandbox.succeed(Word(String(words[0])), Word(String(words[1])), Word(String(words[2])))
    #expect(try sandbox.succeed("autosave").text == "big.txt: version 1\n")
  }

  @Test func bigDocumentNeedsNoMoreThanTwiceItsSize() throws {
    let sandbox = try Sandbox()
    let size = 64 << 20
    // Hardly shrinks, as pictures hardly do.
    try sandbox.shell("head -c \(size) /dev/urandom > big.bin")
    let bound = 2 * size + (60 << 20)
    let save = try sandbox.versions(["save", "big.bin"], measuringMemory: true)
    #expect(save.text == "big.bin: version 1\n", "\(save.errorText)")
    #expect(save.peakMemory > size / 2 && save.peakMemory <= bound, "\(save.peakMemory >> 20) MB")
    let child = try sandbox.start(
      ["sh", "-c", "exec \"$versions\" show big.bin 1 > copy.bin"], measuringMemory: true)
    let show = try child.finish(within: Sandbox.generous)
    #expect(show.ending == .exit(0) && show.peakMemory <= bound, "\(show.peakMemory >> 20) MB")
    try sandbox.shell("cmp big.bin copy.bin && rm copy.bin && echo more >> big.bin")
    let restore = try sandbox.versions(["restore", "big.bin", "1"], measuringMemory: true)
    #expect(restore.ending == .exit(0))
    #expect(restore.peakMemory <= bound + size, "\(restore.peakMemory >> 20) MB")
  }
}
