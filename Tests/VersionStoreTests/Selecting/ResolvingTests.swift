import Files
import Git
import Synchronization
import Testing

@testable import VersionStore

struct ResolvingTests {
  /// Six versions; the fifth says that the document was deleted.
  static let history: [TemporaryLibrary.Given] = [
    .init(.save, "2026-11-28T09:00:00Z", "draft"),
    .init(.autosave, "2026-11-29T10:00:00Z"),
    .init(.save, "2026-11-29T10:00:00Z", "twice"),
    .init(.autosave, "2026-11-29T18:00:00Z", "twice"),
    .init(.delete, "2026-11-29T20:00:00Z"),
    .init(.autosave, "2026-11-30T10:00:13Z", "12"),
  ]

  static func number(_ selector: String, _ library: Library, _ document: Document) throws -> Int? {
    switch try library.resolve(try VersionSelector(selector), in: document) {
    case .current: nil
    case .version(let version): version.number
    }
  }

  @Test(
    arguments: [
      ("1", 1), ("6", 6), ("5", 5), ("first", 1), ("latest", 6), ("saved", 3), ("current", nil),
      ("latest~1", 4), ("latest~4", 1), ("6~1", 4), ("5~1", 4), ("current~1", 6), ("current~2", 4),
      ("saved~1", 2), ("draft", 1), ("label:12", 6), ("label:12~2", 3), ("2026-11-28", 1),
      ("2026-11-29", 5), ("yesterday", 5), ("today", 6), ("2030-01-01", 6), ("2026-11-30T10:00", 5),
      ("2026-11-30T10:00:12", 5), ("2026-11-30T10:00:13", 6), ("10:00", 5), ("10:00:13", 6),
      ("4h", 5), ("1d", 3), ("2026-11-30T11:00:13+01:00", 6), ("2026-11-29T19:59:59", 4),
      // Two versions in one second: the last of them was in force.
      ("2026-11-29T10:00", 3), ("2026-11-29T10:00~1", 2), ("2026-11-29T09:59:59", 1),
    ] as [(String, Int?)])
  func `a selector leads to its version`(selector: String, number: Int?) throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Self.history)
    fixture.clock.set("2026-11-30T12:00:00Z")
    #expect(try Self.number(selector, fixture.library, document) == number)
  }

  @Test(arguments: [
    ("7", "'a.txt' has no version 7", "version 4 is labelled 'twice'"),
    (
      "0", "'a.txt' has no version 0",
      "there are versions 1 to 6, of 2026-11-28 09:00:00 to 2026-11-30 10:00:13"
    ),
    ("12", "'a.txt' has no version 12", "version 6 has that label: label:12"),
    (
      "-2", "'a.txt' has no version -2",
      "versions are counted from 1; 2 before the latest one is: latest~2"
    ),
    (
      "99999999999999999999", "'a.txt' has no version 99999999999999999999",
      "version 1 is labelled 'draft'"
    ),
    ("nothing", "no version of 'a.txt' is labelled 'nothing'", VersionSelector.overview),
    (
      "2026-13-01", "no version of 'a.txt' is labelled '2026-13-01'",
      "'2026-13-01' looks like a time, but no calendar or clock shows it"
    ),
    (
      "2026-11-27", "no version of 'a.txt' is as old as '2026-11-27'",
      "version 4 is labelled 'twice'"
    ),
    (
      "latest~5", "'latest~5' goes back beyond the first version of 'a.txt'",
      "version 1 is labelled 'draft'"
    ),
    (
      "first~1", "'first~1' goes back beyond the first version of 'a.txt'",
      "version 1 is labelled 'draft'"
    ),
    (
      "latest~999999999999999",
      "'latest~999999999999999' goes back beyond the first version of 'a.txt'",
      "version 1 is labelled 'draft'"
    ),
    (
      "commit:00000000000000000000", "no version of 'a.txt' is commit '00000000000000000000'",
      "version 1 is labelled 'draft'"
    ),
  ])
  func `what matches nothing lists what there is`(
    selector: String, message: String, hint: String
  ) throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Self.history)
    let error = #expect(throws: StoreError.self) {
      try Self.number(selector, fixture.library, document)
    }
    #expect(error?.kind == .versionNotFound)
    #expect(error?.message == message)
    #expect(error?.hints.contains(hint) == true, "\(error?.hints ?? [])")
    #expect((error?.hints.count ?? 0) <= 10)
  }

  @Test func `a label on several versions is an error that lists them`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Self.history)
    let error = #expect(throws: StoreError.self) {
      try Self.number("twice", fixture.library, document)
    }
    #expect(error?.kind == .ambiguous)
    #expect(error?.message == "several versions of 'a.txt' are labelled 'twice'")
    #expect(
      error?.hints == [
        "version 4, autosave of 2026-11-29 18:00:00 'twice'",
        "version 3, save of 2026-11-29 10:00:00 'twice'",
        "choose one by its number",
      ])
  }

  @Test func `a label given later counts, and hides the one in the commit`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Self.history)
    let library = fixture.library
    guard case .version(let fourth) = try library.resolve(VersionSelector(number: 4), in: document)
    else { return }
    try library.label(fourth, "final")
    #expect(try Self.number("final", library, document) == 4)
    #expect(try Self.number("final~1", library, document) == 3)
    #expect(try Self.number("twice", library, document) == 3)
    try library.label(fourth, "final~1")
    #expect(try Self.number("final~1", library, document) == 4)
    try library.label(fourth, "")
    #expect(throws: StoreError.self) { try Self.number("final~1", library, document) }
  }

  @Test func `labels are compared by their bytes`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document([
      .init(.save, "2026-11-28T09:00:00Z", "caf\u{E9}"),
      .init(.save, "2026-11-28T09:00:00Z", "cafe\u{301}"),
    ])
    #expect(try Self.number("caf\u{E9}", fixture.library, document) == 1)
    #expect(try Self.number("cafe\u{301}", fixture.library, document) == 2)
  }

  @Test func `a commit is found by the beginning of its name`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Self.history)
    var history = try fixture.library.history(of: document)
    while let version = try history.next() {
      let hex = version.commit.hex
      #expect(try Self.number("commit:\(hex)", fixture.library, document) == version.number)
      let start = "commit:\(hex.prefix(20).uppercased())"
      #expect(try Self.number(start, fixture.library, document) == version.number)
    }
  }

  @Test func `latest and saved pass over a delete at the head`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Array(Self.history.prefix(5)))
    #expect(document.isDeleted)
    #expect(try Self.number("latest", fixture.library, document) == 4)
    #expect(try Self.number("latest~1", fixture.library, document) == 3)
    #expect(try Self.number("saved", fixture.library, document) == 3)
    #expect(try Self.number("5", fixture.library, document) == 5)
  }

  @Test func `the order of the chain counts where the clock went back`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document([
      .init(.save, "2026-11-28T09:00:00Z"), .init(.save, "2026-11-28T12:00:00Z"),
      .init(.save, "2026-11-28T10:00:00Z"),
    ])
    #expect(try Self.number("2026-11-28T11:00", fixture.library, document) == 3)
    #expect(try Self.number("2026-11-28T13:00", fixture.library, document) == 3)
    #expect(try Self.number("2026-11-28T09:30", fixture.library, document) == 1)
  }

  @Test func `saved is an error where all versions are autosaves`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document([.init(.autosave, "2026-11-28T09:00:00Z")])
    let error = #expect(throws: StoreError.self) {
      try Self.number("saved", fixture.library, document)
    }
    #expect(error?.message == "no version of 'a.txt' is an explicit save")
    #expect(error?.hints == ["there is one version, 1, of 2026-11-28 09:00:00"])
  }
}

