import Files
import Testing

@testable import Git
@testable import VersionStore

struct SaveAllTests {
  private let temporary: TemporaryLibrary
  private static let long = "a content that is longer than thirty-two bytes, and so known again"

  init() throws { temporary = try TemporaryLibrary() }

  private var library: Library { temporary.library }

  /// What happened, one word a document, sorted.
  @discardableResult
  private func saveAll(
    as event: Event = .autosave, below folder: String? = nil, label: String? = nil
  ) throws -> [String] {
    var lines: [String] = []
    try library.saveAll(
      as: event, below: try folder.map { try documentPath($0) }, label: label
    ) { outcome in
      switch outcome {
      case .saved(let path, .saved(let version)): lines.append("\(path) \(version.number)")
      case .saved(let path, .unchanged): lines.append("\(path) unchanged")
      case .saved(let path, .labelled): lines.append("\(path) labelled")
      case .saved(let path, .conflict): lines.append("\(path) conflict")
      case .renamed(let old, let version): lines.append("\(old) -> \(version.path)")
      case .deleted(let path, _): lines.append("\(path) deleted")
      case .failed(let path, let error): lines.append("\(path) failed: \(error.kind)")
      }
    }
    return lines.sorted()
  }

  @Test func newChangedAndUnchangedDocuments() throws {
    try temporary.write("1", at: "a.txt")
    try temporary.write("1", at: "deep/er/b.txt")
    try temporary.write("part", at: "c.textbundle/text.md")
    #expect(try saveAll() == ["a.txt 1", "c.textbundle 1", "deep/er/b.txt 1"])
    #expect(try saveAll() == [])
    try temporary.write("2", at: "deep/er/b.txt")
    try temporary.write("more", at: "c.textbundle/more")
    #expect(try saveAll() == ["c.textbundle 2", "deep/er/b.txt 2"])
    #expect(try temporary.events("a.txt") == "autosave")
    try temporary.fsck()
  }

  @Test func manyAtOnceAreEachSavedAsTheyAre() throws {
    var contents: [String: [UInt8]] = [:]
    for number in 0..<400 {
      // A few are read by themselves, between those that are read together.
      let size = number % 90 == 50 ? 1_500_000 : number
      contents["f\(number % 7)/d\(number).txt"] =
        bytes("\(number) ") + Array(repeating: 97, count: size)
    }
    for (path, content) in contents { try temporary.write(content, at: bytes(path)) }
    try temporary.write("part", at: "f3/p.textbundle/text.md")
    try FileSystem.makeLink(library.folder.appending("f3/dead"), to: bytes("nowhere"))
    #expect(try saveAll().count == 402)
    #expect(try saveAll() == [])
    contents["f1/d1.txt"] = bytes("changed")
    contents["f0/d140.txt"] = Array(repeating: 98, count: 2_000_000)
    for path in ["f1/d1.txt", "f0/d140.txt"] {
      try temporary.write(contents[path] ?? [], at: bytes(path))
    }
    try temporary.write("other", at: "f3/p.textbundle/text.md")
    #expect(try saveAll() == ["f0/d140.txt 2", "f1/d1.txt 2", "f3/p.textbundle 2"])
    for (path, content) in contents {
      let head = try temporary.document(at: path).head
      #expect(try library.content(of: head) == .flat(content, executable: false))
    }
    try temporary.fsck()
  }

  @Test func explicitSaveOfEverythingMeansEverything() throws {
    try temporary.write("1", at: "a.txt")
    try temporary.save("1", at: "b.txt")
    try saveAll()
    #expect(try saveAll(as: .save) == ["a.txt 2"])
    #expect(try saveAll(as: .save) == [])
    #expect(try saveAll(as: .save, label: "all") == ["a.txt labelled", "b.txt labelled"])
  }

