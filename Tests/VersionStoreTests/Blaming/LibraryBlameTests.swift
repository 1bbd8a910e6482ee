import Content
import Testing

@testable import VersionStore

@Suite struct LibraryBlameTests {
  /// Versions that hold "version N" each, an hour apart, with a deletion among them.
  private func document(_ made: TemporaryLibrary) throws -> Document {
    try made.document([
      .init(.save, "2026-11-01T10:00:00Z"), .init(.delete, "2026-11-01T11:00:00Z"),
      .init(.save, "2026-11-01T12:00:00Z"),
    ])
  }

  private func lines(_ blame: DocumentBlame) -> [LineBlame<BlamedVersion>.Line] {
    if case .text(let blame, _) = blame { blame.lines } else { [] }
  }

  @Test func deletionsArePassedOverAndTheOldestOfEqualVersionsAnswers() throws {
    let made = try TemporaryLibrary()
    let document = try document(made)
    try made.write("version 1\nversion 3\n", at: "a.txt")
    made.clock.set("2026-11-01T13:00:00Z")
    _ = try made.library.save(document.path)
    let newest = try made.library.document(document.path)
    let blame = try made.library.blame(.version(newest.head), of: newest)
    // The line of version 1 was gone in version 3, so version 4 brought it back.
    #expect(lines(blame).map { $0.version.version?.number } == [4, 3])
  }

  @Test func whatIsOlderThanAskedForIsToldAsOfTheLastVersionBefore() throws {
    let made = try TemporaryLibrary()
    let document = try document(made)
    for (since, isBoundary) in [
      ("2026-11-01T11:30:00Z", false), ("2026-11-01T12:30:00Z", true),
    ] {
      let blame = try made.library.blame(
        .version(document.head), of: document,
        options: BlameOptions(since: seconds1970(since)))
      #expect(lines(blame).map(\.version.isBoundary) == [isBoundary])
    }
  }

  @Test func unsavedLinesHaveNoVersion() throws {
    let made = try TemporaryLibrary()
    let document = try document(made)
    try made.write("version 3\nnew\n", at: "a.txt")
    let blame = try made.library.blame(.current, of: document)
    #expect(lines(blame).map { $0.version.version?.number } == [3, nil])
  }
}
