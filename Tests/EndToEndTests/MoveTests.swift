import Files
import Testing

/// Documents that move to another library, with the command.
struct MoveTests {
  /// A library with 'a.txt' in it, and the folder 'other' in it that is a library of its own.
  private func libraries() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.succeed("init", "other")
    for number in 1...3 {
      try sandbox.write("a.txt", Word("text \(number)\n"))
      try sandbox.succeed("save", "a.txt")
    }
    return sandbox
  }

  @Test func documentsMoveWithTheirHistory() throws {
    let sandbox = try libraries()
    try sandbox.succeed("label", "a.txt", "2", "middle")
    let answer = try sandbox.succeed("rename", "a.txt", "other")
    #expect(answer.text == "a.txt: moved from 'a.txt' in '\(sandbox.library)', version 5\n")
    #expect(!sandbox.exists("a.txt"))
    #expect(
      try sandbox.history("other/a.txt").map(\.event)
        == ["save", "save", "save", "delete", "rename"])
    #expect(try sandbox.content("other/a.txt", 2) == "text 2\n")
    #expect(try sandbox.succeed("show", "other/a.txt", "middle").text == "text 2\n")
    #expect(try sandbox.history("a.txt").map(\.event) == ["save", "save", "save", "delete"])
    #expect(
      try sandbox.fail(3, "rename", "a.txt", "other/b.txt").errorText
        == "versions: 'a.txt' was moved to '\(sandbox.library)/other/a.txt'\n")
    try sandbox.write("a.txt", "new\n")
    try sandbox.succeed("save", "a.txt")
    try sandbox.fail(4, "rename", "a.txt", "other/a.txt")
    try sandbox.succeed("--library", "other", "verify")
    try sandbox.checkStore()
  }

  @Test func aCopyInAnotherLibraryIsRefusedWithWhatToDo() throws {
    let sandbox = try libraries()
    let target = "\(sandbox.library)/other/b.txt"
    #expect(
      try sandbox.fail(2, "duplicate", "a.txt", "other/b.txt").errorText == """
        versions: 'other/b.txt' is in another library
          hint: a document of its own begins there with: cp -R a.txt \(target) && versions save \
        \(target)
          hint: or the document moves there, with its history, with: versions rename a.txt \(target)

        """)
  }

  @Test func foldersMoveDocumentByDocument() throws {
    let sandbox = try libraries()
    try sandbox.write("f/one.txt", "one\n")
    try sandbox.write("f/two.txt", "two\n")
    try sandbox.write("f/.two.txt.swp", "scratch")
    let answer = try sandbox.versions("rename", "f", "other/g")
    #expect(answer.ending == .exit(0))
    #expect(
      answer.text == """
        g/one.txt: moved from '\(sandbox.library)', version 3
        g/two.txt: moved from '\(sandbox.library)', version 3

        """)
    #expect(
      answer.errorText == "versions: warning: 'f' is not empty: what is no document stays\n")
    #expect(try sandbox.read("other/g/two.txt") == "two\n")
    #expect(sandbox.exists("f/.two.txt.swp") && !sandbox.exists("f/two.txt"))
  }

  @Test("A folder goes on to where it was asked to go first", arguments: ["other/g", "other/"])
  func foldersGoOnToTheSamePlace(target: Word) throws {
    let sandbox = try libraries()
    try sandbox.write("f/one.txt", "one\n")
    try sandbox.write("f/two.txt", "two\n")
    try sandbox.succeed("save", "f")
    try sandbox.succeed("lock", "f/two.txt")
    #expect(try sandbox.versions("rename", "f", target).ending == .exit(4))
    try sandbox.succeed("unlock", "f/two.txt")
    let name = target == "other/" ? "f" : "g"
    #expect(
      try sandbox.succeed("rename", "f", target).text.hasPrefix("\(name)/two.txt: moved from"))
    #expect(
      try sandbox.names(in: Word("other/\(name)")).sorted { $0.text < $1.text }
        == ["one.txt", "two.txt"])
    #expect(!sandbox.exists("f"))
    // The next one goes into the folder, as ever.
    try sandbox.write("f/three.txt", "three\n")
    if target == "other/g" {
      #expect(
        try sandbox.succeed("rename", "f", target).text.hasPrefix("g/f/three.txt: moved from"))
    } else {
      try sandbox.fail(4, "rename", "f", target, saying: "'f' exists already")
    }
  }

  @Test func watchersOfBothLibrariesMakeNothingOfAMove() throws {
    let sandbox = try libraries()
    let here = try WatchingChild(sandbox)
    let there = try WatchingChild(sandbox, "other")
    for number in 1...3 {
      try sandbox.succeed("rename", "a.txt", "other/a.txt")
      try sandbox.shell("sleep 0.4")
      try sandbox.succeed("rename", "other/a.txt", "a.txt")
      try sandbox.shell("sleep 0.4")
      try sandbox.write("a.txt", Word("round \(number)\n"))
      try here.waitForVersions(number)
    }
    #expect(try here.stop().map(\.event) == ["autosave", "autosave", "autosave"])
    #expect(try there.stop().isEmpty)
    let round = ["delete", "rename", "delete", "rename", "autosave"]
    #expect(
      try sandbox.history("a.txt").map(\.event)
        == ["save", "save", "save"] + round + round + round)
  }

  @Test func whateverKillsAMoveDoingItAgainFinishesIt() throws {
    let sandbox = try libraries()
    var random = SplitMix(seed: 20_261_201)
    var window = 30_000.0
    var killed = 0
    var round = 0
    var places: (from: Word, to: Word) = ("a.txt", "other/a.txt")
    var text: Word = "text 3\n"
    while killed < 60 && round < 500 {
      round += 1
      let delay = Duration.microseconds(Int(random.next() % UInt64(window)))
      let answer = try sandbox.versions(["rename", places.from, places.to], within: delay)
      window = answer.wasKilled ? min(window * 1.02, 2_000_000) : max(window * 0.95, 5_000)
      if answer.wasKilled {
        killed += 1
        // Whole, in one of both places at least, or kept where a move took it away.
        for place in [places.from, places.to] where sandbox.exists(place) {
          #expect(try sandbox.read(place) == text)
        }
        let again = try sandbox.versions("rename", places.from, places.to)
        #expect(
          again.ending == .exit(0) || again.errorText.contains("was moved to"),
          "\(again.errorText)")
      }
      try #require(!sandbox.exists(places.from))
      #expect(try sandbox.read(places.to) == text)
      places = (places.to, places.from)
      if round % 7 == 0 {
        text = Word("round \(round)\n")
        try sandbox.write(places.from, text)
      }
    }
    #expect(killed >= 60)
    let history = try sandbox.history(places.from)
    #expect(history.map(\.version) == Array(1...history.count))
    #expect(Set(history.map(\.id)).count == 1)
    try sandbox.checkStore()
    let checked = try sandbox.succeed("--library", "other", "verify")
    #expect(checked.text.contains("whole"))
  }
}