  @Test func renamedFileIsKnownByItsPlaceWhateverItHolds() throws {
    let first = try temporary.save("x", at: "a.txt").version
    try #require(try temporary.status("a.txt").born != nil)
    try temporary.move("a.txt", to: "new/b.txt")
    try File(temporary.folder.appending("new/b.txt"), [.write, .append]).write(bytes(" edited"))
    #expect(try saveAll() == ["a.txt -> new/b.txt", "new/b.txt 3"])
    #expect(try temporary.document(at: "new/b.txt").id == first.document)
    #expect(try temporary.events("new/b.txt") == "save rename:new/b.txt autosave")
    #expect(try temporary.text(of: temporary.version(2, of: "new/b.txt")) == "x")
    #expect(try saveAll() == [])
    try temporary.fsck()
  }

  @Test(
    "A file in another place is known by its content where that is long and single",
    arguments: [(31, 1, false), (32, 1, true), (33, 1, true), (100, 2, false)])
  func byContent(size: Int, copies: Int, isKnown: Bool) throws {
    let text = String(repeating: "x", count: size)
    try temporary.save(text, at: "a.txt")
    try temporary.remove("a.txt")
    for copy in 0..<copies { try temporary.write(text, at: "b\(copy).txt") }
    let lines = try saveAll()
    if isKnown {
      #expect(lines == ["a.txt -> b0.txt"])
    } else {
      #expect(lines == ["a.txt deleted"] + (0..<copies).map { "b\($0).txt 1" })
    }
  }

  @Test func twoGoneDocumentsWithOneContentAreNotGuessed() throws {
    try temporary.save(Self.long, at: "a.txt")
    try temporary.save(Self.long, at: "b.txt")
    try temporary.remove("a.txt")
    try temporary.remove("b.txt")
    try temporary.write(Self.long, at: "c.txt")
    #expect(try saveAll() == ["a.txt deleted", "b.txt deleted", "c.txt 1"])
  }

  @Test func packageIsKnownByItsContent() throws {
    try temporary.write(Self.long, at: "a.textbundle/text.md")
    try temporary.write("x", at: "a.textbundle/assets/x")
    try temporary.save("a.textbundle")
    try temporary.remove("a.textbundle")
    try temporary.write(Self.long, at: "b.textbundle/text.md")
    try temporary.write("x", at: "b.textbundle/assets/x")
    #expect(try saveAll() == ["a.textbundle -> b.textbundle"])
  }

