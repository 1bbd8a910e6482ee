import Files
import Testing

@testable import Git
@testable import VersionStore

struct LookupTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  private var library: Library { temporary.library }

  private func file(_ reference: String) -> FilePath { library.store.appending(reference) }

  @Test func pathsKnowTheirDocuments() throws {
    let saved = try temporary.save("x", at: "a.txt").version
    guard case .document(let document) = try library.lookUp(documentPath("a.txt")) else {
      Issue.record("not found")
      return
    }
    #expect(document.head == saved)
    _ = try library.rename(document, to: documentPath("b.txt"))
    guard case .moved(let moved) = try library.lookUp(documentPath("a.txt")) else {
      Issue.record("not moved")
      return
    }
    #expect(moved.path == (try documentPath("b.txt")))
    guard case .unknown(nil) = try library.lookUp(documentPath("c.txt")) else {
      Issue.record("known")
      return
    }
    #expect(kind { try library.document(documentPath("c.txt")) } == .documentNotFound)
  }

  @Test(
    "All documents are found in order, however many processors read them", arguments: [1, 20_000])
  func allDocuments(count: Int) throws {
    let version = try temporary.save("x", at: "a.txt").version
    let other = try temporary.save("y", at: "b.txt").version
    var ids = (0..<count).map { _ in UUID() }
    var packed = Array("# pack-refs with: peeled fully-peeled sorted \n".utf8)
    for id in ids.sorted() {
      // One of them names what is no version.
      let commit = id == ids[count / 2] ? version.tree : version.commit
      packed += "\(commit.hex) \(ReferenceNames.chain(of: id))\n".utf8
    }
    try File(file("packed-refs"), [.write, .createNew]).write(packed)
    var damaged: [UUID] = []
    let known = [other.document: Document(id: other.document, head: version)]
    var found: [Document] = []
    try library.forEachDocument(known: known, damaged: { id, _ in damaged.append(id) }) {
      found.append($0)
    }
    #expect(damaged == [ids.remove(at: count / 2)])
    ids += [version.document, other.document]
    #expect(found.map(\.id) == ids.sorted())
    // What was known and is another by now is read anew.
    #expect(found.first { $0.id == other.document }?.head == other)
  }

  @Test(
    "A damaged alias or chain is never a path that is new",
    arguments: ["", "0", String(repeating: "0", count: 40) + "\n", "x"], [true, false])
  func damagedReference(content: String, isAlias: Bool) throws {
    let version = try temporary.save("one", at: "a.txt").version
    try temporary.save("other", at: "b.txt")
    let path = try documentPath("a.txt")
    let reference =
      isAlias ? ReferenceNames.alias(of: path) : ReferenceNames.chain(of: version.document)
    try File(file(reference), [.write, .truncate]).write(bytes(content))
    try temporary.write("two", at: "a.txt")
    if isAlias {
      // The heads are the truth.
      #expect(try temporary.save("a.txt").version.number == 2)
      #expect(try temporary.document(at: "a.txt").id == version.document)
    } else {
      #expect(kind { try temporary.save("a.txt") } == .damaged)
      #expect(kind { try library.document(path) } == .damaged)
    }
    #expect(try temporary.save("more", at: "b.txt").version.number == 2)
    #expect(try temporary.save("new", at: "c.txt").version.number == 1)
  }

  @Test func chainThatIsGoneIsDamageAndNotAnUnfinishedFirstSave() throws {
    let version = try temporary.save("one", at: "a.txt").version
    try FileSystem.remove(file(ReferenceNames.chain(of: version.document)))
    try temporary.write("two", at: "a.txt")
    let error = #expect(throws: StoreError.self) { try temporary.save("a.txt") }
    #expect(error?.kind == .damaged)
    #expect(error?.hints.first?.contains(version.commit.hex) == true)
  }

  @Test func damagedAliasMeansTheLivingDocument() throws {
    // Many deleted documents had the path before; whichever has the smallest identity, the living
    // one is meant.
    for number in 0..<6 {
      try temporary.save("content \(number)", at: "\(number).txt")
      if number > 0 { _ = try library.delete(try temporary.document(at: "a.txt")) }
      _ = try library.rename(
        try temporary.document(at: "\(number).txt"), to: documentPath("a.txt"))
    }
    let living = try temporary.document(at: "a.txt")
    try #require(!living.isDeleted)
    try #require(try library.documents().filter { $0.path == living.path }.count == 6)
    try File(file(ReferenceNames.alias(of: living.path)), [.write, .truncate]).write([])
    #expect(try temporary.document(at: "a.txt").id == living.id)
  }

  @Test func documentsAreFoundByTheStartOfTheirIdentity() throws {
    let ids = try (0..<20).map { try temporary.save("\($0)", at: "\($0).txt").version.document }
    for id in ids {
      let text = bytes(id.description)
      #expect(try library.document(identifiedBy: text).id == id)
      #expect(try library.document(identifiedBy: bytes(id.description.uppercased())).id == id)
      #expect(try library.document(identifiedBy: id.digits).id == id)
      let unique = (1...32).first { count in
        ids.filter { $0.digits.starts(with: id.digits.prefix(count)) }.count == 1
      }
      let start = Array(id.digits.prefix(try #require(unique)))
      #expect(try library.document(identifiedBy: start).id == id)
      if start.count > 1 {
        #expect(kind { try library.document(identifiedBy: start.dropLast()) } == .ambiguous)
      }
    }
    for wrong in ["", "-", "xyz", String(repeating: "a", count: 33)] {
      #expect(kind { try library.document(identifiedBy: bytes(wrong)) } == .invalid)
    }
    _ = try library.delete(try temporary.document(at: "3.txt"))
    #expect(try library.document(identifiedBy: ids[3].digits).isDeleted)
  }

  @Test(
    "A file of places that makes no sense is no places, and never a trap",
    arguments: [
      "", "\n\n", "x", "0123abcd-4567-89ef-8000-ffffffffffff 1 2 3 99999999999\n",
      "0123abcd-4567-89ef-8000-ffffffffffff 1 2 3 -99999999999\n",
      "0123abcd-4567-89ef-8000-ffffffffffff 18446744073709551615 18446744073709551615 -5 0\n",
      "0123abcd-4567-89ef-8000-ffffffffffff 99999999999999999999 2 3 4\n",
      "0123abcd-4567-89ef-8000-ffffffffffff 1 2\n", "\u{0}\u{0}\u{0}",
    ])
  func damagedPlaces(content: String) throws {
    try temporary.save("text", at: "a.txt")
    try File(library.store.appending("versions/places"), [.write, .create, .truncate])
      .write(bytes(content))
    _ = try Places(library).all()
    try temporary.move("a.txt", to: "b.txt")
    try library.saveAll { _ in }
    try temporary.save("more", at: "c.txt")
  }

  @Test func placesAreTidiedWithoutForgetting() throws {
    let version = try temporary.save("a long enough content, with more than 32 bytes", at: "a.txt")
      .version
    let line = try File(library.store.appending("versions/places")).readToEnd()
    let other = bytes("\(UUID()) 1 2 3 4\n")
    let file = try File(library.store.appending("versions/places"), [.write, .append])
    for _ in 0..<16_000 { try file.write(other) }
    try file.write(line)
    let before = try Places(library).all()
    try library.saveAll { _ in }
    #expect(try Places(library).all() == before)
    #expect(try FileStatus(of: library.store.appending("versions/places")).size < 1000)
    #expect(try Places(library).contains(version.document))
  }
}
