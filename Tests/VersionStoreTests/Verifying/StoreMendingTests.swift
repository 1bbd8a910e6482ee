import Files
import Git
import Testing

@testable import VersionStore

/// A store that cannot be opened gets back what every store has, and nothing is guessed.
struct StoreMendingTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    for number in 1...3 { try temporary.save("text \(number)\n", at: "a.txt") }
    try temporary.save("other\n", at: "folder/b.txt")
    try temporary.library.label(try temporary.version(1, of: "a.txt"), "first")
    for (name, value) in StoreMendingTests.set {
      let setting = try Setting.named(bytes(name))
      if setting.takesSeveral {
        try temporary.library.add(value, to: setting)
      } else {
        try temporary.library.set(setting, to: value)
      }
    }
  }

  private static let set = [
    ("author", "Bo Berg <bo@example.org>"), ("sizeLimit", "100m"), ("ignore", "*.log"),
    ("ignore", "/build/"), ("quietPeriod", "2s"),
  ]

  private var store: FilePath { temporary.library.store }

  private func overwrite(_ name: String, _ bytes: [UInt8]) throws {
    let path = store.appending(name)
    try? FileSystem.remove(path)
    try File(path, [.write, .createNew]).write(bytes)
  }

  /// Repairs as the command does: what was done, what cannot be, and what is damaged after it.
  private func repair() throws -> (done: [String], impossible: [String], damages: [String]) {
    let surroundings = temporary.library.surroundings
    var steps = try Library.repairStore(of: temporary.folder, surroundings: surroundings)
    let library = try temporary.reopened()
    steps += try library.repair(try Verification(library))
    let after = try Verification(try temporary.reopened())
    return (
      steps.filter(\.isDone).map(\.message), steps.filter { !$0.isDone }.map(\.message),
      after.findings.filter { $0.severity == .damage }.map(\.message)
    )
  }

  /// Whether a check finds damage, or that the store cannot be opened.
  private func isFoundDamaged() throws -> Bool {
    do {
      return try Verification(try temporary.reopened()).hasDamage
    } catch let error as StoreError {
      #expect(error.kind == .damaged)
      return true
    }
  }

  @Test func wholeStoreIsLeftAlone() throws {
    let config = try File(store.appending("config")).readToEnd()
    let result = try repair()
    #expect(result.done == [] && result.impossible == [] && result.damages == [])
    #expect(try File(store.appending("config")).readToEnd() == config)
  }

  @Test(arguments: [nil, "", "ref: refs/hea", "\u{0}\u{1}\u{2}"])
  func headIsWrittenAnew(content: String?) throws {
    if let content {
      try overwrite("HEAD", bytes(content))
    } else {
      try FileSystem.remove(store.appending("HEAD"))
    }
    #expect(try isFoundDamaged())
    let result = try repair()
    #expect(result.done == ["'HEAD' was written anew"] && result.damages == [])
    try temporary.fsck()
  }

  @Test func settingsCutAnywhereAreMendedAndNoneBecomesAnother() throws {
    let whole = try File(store.appending("config")).readToEnd()
    let before = temporary.library.settings
    let lines = whole.split(separator: UInt8(ascii: "\n"))
    let own = lines.prefix { !$0.starts(with: bytes("\tauthor")) }.reduce(0) { $0 + $1.count + 1 }
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    let lengths = ends + ends.map { $0 + 1 } + stride(from: 0, to: whole.count, by: 61)
    for length in Set(lengths).sorted() where length < whole.count {
      try overwrite("config", Array(whole.prefix(length)))
      // What comes after the identifiers is a person's, and nobody knows that it was longer.
      if length < own - 1 { #expect(try isFoundDamaged(), "cut at \(length)") }
      let result = try repair()
      #expect(result.damages == [], "cut at \(length)")
      let library = try temporary.reopened()
      #expect(library.settings.format == 1)
      let known = library.settings.library
      #expect(known == before.library || result.done.contains { $0.contains("new identifier") })
      if !result.done.isEmpty {
        for (name, value) in StoreMendingTests.set {
          let values = try library.values(of: Setting.named(bytes(name)))
          let wanted = StoreMendingTests.set.filter { $0.0 == name }.map(\.1)
          #expect(values.allSatisfy(wanted.contains), "\(name) is \(values), was \(value)")
        }
        #expect(
          result.impossible == ["what else was set is lost; see what is set with: versions config"])
      }
    }
    try temporary.fsck()
    #expect(try temporary.texts("a.txt").count == 3)
  }

  @Test(arguments: [nil, "garbage", "[core\n", "\u{0}\u{1}", "[core]\n\tbare = perhaps\n"])
  func settingsThatAreLostAreSaidToBe(content: String?) throws {
    try FileSystem.remove(store.appending("config"))
    if let content { try overwrite("config", bytes(content)) }
    #expect(try isFoundDamaged())
    let result = try repair()
    #expect(
      result.done == [
        "'config' was written anew; of what it said was kept: nothing",
        "the library has a new identifier: digests that were made before are of another one",
        "this copy of the library has a new identifier, and a new journal",
        "the store's format is taken for 1",
      ])
    #expect(result.impossible.count == 1 && result.damages == [])
    let settings = try temporary.reopened().settings
    #expect(settings.library != nil && settings.library != temporary.library.settings.library)
    #expect(settings.replica != nil && settings.author == nil)
    // And the next save goes on.
    try temporary.write("text 4\n", at: "a.txt")
    _ = try temporary.reopened().save(try documentPath("a.txt"))
    #expect(try temporary.texts("a.txt").count == 4)
    try temporary.fsck()
  }

  @Test func ruleOfTheStoreThatGitRefusesIsSetRight() throws {
    try temporary.git("config", "core.bare", "perhaps")
    #expect(try isFoundDamaged())
    let result = try repair()
    #expect(
      result.done == [
        "'config' was written anew; of what it said was kept: library, replica, author, sizelimit, "
          + "ignore, ignore, quietperiod"
      ])
    #expect(result.impossible == [] && result.damages == [])
    let settings = try temporary.reopened().settings
    #expect(settings.library == temporary.library.settings.library)
    #expect(settings.ignore == [bytes("*.log"), bytes("/build/")])
    #expect(settings.author == Person("Bo Berg <bo@example.org>"))
    try temporary.fsck()
  }

  @Test func storeOfALaterFormatIsNotWritten() throws {
    try overwrite("config", bytes("[versions]\n\tformat = 2\n[core\n"))
    #expect(kind { try repair() } == .newerFormat)
  }

  @Test(arguments: [false, true])
  func referencesAreFoundAgainFromThePackedFileAndTheObjects(packed: Bool) throws {
    if packed { try temporary.git("pack-refs", "--all") }
    try temporary.save("text 4\n", at: "a.txt")
    _ = try temporary.library.rename(try temporary.document(at: "a.txt"), to: documentPath("c.txt"))
    let before = try temporary.git("for-each-ref")
    try FileSystem.removeAll(store.appending("refs"))
    #expect(try isFoundDamaged())
    let result = try repair()
    #expect(result.damages == [], "\(result)")
    #expect(result.done.last == "the folder 'refs' was made anew", "\(result.done)")
    // The repair itself is in the journal now.
    let after = try temporary.git("for-each-ref").split(separator: "\n")
    for line in before.split(separator: "\n") where !line.contains("refs/journal/") {
      #expect(packed && line.contains("refs/documents/") || after.contains(line), "\(line)")
    }
    #expect(after.count == before.split(separator: "\n").count)
    #expect(try temporary.versions("c.txt").first?.label == "first")
    let events = try temporary.reopened().journal().map(\.event.rawValue)
    #expect(events.contains("label") && events.contains("repair"))
  }

  @Test func storeWithoutObjectsIsLeftAlone() throws {
    try FileSystem.removeAll(store.appending("objects"))
    let names = try Folder.entries(of: store).map(\.name)
    #expect(try isFoundDamaged())
    let steps = try Library.repairStore(
      of: temporary.folder, surroundings: temporary.library.surroundings)
    #expect(steps.count == 1 && steps.allSatisfy { !$0.isDone })
    #expect(try Folder.entries(of: store).map(\.name) == names)
  }

  @Test func storeThatIsElsewhereAndNotThereIsNotMadeAnew() throws {
    try FileSystem.removeAll(store)
    try File(store, [.write, .createNew]).write(bytes("store: /nowhere/at/all\n"))
    let steps = try Library.repairStore(
      of: temporary.folder, surroundings: temporary.library.surroundings)
    #expect(steps.allSatisfy { !$0.isDone })
    #expect(kind { try temporary.reopened() } == .damaged)
  }
}