  @Test func pathWithALivingDocumentKeepsItsIdentity() throws {
    let a = try temporary.save("this is a, " + Self.long, at: "a.txt").version.document
    let b = try temporary.save("this is b, " + Self.long, at: "b.txt").version.document
    try temporary.move("b.txt", to: "a.txt")
    #expect(try saveAll() == ["a.txt 2", "b.txt deleted"])
    #expect(try temporary.document(at: "a.txt").id == a)
    #expect(try temporary.document(at: "b.txt").id == b)
    #expect(
      try temporary.texts("a.txt") == ["this is a, " + Self.long, "this is b, " + Self.long])
  }

  @Test func twoFilesThatChangePlacesGetAVersionEach() throws {
    let a = try temporary.save("a " + Self.long, at: "a.txt").version.document
    try temporary.save("b " + Self.long, at: "b.txt")
    try FileSystem.exchange(
      temporary.folder.appending("a.txt"), temporary.folder.appending("b.txt"))
    #expect(try saveAll() == ["a.txt 2", "b.txt 2"])
    #expect(try temporary.document(at: "a.txt").id == a)
    #expect(try temporary.texts("a.txt") == ["a " + Self.long, "b " + Self.long])
  }

  @Test func renamedInARingOverAThirdName() throws {
    // mv a t; mv b a; mv t b, seen in the middle: a is gone to t, b to a.
    try temporary.save("a " + Self.long, at: "a.txt")
    try temporary.save("b " + Self.long, at: "b.txt")
    try temporary.move("a.txt", to: "t.txt")
    #expect(try saveAll() == ["a.txt -> t.txt"])
    try temporary.move("b.txt", to: "a.txt")
    #expect(try saveAll() == ["b.txt -> a.txt"])
    try temporary.move("t.txt", to: "b.txt")
    #expect(try saveAll() == ["t.txt -> b.txt"])
    #expect(try temporary.texts("b.txt").first == "a " + Self.long)
    #expect(try temporary.texts("a.txt").first == "b " + Self.long)
    try temporary.fsck()
  }

  @Test func movedFolderTakesItsDocumentsAlong() throws {
    for number in 0..<12 { try temporary.save("text \(number)", at: "old/sub/\(number).txt") }
    try temporary.move("old", to: "new")
    let lines = try saveAll()
    #expect(lines == (0..<12).map { "old/sub/\($0).txt -> new/sub/\($0).txt" }.sorted())
    #expect(try library.documents().count == 12)
  }

  @Test func renamedOntoTheNameOfADeletedDocument() throws {
    try temporary.save("old", at: "a.txt")
    let old = try temporary.document(at: "a.txt")
    _ = try library.delete(old)
    let new = try temporary.save(Self.long, at: "b.txt").version.document
    try temporary.move("b.txt", to: "a.txt")
    #expect(try saveAll() == ["b.txt -> a.txt"])
    #expect(try temporary.document(at: "a.txt").id == new)
    #expect(try library.document(identifiedBy: old.id.digits).isDeleted)
    #expect(try temporary.versions(of: old).count == 1)
  }

  @Test func deletedByAnotherProgramAndWrittenAgainLater() throws {
    try temporary.save("1", at: "a.txt")
    try temporary.remove("a.txt")
    #expect(try saveAll() == ["a.txt deleted"])
    #expect(try saveAll() == [])
    try temporary.write("1", at: "a.txt")
    #expect(try saveAll() == ["a.txt 3"])
    #expect(try temporary.events("a.txt") == "save delete autosave")
  }

  @Test func onlyTheFolderThatIsNamedIsSaved() throws {
    try temporary.save(Self.long, at: "in/a.txt")
    try temporary.save("x", at: "out/b.txt")
    try temporary.move("in/a.txt", to: "out/a.txt")
    try temporary.remove("out/b.txt")
    try temporary.write("y", at: "out/c.txt")
    try temporary.write("z", at: "in/d.txt")
    #expect(try saveAll(below: "in") == ["in/a.txt -> out/a.txt", "in/d.txt 1"])
    #expect(try saveAll(below: "out") == ["out/b.txt deleted", "out/c.txt 1"])
  }

  @Test("Batches of any size are saved whole", arguments: [1, 7, 8, 9, 300])
  func batches(count: Int) throws {
    for number in 0..<count { try temporary.write("text \(number)", at: "f/\(number).txt") }
    #expect(try saveAll().count == count)
    #expect(try saveAll() == [])
    for number in stride(from: 0, to: count, by: 2) {
      try temporary.write("changed \(number)", at: "f/\(number).txt")
    }
    #expect(try saveAll().count == (count + 1) / 2)
    for number in stride(from: 0, to: count, by: max(1, count / 10)) {
      let texts = ["text \(number)"] + (number % 2 == 0 ? ["changed \(number)"] : [])
      #expect(try temporary.texts("f/\(number).txt") == texts)
    }
    try temporary.fsck()
  }

  @Test func twoThousandAndOneDocumentsAreTwoPacks() throws {
    for number in 0..<2001 {
      try temporary.write("text \(number)", at: "f/\(number % 10)/\(number)")
    }
    #expect(try saveAll().count == 2001)
    #expect(try library.documents().count == 2001)
    let packs = try Folder.entries(of: library.store.appending("objects/pack"))
    // The one that was left over is not worth a pack.
    #expect(packs.count == 2)
    try temporary.fsck()
  }

  @Test func batchWithLockedDeletedAndOddDocumentsMissesNone() throws {
    for number in 0..<20 { try temporary.save("text \(number)", at: "\(number).txt") }
    _ = try library.lock(try temporary.document(at: "3.txt"))
    _ = try library.delete(try temporary.document(at: "4.txt"))
    for number in 0..<20 { try temporary.write("changed \(number)", at: "\(number).txt") }
    var expected = (0..<20).map { "\($0).txt \($0 == 4 ? 3 : 2)" }
    expected[3] = "3.txt conflict"
    #expect(try saveAll() == expected.sorted())
    #expect(try saveAll() == [])
    try temporary.fsck()
  }

  @Test func documentsOverTheLimitAreNamedAndTheOthersSaved() throws {
    try library.set(try Setting.named(bytes("sizeLimit")), to: "10")
    let library = try temporary.reopened()
    try temporary.write("0123456789", at: "small.txt")
    try temporary.write("0123456789+", at: "big.txt")
    var saved: [String] = []
    var failed: [String] = []
    try library.saveAll { outcome in
      switch outcome {
      case .saved(let path, _): saved.append("\(path)")
      case .failed(let path, let error):
        #expect(error.kind == .tooBig)
        failed.append("\(path)")
      default: Issue.record("\(outcome)")
      }
    }
    #expect(saved == ["small.txt"])
    #expect(failed == ["big.txt"])
  }

  @Test func damagedGoneDocumentStopsNoOther() throws {
    for name in ["a", "b", "c"] { try temporary.save(name + Self.long, at: "\(name).txt") }
    let damaged = try temporary.document(at: "a.txt").head.tree
    let file = library.store.appending(
      "objects/\(damaged.hex.prefix(2))/\(damaged.hex.dropFirst(2))")
    try FileSystem.remove(file)
    try File(file, [.write, .createNew]).write([])
    try temporary.remove("a.txt")
    // A file of the same size makes the damaged one be looked at.
    try temporary.write("x" + Self.long, at: "x.txt")
    try temporary.move("c.txt", to: "d.txt")
    try temporary.write("changed", at: "b.txt")
    let lines = try saveAll()
    #expect(lines == ["a.txt failed: damaged", "b.txt 2", "c.txt -> d.txt", "x.txt 1"])
  }

  @Test func oneThatCannotBeRecordedStopsNoOther() throws {
    for name in ["a", "b", "c"] { try temporary.save(name + Self.long, at: "\(name).txt") }
    let gone = try temporary.document(at: "a.txt").id
    let moved = try temporary.document(at: "b.txt").id
    try temporary.remove("a.txt")
    try temporary.move("b.txt", to: "d.txt")
    try temporary.write("changed", at: "c.txt")
    let chains = [gone, moved].map { library.store.appending(ReferenceNames.chain(of: $0)) }
    let faults = SystemFaults { call, path in
      call == .rename && path.map { chains.contains($0) } == true ? .inputOutput : nil
    }
    let lines = try SystemFaults.$current.withValue(faults) { try saveAll() }
    #expect(lines == ["a.txt failed: system", "b.txt failed: system", "c.txt 2"])
    #expect(try saveAll() == ["a.txt deleted", "b.txt -> d.txt"])
    try temporary.fsck()
  }

  @Test func folderThatMayNotBeLookedIntoIsNotDeleted() throws {
    try temporary.save("x", at: "closed/a.txt")
    try temporary.save("y", at: "open.txt")
    let closed = temporary.folder.appending("closed")
    let faults = SystemFaults { call, path in
      // As for who may not enter the folder.
      if call == .opendir, path == closed { return .permissionDenied }
      return path?.isBelow(closed) == true ? .permissionDenied : nil
    }
    try temporary.write("z", at: "open.txt")
    let lines = try SystemFaults.$current.withValue(faults) { try saveAll() }
    #expect(lines == ["closed failed: permission", "open.txt 2"])
    #expect(try temporary.events("closed/a.txt") == "save")
  }
}

extension FilePath {
  fileprivate func isBelow(_ folder: FilePath) -> Bool { relative(to: folder) != nil }
}
