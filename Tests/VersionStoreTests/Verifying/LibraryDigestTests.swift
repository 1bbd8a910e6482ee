import Files
import Testing

@testable import Git
@testable import VersionStore

/// A digest fixes all histories: what was altered, or taken out, since it was made is named.
struct LibraryDigestTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    for number in 1...5 { try temporary.save("text \(number)\n", at: "a.txt") }
    try temporary.save("other\n", at: "b.txt")
  }

  @Test func textIsReadAsItWasWritten() throws {
    let digest = try LibraryDigest(of: temporary.library)
    #expect(try LibraryDigest(digest.bytes) == digest)
    #expect(digest.documents.count == 2)
    let lines = String(decoding: digest.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "versions-digest 1")
    let head = try temporary.document(at: "a.txt")
    #expect(lines.contains("document \(head.id) 5 \(head.head.commit)"))
  }

  @Test func anyByteThatDiffersIsSeen() throws {
    let text = try LibraryDigest(of: temporary.library).bytes
    for position in text.indices {
      var changed = text
      changed[position] ^= 1
      #expect(kind { try LibraryDigest(changed) } == .invalid, "\(position)")
    }
    for length in text.indices {
      #expect(kind { try LibraryDigest(Array(text[..<length])) } == .invalid)
    }
  }

  @Test func digestOfAnotherLibraryIsRefused() throws {
    let other = try TemporaryLibrary()
    let digest = try LibraryDigest(of: other.library)
    var verification = try Verification(temporary.library)
    let error = #expect(throws: StoreError.self) { try verification.check(against: digest) }
    #expect(error?.kind == .invalid)
  }

  // MARK: Tampering

  private func findings(against digest: LibraryDigest) throws -> [String] {
    var verification = try Verification(try temporary.reopened())
    try verification.check(against: digest)
    return verification.findings.map(\.message)
  }

  /// Writes the chain of 'a.txt' anew, each commit changed as told.
  private func rewrite(_ change: (Int, inout Commit) throws -> Bool) throws {
    let versions = try temporary.versions("a.txt")
    var parent: ObjectID?
    for version in versions {
      let object = try temporary.library.repository.objects.read(version.commit)
      var commit = try #require(Commit(bytes: object.bytes))
      commit.parents = parent.map { [$0] } ?? []
      guard try change(version.number, &commit) else { continue }
      parent = try temporary.library.repository.objects.write(.commit, commit.bytes)
    }
    let head = try #require(parent)
    try temporary.library.repository.references.move(
      ReferenceNames.chain(of: versions[0].document), to: head, expecting: versions[4].commit)
  }

  /// Takes all from the store that no history has.
  private func forget() throws {
    try temporary.git("repack", "-adq")
    try temporary.git("prune", "--expire=now")
  }

  @Test func libraryThatOnlyGrewAgrees() throws {
    let digest = try LibraryDigest(of: temporary.library)
    try temporary.save("text 6\n", at: "a.txt")
    try temporary.save("new\n", at: "c.txt")
    #expect(try findings(against: digest) == [])
  }

  enum Tampering: String, CaseIterable {
    case content = "it holds other content"
    case date = "its time or its author is another"
    case message = "what it says of itself is not the same"
  }

  @Test("A version altered behind our back is named", arguments: Tampering.allCases)
  func alteredVersion(kind: Tampering) throws {
    let digest = try LibraryDigest(of: temporary.library)
    let other = try temporary.version(1, of: "a.txt").tree
    try rewrite { number, commit in
      guard number == 3 else { return true }
      switch kind {
      case .content: commit.tree = other
      case .date: commit.committer.seconds -= 3600
      case .message: commit.message += bytes("Host: elsewhere\n")
      }
      return true
    }
    #expect(
      try findings(against: digest).contains("version 3 of 'a.txt' was changed: \(kind.rawValue)"))
    try forget()
    // What it was cannot be read any more; that it is another is certain.
    let after = try findings(against: digest)
    #expect(after.contains { $0.hasPrefix("version 5 of 'a.txt' was changed: its commit was") })
  }

  @Test func contentReplacedInItsFileIsNamed() throws {
    let digest = try LibraryDigest(of: temporary.library)
    let blob = ObjectDatabase.name(of: .blob, bytes("text 2\n"))
    let other = ObjectDatabase.name(of: .blob, bytes("text 1\n"))
    let hex = (blob.hex, other.hex)
    let store = temporary.library.store
    let path = store.appending("objects/\(hex.0.prefix(2))/\(hex.0.dropFirst(2))")
    let stranger = try File(
      store.appending("objects/\(hex.1.prefix(2))/\(hex.1.dropFirst(2))")
    ).readToEnd()
    try FileSystem.remove(path)
    try File(path, [.write, .createNew]).write(stranger)
    #expect(
      try findings(against: digest) == [
        "the content of version 2 of 'a.txt': object \(blob) is damaged "
          + "(its bytes are those of another object)"
      ])
  }

  @Test func versionTakenOutWithoutARecordIsNamed() throws {
    let digest = try LibraryDigest(of: temporary.library)
    try rewrite { number, commit in
      if number == 4 { commit.message += bytes("Pruned: 2-3\n") }
      return number < 2 || number > 3
    }
    #expect(
      try findings(against: digest) == [
        "versions 2-3 of 'a.txt' are gone, and no record says why"
      ])
  }

  @Test("A recorded prune is told and no damage", arguments: [false, true])
  func recordedPrune(forgotten: Bool) throws {
    let digest = try LibraryDigest(of: temporary.library)
    let versions = try temporary.versions("a.txt")
    try rewrite { number, commit in
      if number == 4 { commit.message += bytes("Pruned: 2-3\n") }
      if number > 3 {
        commit.message += bytes("Original: \(versions[number - 1].commit)\n")
      }
      return number < 2 || number > 3
    }
    try Journal(temporary.library).record(
      "prune", of: versions[4], trailers: [("Pruned", bytes("2-3"))])
    if forgotten { try forget() }
    var verification = try Verification(try temporary.reopened())
    try verification.check(against: digest)
    #expect(!verification.hasDamage, "\(verification.findings.map(\.message))")
    if !forgotten {
      #expect(
        verification.findings.map(\.message) == [
          "versions 2-3 of 'a.txt' were pruned or purged, as recorded"
        ])
    }
  }

  @Test func documentThatIsGoneIsNamed() throws {
    let digest = try LibraryDigest(of: temporary.library)
    let document = try temporary.document(at: "a.txt")
    try FileSystem.remove(
      temporary.library.store.appending(ReferenceNames.chain(of: document.id)))
    let found = try findings(against: digest)
    #expect(
      found.contains("versions 1-5 of id:\(document.id) are gone, and no record says why"),
      "\(found)")
  }

  @Test func journalThatWasCutIsNamed() throws {
    try temporary.library.label(try temporary.version(1, of: "a.txt"), "first")
    let digest = try LibraryDigest(of: temporary.library)
    let name = try #require(try temporary.library.journalHeads().keys.first)
    try FileSystem.remove(temporary.library.store.appending(name))
    let found = try findings(against: digest)
    #expect(found.contains { $0.hasPrefix("the journal of copy") }, "\(found)")
  }
}
