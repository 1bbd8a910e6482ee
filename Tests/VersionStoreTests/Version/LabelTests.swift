import Files
import Testing

@testable import Git
@testable import VersionStore

struct LabelTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  private var library: Library { temporary.library }

  private func labels(_ path: String = "a.txt") throws -> [String?] {
    try temporary.versions(path).map(\.label)
  }

  @Test func labelIsGivenReplacedAndTakenAway() throws {
    try temporary.save("1", at: "a.txt")
    try temporary.save("2", at: "a.txt")
    try library.label(try temporary.version(1, of: "a.txt"), "first")
    #expect(try labels() == ["first", nil])
    try library.label(try temporary.version(1, of: "a.txt"), "better")
    #expect(try labels() == ["better", nil])
    try library.label(try temporary.version(2, of: "a.txt"), "second")
    #expect(try labels() == ["better", "second"])
    try library.label(try temporary.version(1, of: "a.txt"), "")
    #expect(try labels() == [nil, "second"])
    // Labels are no versions.
    #expect(try temporary.events("a.txt") == "save save")
    try temporary.fsck()
    try temporary.git("gc", "-q")
    #expect(try labels() == [nil, "second"])
  }

  @Test func labelGivenLaterOverridesTheCommits() throws {
    try temporary.save("1", at: "a.txt", label: "given at once")
    #expect(try labels() == ["given at once"])
    try library.label(try temporary.version(1, of: "a.txt"), "given later")
    #expect(try labels() == ["given later"])
    try library.label(try temporary.version(1, of: "a.txt"), "")
    #expect(try labels() == [nil])
    try library.label(try temporary.version(1, of: "a.txt"), "given at once")
    #expect(try labels() == ["given at once"])
  }

  @Test(
    "What can be no label is refused, and what can be one comes back",
    arguments: [
      (String(repeating: "x", count: 200), true), (String(repeating: "x", count: 201), false),
      (String(repeating: "\u{E9}", count: 100), true),
      (String(repeating: "\u{E9}", count: 100) + "x", false),
      ("two\nlines", false), ("two\r\nlines", false), ("nul\u{0}", false), (" ", false),
      ("\t ", false), ("x", true), ("a\u{2028}b", true), ("Version: 3", true), ("%0A", true),
      ("-- ", true), ("\u{FEFF}", true),
    ])
  func validity(text: String, isValid: Bool) throws {
    try temporary.save("1", at: "a.txt")
    let version = try temporary.version(1, of: "a.txt")
    #expect(kind { try library.label(version, text) } == (isValid ? nil : .invalid))
    #expect(try labels().map { $0.map { bytes($0) } } == [isValid ? bytes(text) : nil])
    #expect(
      kind { try temporary.save("2", at: "a.txt", label: text) } == (isValid ? nil : .invalid))
    #expect(
      try labels().last?.map { bytes($0) } == (isValid ? bytes(text) : nil))
    try temporary.fsck()
  }

  @Test func deletionCanHaveALabel() throws {
    try temporary.save("1", at: "a.txt")
    _ = try library.delete(try temporary.document(at: "a.txt"))
    try library.label(try temporary.version(2, of: "a.txt"), "gone")
    #expect(try labels() == [nil, "gone"])
    try temporary.fsck()
  }

  @Test func strangersVersionIsLabelledByItsCommit() throws {
    try temporary.save("1", at: "a.txt")
    let document = try temporary.document(at: "a.txt")
    var stranger = document.head
    stranger.identifier = nil
    #expect(stranger.persistentIdentifier == document.head.commit.hexBytes)
    try library.label(stranger, "by commit")
    let prefix = ReferenceNames.labels(of: document.id)
    #expect(
      try temporary.git("for-each-ref", "--format=%(refname)", prefix)
        == prefix + document.head.commit.hex + "\n")
  }

  @Test func damagedLabelHidesNothingButItself() throws {
    try temporary.save("1", at: "a.txt")
    try temporary.save("2", at: "a.txt")
    try library.label(try temporary.version(1, of: "a.txt"), "one")
    try library.label(try temporary.version(2, of: "a.txt"), "two")
    let version = try temporary.version(1, of: "a.txt")
    let reference = library.store.appending(
      ReferenceNames.labels(of: version.document)
        + String(decoding: version.persistentIdentifier, as: UTF8.self))
    try File(reference, [.write, .truncate]).write([])
    #expect(try labels() == [nil, "two"])
    try File(reference, [.write, .truncate]).write(bytes(String(repeating: "1", count: 40) + "\n"))
    #expect(try labels() == [nil, "two"])
  }
}
