import Files
import Testing

@testable import Git
@testable import VersionStore

struct VersionMessageTests {
  private static let document = "0123abcd-4567-89ef-8000-ffffffffffff"

  private func commit(_ message: String, seconds: Int64 = 1_700_000_000) -> [UInt8] {
    let signature = Signature(
      name: bytes("Ada"), email: bytes("a@b"), seconds: seconds, offset: 60)
    return Commit(
      tree: ObjectID.digest(of: []), parents: [], author: signature, committer: signature,
      message: bytes(message)
    ).bytes
  }

  private func read(_ message: String) -> Version? {
    Version(commit: .zero, bytes: commit(message))
  }

  @Test(
    "A label comes back whatever it looks like",
    arguments: [
      "draft", "Version: 7", "Path: /etc/passwd", "Document: x", "a", ":", ": :",
      "Signed-off-by: A",
      " leading and trailing ", "\u{1F41D}", "caf\u{E9}", "cafe\u{301}", "#hash", "%41", "\t",
      "a\tb", "\u{202E}", String(repeating: "x", count: 200), "key: v", "---",
    ] as [String?] + [nil])
  func labels(label: String?) throws {
    let message = VersionMessage.encode(
      event: .save, path: try documentPath("notes/a.txt"), label: label,
      trailers: [
        ("Document", bytes(Self.document)), ("Version", bytes("3")), ("Path", bytes("notes/a.txt")),
      ])
    let version = try #require(read(String(decoding: message, as: UTF8.self)))
    #expect(version.label.map { bytes($0) } == label.map { bytes($0) })
    #expect(version.number == 3)
    #expect(version.path.bytes == bytes("notes/a.txt"))
    #expect(version.document.description == Self.document)
  }