/// Chains that lack versions: thinned ones, and damaged ones.
struct ResolvingGapsTests {
  /// Rewrites a chain so that only some numbers are left, as thinning does.
  static func prune(
    _ document: Document, keeping numbers: Set<Int>, in library: Library
  ) throws -> Document {
    var versions: [Version] = []
    var history = try library.history(of: document)
    while let version = try history.next() { versions.append(version) }
    var parent: ObjectID?
    for version in versions.reversed() where numbers.contains(version.number) {
      let object = try library.repository.objects.read(version.commit)
      var commit = try #require(Commit(bytes: object.bytes))
      commit.parents = parent.map { [$0] } ?? []
      parent = try library.repository.objects.write(.commit, commit.bytes)
    }
    let head = try #require(parent)
    try library.repository.references.move(
      ReferenceNames.chain(of: document.id), to: head, expecting: document.head.commit)
    return try library.document(document.path)
  }

  static let ten = (1...10).map {
    TemporaryLibrary.Given(.save, "2026-11-\($0 + 10)T10:00:00Z")
  }

  @Test(arguments: [
    ("5", ["the nearest that are kept are 4 and 9"]),
    ("1", ["the nearest that is kept is 3"]),
  ])
  func `a number that was pruned names the nearest that are kept`(
    selector: String, hints: [String]
  ) throws {
    let fixture = try TemporaryLibrary()
    let full = try fixture.document(Self.ten)
    let document = try Self.prune(full, keeping: [3, 4, 9, 10], in: fixture.library)
    let error = #expect(throws: StoreError.self) {
      try ResolvingTests.number(selector, fixture.library, document)
    }
    #expect(error?.kind == .versionNotFound)
    #expect(
      error?.hints == hints + [
        "there are versions 3 to 10, 4 of them kept, of 2026-11-13 10:00:00 to 2026-11-20 10:00:00"
      ])
    #expect(try ResolvingTests.number("latest~2", fixture.library, document) == 4)
    #expect(try ResolvingTests.number("9", fixture.library, document) == 9)
  }

  @Test func `damage is told where it makes the answer uncertain, and only there`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Self.ten)
    let library = fixture.library
    guard case .version(let sixth) = try library.resolve(VersionSelector(number: 6), in: document)
    else { return }
    let hex = sixth.commit.hex
    try FileSystem.remove(
      library.store.appending("objects/\(hex.prefix(2))/\(hex.dropFirst(2))"))
    for (selector, number) in [
      ("latest~3", 7), ("2026-11-17T10:00", 7), ("3", 3), ("first", 1), ("3~1", 2),
    ] {
      #expect(try ResolvingTests.number(selector, library, document) == number, "\(selector)")
    }
    for selector in ["latest~4", "6", "7~1", "2026-11-16T10:00", "2026-11-13", "no-label", "99"] {
      let error = #expect(throws: StoreError.self, "\(selector)") {
        try ResolvingTests.number(selector, library, document)
      }
      #expect(error?.kind == .damaged, "\(selector)")
    }
  }

  @Test func `the newest versions are found without reading the rest`() throws {
    let fixture = try TemporaryLibrary()
    let document = try fixture.document(Self.ten)
    let library = fixture.library
    guard case .version(let eighth) = try library.resolve(VersionSelector(number: 8), in: document)
    else { return }
    let hex = eighth.commit.hex
    let object = library.store.appending("objects/\(hex.prefix(2))/\(hex.dropFirst(2))")
    let aside = library.store.appending("versions/aside")
    try FileSystem.rename(object, to: aside)
    let opened = Opened()
    try SystemFaults.$current.withValue(
      SystemFaults { operation, path in
        if operation == .open || operation == .opendir, let path { opened.note(path) }
        return nil
      }
    ) {
      for selector in ["latest", "10", "9", "latest~1", "saved", "2026-11-30"] {
        _ = try ResolvingTests.number(selector, library, document)
      }
    }
    #expect(!opened.paths.contains(object))
    try FileSystem.rename(aside, to: object)
  }
}

/// The paths that were opened.
final class Opened: Sendable {
  private let noted = Mutex<Set<FilePath>>([])

  var paths: Set<FilePath> { noted.withLock { $0 } }

  func note(_ path: FilePath) {
    noted.withLock { _ = $0.insert(path) }
  }
}
