import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The editor of a text with a checkbox, as a person uses it, and as it is killed.
struct TextPadTests {
  private func textpad(
    _ sandbox: Sandbox, _ words: Word..., input: String = ""
  ) throws -> Child.Answer {
    let answer = try sandbox.start([try program()] + words, input: Array(input.utf8))
      .finish(within: Sandbox.generous)
    #expect(answer.ending == .exit(0), "\(words.map(\.text)): \(answer.errorText)")
    return answer
  }

  private func program() throws -> Word {
    Word(try #require(Sandbox.builtCommand).parent.appending("textpad"))
  }

  @Test func aTextIsWrittenCheckedAndTakenBack() throws {
    let sandbox = try Sandbox()
    #expect(try textpad(sandbox, "new").lines == ["Untitled.pad"])
    #expect(try textpad(sandbox, "new").lines == ["Untitled 2.pad"])
    _ = try textpad(sandbox, "write", "Untitled.pad", "Dear Jo")
    _ = try textpad(sandbox, "check", "Untitled.pad")
    #expect(try sandbox.read("Untitled.pad") == "{\"checked\": true, \"text\": \"Dear Jo\"}\n")
    _ = try textpad(sandbox, "save", "Untitled.pad", "good")
    _ = try textpad(sandbox, "append", "Untitled.pad", ", all \"well\"\n")
    _ = try textpad(sandbox, "uncheck", "Untitled.pad")
    #expect(
      try textpad(sandbox, "show", "Untitled.pad").lines == [#"[ ] Dear Jo, all "well"\x0a"#])
    #expect(try textpad(sandbox, "revert", "Untitled.pad").lines == ["[x] Dear Jo"])
    #expect(try textpad(sandbox, "revert", "Untitled.pad", "2").lines == ["[ ] Dear Jo"])
    let versions = try textpad(sandbox, "versions", "Untitled.pad").lines
    #expect(versions.count == 8 && versions[4].hasSuffix("good"), "\(versions)")
    #expect(
      try sandbox.history("Untitled.pad").map(\.event) == [
        "save", "autosave", "autosave", "save", "autosave", "autosave", "restore", "restore",
      ])
    try sandbox.checkStore()
  }

  @Test func otherKeysAndStyleStay() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      "{\r\n  \"text\" : \"\\u0061\",\r\n  \"n\" : 1.50,\r\n  \"checked\" : false\r\n}\r\n")
    _ = try textpad(sandbox, "check", "a.json")
    #expect(
      try sandbox.read("a.json")
        == "{\r\n  \"text\" : \"\\u0061\",\r\n  \"n\" : 1.50,\r\n  \"checked\" : true\r\n}\r\n")
    for text: Word in ["[]", "{\"text\":1}", "{\"text\":\"a\",\"text\":\"b\"}", "{"] {
      try sandbox.write("b.json", text)
      let answer = try sandbox.run(try program(), "check", "b.json")
      #expect(answer.code == 1, "\(text)")
      #expect(try sandbox.read("b.json") == text)
    }
  }

  @Test func draftsComeBack() throws {
    let sandbox = try Sandbox()
    _ = try textpad(sandbox, "session", input: "write a draft\ncheck\n")
    #expect(try textpad(sandbox, "drafts").lines == ["Untitled.pad  a draft"])
    #expect(try sandbox.names().isEmpty)
    #expect(try sandbox.run(try program(), "recover", "a.pad").code == 0)
    #expect(try sandbox.read("a.pad") == "{\"checked\": true, \"text\": \"a draft\"}\n")
    #expect(try textpad(sandbox, "drafts").lines == [])
    _ = try textpad(sandbox, "session", input: "write kept\nsave-as b.pad\nappend , and more\n")
    #expect(try textpad(sandbox, "show", "b.pad").lines == ["[ ] kept, and more"])
    #expect(try textpad(sandbox, "drafts").lines == [])
  }

  @Test(
    "A signal ends a session as the end of its lines does", arguments: [SIGINT, SIGTERM, SIGHUP])
  func stopped(_ signal: Int32) throws {
    let sandbox = try Sandbox()
    _ = try textpad(sandbox, "new")
    for (file, text) in [(Word(""), "a draft"), ("Untitled.pad", "kept")] {
      // Its input stays open, as a terminal does.
      let line = "mkfifo ../in 2>/dev/null; exec 0<>../in; printf '%s\\n' \"write $1\" show >&0; "
      let child = try sandbox.start(
        ["sh", "-c", Word(line + "exec \"$2\" session $3"), "sh", Word(text), try program(), file])
      let end = Child.now + Sandbox.generous
      while try child.soFar().output.isEmpty, Child.now < end { usleep(1000) }
      child.send(signal)
      let answer = try child.finish(within: Sandbox.generous)
      #expect(answer.ending == .exit(130) && answer.error.isEmpty, "\(answer.errorText)")
    }
    #expect(try textpad(sandbox, "drafts").lines == ["Untitled.pad  a draft"])
    #expect(try textpad(sandbox, "show", "Untitled.pad").lines == ["[ ] kept"])
    #expect(try sandbox.history("Untitled.pad").map(\.event) == ["save", "autosave"])
  }

  @Test func whatIsOpenIsSavedBeforeTheCommandReads() throws {
    let sandbox = try Sandbox()
    _ = try textpad(sandbox, "new")
    // Its input stays open, as a terminal does.
    try sandbox.shell("mkfifo ../in")
    let session = try sandbox.start(
      ["sh", "-c", "exec \"$0\" session Untitled.pad 0<>../in", try program()])
    var lines = 0
    func say(_ line: String) throws {
      try sandbox.shell("printf '%s\\nshow\\n' '\(line)' > ../in")
      lines += 1
      let end = Child.now + Sandbox.generous
      while try session.soFar().output.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
        try #require(Child.now < end)
        usleep(1000)
      }
    }
    for number in 1...10 {
      try say("write \(number)")
      #expect(
        try sandbox.succeed("show", "Untitled.pad").text
          == "{\"checked\": false, \"text\": \"\(number)\"}\n")
    }
    // One that is stopped keeps nobody from reading.
    try say("write eleven")
    session.send(SIGSTOP)
    let answer = try sandbox.versions("list", "Untitled.pad")
    #expect(answer.errorText.contains("does not answer"), "\(answer.errorText)")
    session.send(SIGCONT)
    session.send(SIGTERM)
    _ = try session.finish(within: Sandbox.generous)
    #expect(try textpad(sandbox, "show", "Untitled.pad").lines == ["[ ] eleven"])
  }

  @Test func aConflictThatOnlyTheClockFoundIsTold() throws {
    let sandbox = try Sandbox()
    _ = try textpad(sandbox, "new")
    sandbox.environment["textpad"] = try program()
    let answer = try sandbox.run(
      "sh", "-c",
      """
      { echo "write mine"; echo show; until [ -s ../answer ]; do sleep 0.05; done
        printf '{"checked": true, "text": "theirs"}' > Untitled.pad
        echo "append more"; sleep 4; echo show; } \
      | "$textpad" session Untitled.pad > ../answer
      """)
    #expect(answer.code == 1, "\(answer.errorText)")
    #expect(answer.errorText.contains("another program"), "\(answer.errorText)")
    #expect(try sandbox.read("Untitled.pad") == "{\"checked\": true, \"text\": \"theirs\"}")
    #expect(try sandbox.history("Untitled.pad").map(\.event).contains("conflict"))
  }

  @Test func aReaderThatHasGoneCostsNothing() throws {
    let sandbox = try Sandbox()
    _ = try textpad(sandbox, "new")
    sandbox.environment["textpad"] = try program()
    try sandbox.shell(
      """
      { echo show; sleep 0.2; echo "write kept"; echo show; echo show; } \
      | "$textpad" session Untitled.pad | head -n 0
      """)
    #expect(try textpad(sandbox, "show", "Untitled.pad").lines == ["[ ] kept"])
  }

  @Test func aSessionAndTheCommandSaveBesideEachOther() throws {
    let sandbox = try Sandbox()
    _ = try textpad(sandbox, "new")
    sandbox.environment["textpad"] = try program()
    let answer = try sandbox.shell(
      """
      { i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo "write $i"; echo autosave; done; } \
      | "$textpad" session Untitled.pad > ../answer & session=$!
      i=0; while [ $i -lt 40 ]; do i=$((i+1)); "$versions" save Untitled.pad > ../saved; done
      wait $session
      """)
    #expect(answer.error.isEmpty, "\(answer.errorText)")
    #expect(try textpad(sandbox, "show", "Untitled.pad").lines == ["[ ] 60"])
    let history = try sandbox.history("Untitled.pad")
    #expect(history.allSatisfy { ["save", "autosave"].contains($0.event) })
    #expect(history.map(\.version) == Array(1...history.count))
  }

  /// What a session said is autosaved is there after it was killed, whole; of a draft, too.
  @Test(arguments: [false, true])
  func killedSessionsLoseNothingThatWasAutosaved(_ isDraft: Bool) throws {
    let sandbox = try Sandbox()
    if !isDraft { _ = try textpad(sandbox, "new") }
    var random = SplitMix(seed: isDraft ? 4 : 3)
    var killed = 0
    var newest = 0
    var count = 0
    var window = 60_000.0
    for round in 0..<60 where killed < 25 {
      let first = count + 1
      count += 400
      let lines = (first...count).map { "write \($0)\nautosave\n" }.joined()
      let words: [Word] = isDraft ? ["session"] : ["session", "Untitled.pad"]
      let answer = try sandbox.start([try program()] + words, input: Array(lines.utf8))
        .finish(within: .microseconds(10_000 + Int(random.next() % UInt64(window))))
      #expect(answer.wasKilled || answer.code == 0, "\(answer.errorText)")
      if answer.wasKilled { killed += 1 }
      window = answer.wasKilled ? min(window * 1.05, 3_000_000) : max(window * 0.7, 10_000)
      let told = answer.text.split(separator: "\n").last(where: { $0.hasPrefix("autosaved ") })
        .flatMap { Int($0.dropFirst("autosaved ".count)) }
      newest = told ?? newest
      if isDraft {
        let drafts = try textpad(sandbox, "drafts").lines
        let found = drafts.compactMap { Int($0.split(separator: " ").last ?? "") }.max() ?? 0
        // One that was being written is the old or the new one.
        #expect(found == newest || found == newest + 1 || told == nil, "\(found), told \(newest)")
        if told != nil { #expect(found >= newest) }
        for _ in drafts {
          _ = try textpad(sandbox, "recover", "r\(round)-\(random.next()).pad")
        }
      } else {
        let shown = try textpad(sandbox, "show", "Untitled.pad").lines.last ?? ""
        let found = Int(shown.dropFirst("[ ] ".count)) ?? 0
        #expect(found >= newest && found <= newest + 1 || told == nil, "\(shown), told \(newest)")
        newest = max(newest, found)
      }
    }
    #expect(killed >= 10)
    try sandbox.succeed("autosave")
    try sandbox.checkStore()
  }
}
