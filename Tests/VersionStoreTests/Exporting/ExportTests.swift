import Files
import Git
import Testing

@testable import VersionStore

/// What is exported is a whole history for whoever reads it, and becomes the same one again.
struct ExportTests {
  private let temporary: TemporaryLibrary
  private let places: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    // Only its folder is used.
    places = try TemporaryLibrary()
    try places.remove(".versions")
    try temporary.save("one\n", at: "a.txt", label: "a label")
    temporary.clock.set("2026-12-01T10:00:00Z")
    try temporary.save("b\r\nb\r\n", at: "notes/Übung 100%.txt")
    temporary.clock.set("2026-12-01T10:00:01Z")
    try temporary.save("one\ntwo\n", at: "a.txt", .autosave)
    temporary.clock.set("2026-12-01T10:00:02Z")
    _ = try temporary.library.rename(
      temporary.document(at: "notes/Übung 100%.txt"), to: documentPath("notes/b [1].txt"))
    temporary.clock.set("2026-12-01T10:00:03Z")
    try temporary.save("* text eol=crlf\n", at: ".gitattributes")
    temporary.clock.set("2026-12-01T10:00:04Z")
    _ = try temporary.library.delete(temporary.document(at: ".gitattributes"))
    temporary.clock.set("2026-12-01T10:00:05Z")
    try temporary.write("text", at: "x.textbundle/text.md")
    try temporary.write("m", at: "x.textbundle/.gitmodules")
    try temporary.save("x.textbundle")
    temporary.clock.set("2026-12-01T10:00:06Z")
    try temporary.write([0xFF, 0, 0x0D, 0x0A], at: bytes("binary"))
    try temporary.save("binary")
    temporary.clock.set("2026-12-01T10:00:07Z")
    _ = try temporary.library.lock(temporary.document(at: "a.txt"))
  }

  /// All versions with all that is told of them.
  private func all(_ temporary: TemporaryLibrary) throws -> [Version] {
    var log = try LibraryLog(temporary.library) { _, error in Issue.record("\(error)") }
    var versions: [Version] = []
    while let version = try log.next() { versions.append(version) }
    return versions
  }

  private func export(
    _ format: ExportFormat, _ name: String, _ document: Document? = nil
  ) throws -> FilePath {
    let path = places.folder.appending(name)
    _ = try temporary.library.export(document, as: format, to: path)
    return path
  }

  @Test("Imported again, it is the same library", arguments: [ExportFormat.bundle, .git])
  func roundTrip(format: ExportFormat) throws {
    try temporary.library.label(temporary.version(2, of: "a.txt"), "later")
    let path = try export(format, "out")
    let other = try TemporaryLibrary()
    try other.importing(path)
    let versions = try all(temporary)
    #expect(try all(other) == versions && versions.count == 9)
    #expect(
      try other.files().filter { !$0.key.hasPrefix(".versions") }
        == temporary.files().filter { !$0.key.hasPrefix(".versions") })
    try other.fsck()
    // Never twice, and never from the one it was exported from.
    #expect(try other.importing(path).allSatisfy { $0.contains(": 0 of ") })
    #expect(try temporary.importing(path).allSatisfy { $0.contains(": 0 of ") })
  }

  @Test func gitClonesABundleAndReadsARepositoryWithOrdinaryNames() throws {
    let bundle = try export(.bundle, "all.bundle")
    let clone = places.folder.appending("clone")
    let run = { (arguments: [String], folder: FilePath) throws -> String in
      let (status, output) = try GitCommand.run(arguments, in: folder)
      #expect(status == 0, "git \(arguments)")
      return String(decoding: output, as: UTF8.self)
    }
    _ = try run(["clone", "-q", bundle.description, clone.description], places.folder)
    let repository = try export(.git, "repository")
    for folder in [clone, repository] {
      #expect(
        try run(["log", "--reverse", "--format=%s"], folder) == """
          save a.txt
          save notes/Übung 100%25.txt
          autosave a.txt
          rename notes/b [1].txt
          save .gitattributes
          delete .gitattributes
          save x.textbundle
          save binary
          lock a.txt

          """)
      let names = try run(
        ["-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "HEAD"], folder)
      #expect(
        names
          == "a.txt\nbinary\nnotes/b [1].txt\nx.textbundle/%2Egitmodules\nx.textbundle/text.md\n")
      #expect(try run(["status", "--porcelain"], folder) == "")
      #expect(try run(["cat-file", "blob", "HEAD:notes/b [1].txt"], folder) == "b\r\nb\r\n")
      #expect(
        try run(["show", "-s", "--format=%an %ae %at %ct", "HEAD~8"], folder).hasPrefix(
          "Ada ada@example.org "))
      _ = try run(["fsck", "--strict"], folder)
      #expect(try run(["branch", "--format=%(refname:short)"], folder) == "main\n")
    }
    #expect(try FileStatus.find(repository.appending(".git/objects/info/alternates")) == nil)
  }

  @Test func gitAppliesThePatchesAndTheHistoryIsTheSame() throws {
    let path = try export(.patches, "patches")
    let names = try Folder.entries(of: path).map { path.appending($0.name).description }
    // The one that locks changes nothing.
    #expect(names.count == 8)
    let folder = places.folder.appending("applied")
    try Folder.make(folder)
    for arguments in [
      ["init", "-q", "-b", "main"],
      ["-c", "user.name=X", "-c", "user.email=x", "am", "-q", "--whitespace=nowarn"] + names,
    ] {
      #expect(try GitCommand.run(arguments, in: folder).status == 0, "\(arguments.prefix(2))")
    }
    let other = try TemporaryLibrary()
    try other.importing(folder)
    let versions = try all(temporary).filter { $0.event != .lock }
    #expect(try all(other) == versions)
    // Each by itself is a patch, too.
    let plain = places.folder.appending("plain")
    try Folder.make(plain)
    #expect(try GitCommand.run(["apply"] + names.prefix(3), in: plain).status == 0)
    #expect(places.read("plain/a.txt") == "one\ntwo\n")
  }

  @Test("What git leaves out of patches is a gap that says so")
  func patchesWithoutContent() throws {
    let folder = places.folder.appending("applied")
    let source = try TemporaryLibrary()
    try source.save("a\n", at: "f.txt", .autosave)
    try source.save("a\n", at: "f.txt", label: "keep")
    try source.save("a\nb\n", at: "f.txt")
    let path = places.folder.appending("patches")
    _ = try source.library.export(nil, as: .patches, to: path)
    let names = try Folder.entries(of: path).map { path.appending($0.name).description }.sorted()
    try Folder.make(folder)
    for arguments in [
      ["init", "-q", "-b", "main"],
      ["-c", "user.name=X", "-c", "user.email=x", "am", "-q", "--empty=drop"] + names,
    ] {
      #expect(try GitCommand.run(arguments, in: folder).status == 0, "\(arguments.prefix(2))")
    }
    let other = try TemporaryLibrary()
    #expect(try other.importing(folder) == ["f.txt: 2 of 3"])
    let versions = try other.versions("f.txt")
    #expect(versions.map(\.number) == [1, 3] && versions.map(\.pruned) == [nil, "2"])
    #expect(versions[0] == (try source.version(1, of: "f.txt")))
    #expect(versions[1].identifier == (try source.version(3, of: "f.txt")).identifier)
    #expect(try Verification(try other.reopened()).findings.map(\.message) == [])
    #expect(try other.importing(folder) == ["f.txt: 0 of 3"])
    try other.fsck()
  }

  @Test("Hidden documents and names that look like copies come back from files")
  func filesOfAnyName() throws {
    let names = [
      ".gitignore", ".config/.a.txt", ".config/deep/b.txt", "note-1.txt", "old.bak", "a~b", "2.3",
      "x-v0001.txt",
    ]
    let source = try TemporaryLibrary()
    for name in names {
      try source.save("1\n", at: name)
      try source.save("2\n", at: name)
    }
    let path = places.folder.appending("files")
    _ = try source.library.export(nil, as: .files, to: path)
    // What else is hidden is not theirs.
    try places.write("x", at: "files/.cache/x.txt")
    try places.write("x", at: "files/.DS_Store")
    let other = try TemporaryLibrary()
    #expect(try other.importing(path).sorted() == names.sorted().map { "\($0): 2 of 2" })
    for name in names { #expect(try other.texts(name) == ["1\n", "2\n"], "\(name)") }
  }

  @Test func filesAreNumberedAndHaveTheirTimes() throws {
    _ = try export(.files, "one", temporary.document(at: "a.txt"))
    #expect(
      places.read("one/a-v0001.txt") == "one\n" && places.read("one/a-v0003.txt") == "one\ntwo\n")
    let version = try temporary.version(1, of: "a.txt")
    #expect(try places.status("one/a-v0001.txt").modified == version.modified.time)
    let all = try export(.files, "all")
    #expect(places.read("all/notes/b [1].txt.versions/b [1]-v0002.txt") == "b\r\nb\r\n")
    #expect(places.read("all/x.textbundle.versions/x-v0001.textbundle/text.md") == "text")
    let other = try TemporaryLibrary()
    try other.importing(all)
    for path in ["a.txt", "notes/b [1].txt", "binary"] {
      let before = try temporary.versions(path)
      let after = try other.versions(path)
      #expect(after.map(\.modified.time) == before.map(\.modified.time))
      #expect(
        try after.map { try other.library.content(of: $0) }
          == before.map { try temporary.library.content(of: $0) })
    }
    #expect(other.read("x.textbundle/text.md") == "text")
  }

  @Test("A library around does not see it being made", arguments: ExportFormat.allCases)
  func draftsAreHidden(format: ExportFormat) throws {
    let left = ".versions-export-\(UUID())"
    try temporary.write("x", at: "\(left)/a-v0001.txt")
    temporary.clock.set("2020-01-01T00:00:00Z")
    let folder = temporary.folder
    func documents() throws -> [DocumentPath] {
      try temporary.library.scannedDocuments { Issue.record("\($0): \($1)") }.map(\.0)
    }
    let before = try documents()
    var looks = 0
    _ = try temporary.library.export(nil, as: format, to: folder.appending("out")) { _, _ in
      guard (try? FileStatus.find(folder.appending("out"))) == .some(nil) else { return }
      looks += 1
      #expect((try? documents()) == before)
    }
    #expect(looks > 0)
    // What a killed one left stays as long as it may be one that just begins.
    #expect(temporary.read("\(left)/a-v0001.txt") == "x")
    try FileSystem.removeAll(folder.appending("out"))
    temporary.clock.set("2099-01-01T00:00:00Z")
    _ = try temporary.library.export(nil, as: format, to: places.folder.appending("other"))
    #expect(temporary.read("\(left)/a-v0001.txt") == "x")
    _ = try temporary.library.export(nil, as: format, to: folder.appending("out"))
    #expect(
      try Folder.entries(of: folder).allSatisfy { !$0.name.starts(with: ".versions-".utf8) })
  }

  @Test("Nothing that is there is touched", arguments: ExportFormat.allCases)
  func targetExists(format: ExportFormat) throws {
    try places.write("there", at: "out")
    try Folder.make(places.folder.appending("empty"))
    try FileSystem.makeLink(places.folder.appending("dangling"), to: bytes("none"))
    let before = try places.files()
    for name in ["out", "empty", "dangling"] {
      #expect(kind { try export(format, name) } == .targetExists)
    }
    #expect(kind { try export(format, "no/folder") } == .system)
    #expect(
      kind {
        try temporary.library.export(
          nil, as: format, to: temporary.library.store.appending("objects/x"))
      } == .notADocument)
    let empty = try TemporaryLibrary()
    #expect(
      kind { try empty.library.export(nil, as: format, to: places.folder.appending("x")) }
        == .documentNotFound)
    #expect(try places.files() == before)
  }

  @Test("What failed midway leaves nothing", arguments: ExportFormat.allCases)
  func failure(format: ExportFormat) throws {
    temporary.library.surroundings.isStopped = { true }
    let before = try places.files()
    #expect(kind { try export(format, "out") } == .interrupted)
    #expect(try places.files() == before)
  }
}
