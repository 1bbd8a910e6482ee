import Files
import Testing

@testable import Git
@testable import VersionStore

/// A check finds what is damaged, and nothing where all is whole.
struct VerificationTests {
  private let temporary: TemporaryLibrary

  /// 'a.txt' with five versions, one labelled, 'b.txt' renamed to 'c.txt' and deleted, a package.
  init() throws {
    temporary = try TemporaryLibrary()
    for number in 1...3 { try temporary.save("text \(number)\n", at: "a.txt") }
    let second = try temporary.version(2, of: "a.txt")
    try temporary.library.label(second, "second")
    try temporary.save("eins\n", at: "b.txt")
    let old = try temporary.document(at: "b.txt")
    _ = try temporary.library.rename(old, to: try documentPath("c.txt"))
    _ = try temporary.library.delete(try temporary.document(at: "c.txt"))
    try temporary.write("part", at: "p.textbundle/text.md")
    try temporary.write("picture", at: "p.textbundle/assets/one.png")
    try temporary.save("p.textbundle")
  }

  private var store: FilePath { temporary.library.store }

  private func verify() throws -> Verification {
    try Verification(try temporary.reopened())
  }

  private func damages() throws -> [String] {
    try verify().findings.filter { $0.severity == .damage }.map(\.message)
  }

  private func file(of id: ObjectID) -> FilePath {
    store.appending("objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))")
  }

  @Test(arguments: [false, true])
  func wholeLibraryHasNoFindings(packed: Bool) throws {
    if packed { try temporary.git("gc", "-q") }
    let verification = try verify()
    #expect(verification.findings == [])
    #expect(verification.summary.documents == 3)
    #expect(verification.summary.versions == 7)
    let everything = try temporary.git("rev-list", "--objects", "--all", "--no-object-names")
    let count = everything.split(separator: "\n").count
    #expect(verification.summary.objects >= count)
  }

  @Test(
    "All that git fsck finds is found, in every file damaged in turn", arguments: [false, true])
  func everyDamageThatGitFinds(packed: Bool) throws {
    if packed {
      try temporary.git("gc", "-q")
      for number in 4...5 { try temporary.save("text \(number)\n", at: "a.txt") }
    }
    var rows = 0
    var found = 0
    // Ours, which can be made again, and what git writes for old web servers, are no part of it.
    let others = ["versions/", "info/", "objects/info/"]
    for path in try files(below: store)
    where !others.contains(where: path.relativeName(to: store).hasPrefix) {
      let whole = try File(path).readToEnd()
      for (name, bytes) in damaged(whole) {
        try FileSystem.remove(path)
        if let bytes { try File(path, [.write, .createNew], permissions: 0o600).write(bytes) }
        let row = "\(path.relativeName(to: store)) \(name)"
        let hasDamage: Bool
        do {
          hasDamage = try verify().hasDamage
        } catch let error as StoreError {
          // What the command tells as one finding.
          #expect(error.kind == .damaged, "\(row): \(error.message)")
          hasDamage = error.kind == .damaged
        }
        rows += 1
        if hasDamage { found += 1 }
        if !hasDamage {
          let (status, _) = try GitCommand.run(
            ["--git-dir=\(store)", "fsck", "--strict", "--full"], in: temporary.folder)
          #expect(status == 0, "\(row): git ends with \(status)")
        }
        try? FileSystem.remove(path)
        try File(path, [.write, .createNew], permissions: 0o600).write(whole)
      }
    }
    // The rest does no harm: a name in HEAD, a bit that zlib does not look at, a reference in a file
    // of its own behind which an older one is packed.
    #expect(rows > 60 && found > rows * 8 / 10, "\(found) of \(rows)")
    #expect(try verify().findings == [])
  }

  private func damaged(_ whole: [UInt8]) -> [(String, [UInt8]?)] {
    var list: [(String, [UInt8]?)] = [
      ("empty", []), ("half", Array(whole.prefix(whole.count / 2))),
      ("cut", Array(whole.dropLast())), ("longer", whole + whole), ("deleted", nil),
    ]
    for position in [0, whole.count / 3, whole.count * 2 / 3, whole.count - 1] {
      var bytes = whole
      bytes[position] ^= 0x04
      list.append(("flipped at \(position)", bytes))
    }
    return list
  }

  private func files(below folder: FilePath) throws -> [FilePath] {
    try Folder.entries(of: folder).flatMap { entry in
      let path = folder.appending(entry.name)
      return entry.kind == .folder ? try files(below: path) : [path]
    }
  }

