import Content
import Testing

@testable import VersionStore

@Suite struct LibraryCopyTests {
  private func path(_ text: String) throws -> DocumentPath { try #require(DocumentPath(text)) }

  private func library(_ contents: String...) throws -> (TemporaryLibrary, Document) {
    let made = try TemporaryLibrary()
    for content in contents {
      try made.write(content, at: "a.txt")
      _ = try made.library.save(try path("a.txt"))
    }
    return (made, try made.library.document(path("a.txt")))
  }

  private func version(_ number: Int, _ made: TemporaryLibrary) throws -> Version {
    let document = try made.library.document(path("a.txt"))
    guard
      case .version(let version) = try made.library.resolve(
        VersionSelector(number: number), in: document)
    else { throw StoreError(.versionNotFound, "\(number)") }
    return version
  }

  private func text(_ made: TemporaryLibrary) throws -> String {
    guard case .flat(let bytes, _)? = try made.library.snapshot(of: path("a.txt"))?.content
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func copyingThenUndoingIsTheIdentity() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      func text() -> String {
        let count = Int.random(in: 1...9, using: &random)
        let lines = (0..<count).map { _ in "\(Int.random(in: 0...4, using: &random))" }
        return lines.joined(separator: ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n")
          + (Bool.random(using: &random) ? "\n" : "")
      }
      let (made, _) = try library(text(), text())
      let present = text()
      try made.write(present, at: "a.txt")
      let from = try version(1, made)
      guard case .flat(let bytes, _) = try made.library.content(of: from) else { continue }
      let count = TextContent(bytes).lines.count
      let first = Int.random(in: 1...count, using: &random)
      let place: CopiedPart.LinePlace =
        [.byComparison, .append, .before(1)].randomElement(using: &random) ?? .append
      let part = CopiedPart.lines(first...Int.random(in: first...count, using: &random), at: place)
      let outcome = try made.library.copy(
        part, from: from, into: try made.library.document(path("a.txt")))
      guard outcome.changed else { continue }
      #expect(outcome.version.event == .copy && outcome.version.origin?.number == 1)
      _ = try made.library.undo(try made.library.document(path("a.txt")))
      #expect(Array(try self.text(made).utf8) == Array(present.utf8))
    }
  }

  @Test func planSaysWhatTheCopyMakesAndWritesNothing() throws {
    let (made, document) = try library("one\ntwo\n", "two\n")
    let plan = try made.library.planCopy(
      .lines(1...1, at: .byComparison), from: version(1, made), into: document.path)
    #expect(plan.changesAnything)
    #expect(plan.result == .flat(Array("one\ntwo\n".utf8), executable: false))
    #expect(try text(made) == "two\n")
    #expect(try made.library.document(document.path) == document)
  }

  @Test(
    "A refusal has its kind and leaves the document alone",
    arguments: [
      (CopiedPart.lines(3...3, at: .append), StoreError.Kind.partNotFound),
      (.lines(1...1, at: .before(9)), .partNotFound), (.hunk(2), .partNotFound),
      (.emoji("1"), .wrongKind), (.background, .wrongKind),
      (.pointer(JSONPointer()), .wrongKind), (.file([0x61]), .wrongKind),
    ])
  func refusals(part: CopiedPart, kind: StoreError.Kind) throws {
    let (made, document) = try library("one\ntwo\n", "two\n")
    try made.write("unsaved\n", at: "a.txt")
    let error = try #require(throws: StoreError.self) {
      try made.library.copy(part, from: version(1, made), into: document)
    }
    #expect(error.kind == kind && error.message.contains("'a.txt'"))
    #expect(try text(made) == "unsaved\n")
    #expect(try made.library.document(document.path) == document)
  }
}

@Suite struct PackagePartsTests {
  private func part(_ path: String, _ text: String? = nil) -> DocumentContent.Part {
    .init(
      path: Array(path.utf8),
      kind: text.map { .file(Array($0.utf8), executable: false) } ?? .folder)
  }

  @Test func aFolderIsCopiedWholeWithEmptyFoldersAndTheOrderIsThatOfTheDisk() throws {
    let here = [
      part("a"), part("a/old", "1"), part("a/void"), part("a.txt", "2"), part("empty"),
    ]
    let there = [part("a"), part("a/deep"), part("a/deep/new", "3"), part("a/hollow")]
    let result = try here.copying(partsNamed: Array("a".utf8), from: there)
    #expect(
      result == [
        part("a"), part("a/deep"), part("a/deep/new", "3"), part("a/hollow"), part("a.txt", "2"),
        part("empty"),
      ])
    #expect(try there.copying(partsNamed: Array("a/deep/new".utf8), from: there) == there)
    #expect(throws: PackageCopyError.self) {
      try here.copying(partsNamed: Array("no".utf8), from: there)
    }
  }
}