  @Test func trailersAreThoseThatGitSees() throws {
    let temporary = try TemporaryLibrary()
    try temporary.save("one", at: "notes/two\nlines %.txt", label: "Version: 9")
    let outcome = try temporary.save("two", at: "notes/two\nlines %.txt", .autosave)
    let chain = ReferenceNames.chain(of: outcome.version.document)
    let trailers = try temporary.git(
      "log", "--format=%s%n%(trailers:only,unfold)", "--reverse", chain
    ).split(separator: "\n").map(String.init)
    #expect(trailers.filter { $0.hasPrefix("Version: ") } == ["Version: 1", "Version: 2"])
    #expect(
      trailers.filter { $0.hasPrefix("Path: ") }
        == ["Path: notes/two%0Alines %25.txt", "Path: notes/two%0Alines %25.txt"])
    #expect(trailers.first == "save notes/two%0Alines %25.txt")
    #expect(try temporary.git("log", "-1", "--format=%b", chain + "~1").hasPrefix("Version: 9\n\n"))
    for key in [
      "Document", "Version-Id", "Event", "Size", "Type", "Permissions", "Modified", "Host", "App",
      "Replica",
    ] {
      #expect(trailers.filter { $0.hasPrefix(key + ": ") }.count == 2)
    }
  }

  @Test func strangersVersionNeedsOnlyDocumentNumberAndPath() throws {
    let version = try #require(
      read("anything\n\nDocument: \(Self.document)\nVersion: 2\nPath: a.txt\n"))
    #expect(version.event == .save)
    #expect(version.identifier == nil)
    #expect(version.persistentIdentifier == ObjectID.zero.hexBytes)
    #expect(version.size == nil)
    #expect(version.modified.time.seconds == 1_700_000_000)
    #expect(version.modified.offset == 60)
    #expect(version.author == Person(name: "Ada", email: "a@b"))
  }

  @Test func unknownTrailersAndEventsAreKeptReadable() throws {
    let version = try #require(
      read(
        """
        fly a.txt

        label

        Document: \(Self.document)
        Future: x: y
        Version: 2
        Event: fly
        Path: a.txt
        no colon here
        Also-Unknown:
        Merge-Base: 3
        """))
    #expect(version.event == Event(rawValue: "fly"))
    #expect(!version.event.isUndoable)
    #expect(version.label == "label")
  }

  @Test(
    "What is no version is none",
    arguments: [
      "", "\n", "\n\n\n", "subject only", "Document: x\nVersion: 1\nPath: a",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nPath: a",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: 0\nPath: a",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: -1\nPath: a",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: 9223372036854775807\nPath: a",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: 1\nPath: ../a",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: 1\nPath: /a",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: 1\nPath: a%00b",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: 1\nPath: a%2F..%2Fb",
      "s\n\nDocument: 0123abcd-4567-89ef-8000-ffffffffffff\nVersion: 1\nPath:",
    ])
  func noVersion(message: String) {
    #expect(read(message) == nil)
  }

  @Test(
    "Trailers that make no sense are as if they were not there",
    arguments: [
      "Size: x", "Size: 99999999999999999999", "Permissions: 9", "Permissions: 77777777777777",
      "Modified: yesterday", "From: x", "From: @", "From: @1", "From: x@1",
      "From: 0123abcd-4567-89ef-8000-ffffffffffff@", "Version-Id: x",
    ])
  func nonsense(trailer: String) throws {
    let version = try #require(
      read("s\n\nDocument: \(Self.document)\nVersion: 1\nPath: a\n\(trailer)\n"))
    #expect(version.size == nil)
    #expect(version.permissions == nil)
    #expect(version.origin == nil)
    #expect(version.identifier == nil)
    #expect(version.modified.time.seconds == 1_700_000_000)
  }

  @Test(
    "Where a version came from",
    arguments: [("3", nil, 3), ("0123abcd-4567-89ef-8000-ffffffffffff@12", document, 12)]
      as [(String, String?, Int)])
  func origins(text: String, document: String?, number: Int) throws {
    let origin = try #require(Version.Origin(trailer: bytes(text)[...]))
    #expect(origin.document == document.flatMap { UUID($0) })
    #expect(origin.number == number)
    #expect(origin.description == text)
  }

  @Test func twentyThousandDamagedVersionsNeverTrap() throws {
    let whole = commit(
      """
      restore notes/a%20.txt

      a label

      Document: \(Self.document)
      Version: 12
      Version-Id: \(Self.document)
      Event: restore
      Path: notes/a%20.txt
      Size: 1234
      Type: public.plain-text
      Permissions: 0644
      Modified: 2026-11-30T10:00:00.5+01:00
      Host: h
      App: a
      From: \(Self.document)@3
      Pruned: 5-9

      """)
    var random = SeededGenerator(34)
    var reader = VersionReader()
    for _ in 0..<20_000 {
      if let version = reader.read(.zero, random.damaged(whole)) {
        _ = version.time.rfc3339()
        _ = version.modified.rfc3339(fraction: true)
        _ = version.number + 1
      }
    }
  }

  @Test func commitThatSaysAnImpossibleTimeDoesNotTrap() {
    let whole = commit(
      "s\n\nDocument: \(Self.document)\nVersion: 1\nPath: a\n", seconds: 999_999_999_999_999_999)
    let version = Version(commit: .zero, bytes: whole)
    #expect(version?.time.rfc3339().isEmpty == false)
  }

  @Test func readerSharesNothingThatDiffers() throws {
    var reader = VersionReader()
    var random = SeededGenerator(35)
    for number in 1...300 {
      let path = ["a", "b/c", "d%25"].randomElement(using: &random) ?? "a"
      let event = ["save", "autosave"].randomElement(using: &random) ?? "save"
      let type = ["x", "y", ""].randomElement(using: &random) ?? "x"
      let raw = commit(
        "\(event) \(path)\n\nDocument: \(Self.document)\nVersion: \(number)\nEvent: \(event)\nPath: \(path)\nType: \(type)\nHost: \(type)h\nApp: \(type)a\n"
      )
      #expect(reader.read(.zero, raw) == Version(commit: .zero, bytes: raw))
      #expect(reader.read(.zero, raw)?.path.bytes == PercentEncoding.decode(bytes(path)))
      #expect(reader.read(.zero, raw)?.host == type + "h")
    }
  }
}