  @Test func damagedContentNamesTheVersionsThatNeedIt() throws {
    try temporary.save("text 2\n", at: "a.txt")
    let blob = ObjectDatabase.name(of: .blob, bytes("text 2\n"))
    try FileSystem.remove(file(of: blob))
    let found = try #require(try verify().findings.first)
    #expect(found.kind == .objectMissing)
    #expect(found.versions == [2, 4])
    #expect(found.path == (try documentPath("a.txt")))
    #expect(
      found.message == "the content of versions 2, 4 of 'a.txt': object \(blob) is missing")
  }

  @Test func lostReferenceIsToldWithTheNewestWholeVersion() throws {
    let document = try temporary.document(at: "a.txt")
    let name = ReferenceNames.chain(of: document.id)
    Places(temporary.library).remember([
      (document.id, document.path, try temporary.status("a.txt"))
    ])
    try FileSystem.remove(store.appending(name))
    let damages = try damages()
    #expect(
      damages.contains(
        "the history of 'a.txt' has lost its reference '\(name)'; the newest whole version is 3"),
      "\(damages)")
  }

  @Test func aliasThatIsMissingOrLeadsElsewhereIsDamage() throws {
    let alias = ReferenceNames.alias(of: try documentPath("a.txt"))
    let other = ReferenceNames.alias(of: try documentPath("p.textbundle"))
    let whole = try File(store.appending(alias)).readToEnd()
    try FileSystem.remove(store.appending(alias))
    #expect(try damages() == ["'a.txt' does not find its history: '\(alias)' is missing"])
    let elsewhere = try File(store.appending(other)).readToEnd()
    try File(store.appending(alias), [.write, .createNew]).write(elsewhere)
    #expect(try damages() == ["'a.txt' finds another document than the one that is there"])
    try File(store.appending(alias), [.write, .truncate]).write(whole)
    #expect(try damages() == [])
  }

  @Test func labelOnNoVersionIsDamage() throws {
    let document = try temporary.document(at: "a.txt")
    let second = try temporary.version(2, of: "a.txt")
    let prefix = ReferenceNames.labels(of: document.id)
    let own = prefix + String(decoding: second.persistentIdentifier, as: UTF8.self)
    let stray = prefix + UUID().description
    try FileSystem.rename(store.appending(own), to: store.appending(stray))
    let found = try damages()
    #expect(found.count == 2)
    #expect(
      found.contains("the label '\(stray)' of 'a.txt' is on a version that is not in the history"))
    #expect(found.contains { $0.hasSuffix("of version 2 of 'a.txt' has lost its reference") })
  }

  @Test("A version of another form than the format says is named", arguments: Misshapen.allCases)
  func formsOfVersions(row: Misshapen) throws {
    let head = try temporary.document(at: "a.txt").head
    let object = try temporary.library.repository.objects.read(head.commit)
    var commit = try #require(Commit(bytes: object.bytes))
    var message = String(decoding: commit.message, as: UTF8.self)
    let objects = temporary.library.repository.objects
    commit.parents = [head.commit]
    switch row {
    case .sameNumber: break
    case .gap: message.replace("Version: 3\n", with: "Version: 7\n")
    case .otherName: message.replace("Path: a.txt", with: "Path: folder/b.txt")
    case .size:
      message.replace("Version: 3\n", with: "Version: 4\n")
      message.replace("Size: 7", with: "Size: 8")
    case .twoFiles:
      message.replace("Version: 3\n", with: "Version: 4\n")
      let blob = try objects.write(.blob, bytes("more"))
      let tree = Tree([
        .init(mode: 0o100644, name: bytes("a.txt"), id: blob),
        .init(mode: 0o100644, name: bytes("b.txt"), id: blob),
      ])
      commit.tree = try objects.write(.tree, tree.bytes)
    case .deletion:
      message.replace("Version: 3\n", with: "Version: 4\n")
      message.replace("Event: save", with: "Event: delete")
    }
    if row == .otherName { message.replace("Version: 3\n", with: "Version: 4\n") }
    commit.message = Array(message.utf8)
    let id = try objects.write(.commit, commit.bytes)
    try temporary.library.repository.references.move(
      ReferenceNames.chain(of: head.document), to: id, expecting: head.commit)
    let damages = try damages()
    #expect(damages.contains { $0.contains(row.rawValue) }, "\(damages)")
  }

  enum Misshapen: String, CaseIterable {
    case sameNumber = "version 3 comes after version 3"
    case gap = "versions 4-6 are gone, and nothing says why"
    case otherName = "what it holds is called 'a.txt'"
    case size = "it has 7 bytes and says 8"
    case twoFiles = "it holds 2 files"
    case deletion = "it says that the document was deleted, and holds something"
  }

  @Test func timeThatGoesBackIsNotedAndNoDamage() throws {
    temporary.clock.set("2020-01-01T00:00:00Z")
    try temporary.save("earlier\n", at: "a.txt")
    let verification = try verify()
    #expect(!verification.hasDamage)
    #expect(
      verification.findings.map(\.message) == [
        "version 4 of 'a.txt' was saved at an earlier time than version 3"
      ])
  }

  @Test func whatDeadProcessesLeftIsNoted() throws {
    let old = FileTime(seconds: 1_700_000_000)
    let left = [
      "packed-refs.lock", "refs/documents/ab.lock", "objects/ab/tmp_obj_x",
      "objects/pack/tmp_pack_x", "objects/damaged-1234",
    ]
    for name in left {
      try Folder.makeAll(store.appending(name).parent)
      let file = try File(store.appending(name), [.write, .create])
      try file.setModified(old)
    }
    let verification = try verify()
    #expect(!verification.hasDamage)
    let named = Set(verification.findings.compactMap { $0.file?.relativeName(to: store) })
    #expect(named == Set(left))
  }

  @Test func filesOnDiskAreComparedWithTheirLatestVersions() throws {
    try temporary.write("changed\n", at: "a.txt")
    try temporary.write("new\n", at: "new.txt")
    try temporary.remove("p.textbundle")
    var verification = try verify()
    try verification.checkFiles()
    #expect(!verification.hasDamage)
    #expect(
      verification.findings.map(\.message).sorted() == [
        "'a.txt' has changed since version 3: 8 bytes, and 7 then", "'new.txt' has no versions yet",
        "'p.textbundle' is not on disk; its latest version is 1",
      ])
  }
}

extension FilePath {
  /// The path below a folder, as text.
  func relativeName(to folder: FilePath) -> String {
    String(decoding: relative(to: folder) ?? bytes, as: UTF8.self)
  }
}
