import Files
import Testing

@testable import Git
@testable import VersionStore

struct LibraryTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  private func create(
    _ folder: FilePath, elsewhere: FilePath? = nil
  ) throws(StoreError) -> Library {
    try Library.create(
      folder, storeElsewhere: elsewhere, surroundings: temporary.library.surroundings)
  }

  @Test func storeIsAsTheFormatHasIt() throws {
    try temporary.fsck()
    for (name, value) in [
      ("core.bare", "true"), ("versions.format", "1"), ("core.fsync", "all"),
      ("core.logallrefupdates", "false"), ("gc.auto", "0"), ("gc.cruftpacks", "true"),
      ("repack.writebitmaps", "false"), ("gc.writecommitgraph", "false"),
      ("maintenance.auto", "false"), ("receive.autogc", "false"),
    ] {
      #expect(try temporary.git("config", name) == value + "\n")
    }
    #expect(try temporary.git("config", "versions.library").count == 37)
    #expect(temporary.library.settings.library != nil)
    #expect(temporary.library.settings.replica != nil)
  }

  @Test func secondLibraryInTheSamePlaceIsRefused() throws {
    #expect(kind { try create(temporary.folder) } == .libraryExists)
    try temporary.write("x", at: "file")
    #expect(kind { try create(temporary.folder.appending("file")) } == .invalid)
  }

  @Test func processThatWasFasterIsSaid() throws {
    let folder = temporary.folder.appending("in/a")
    let program = OtherProgram(folder: folder)
    let faults = SystemFaults { call, path in
      // The other process makes its store just before this one's gets its name.
      if call == .rename, path == folder.appending(".versions") {
        program.write("ref: refs/heads/x", at: ".versions/HEAD")
      }
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try create(folder) } }
    #expect(found == .libraryExists)
    #expect(try Folder.entries(of: folder).count == 1)
    #expect(try Folder.entries(of: folder.appending(".versions")).count == 1)
  }

  @Test func storeCanBeElsewhere() throws {
    let folder = temporary.folder.appending("in/a")
    let store = temporary.folder.appending("stores/one")
    let library = try create(folder, elsewhere: store)
    #expect(library.store == store)
    try File(folder.appending("x.txt"), [.write, .createNew]).write(bytes("x"))
    let version = try library.save(try documentPath("x.txt")).version
    #expect(version.number == 1)
    let again = try Library(folder, surroundings: library.surroundings)
    #expect(try again.document(documentPath("x.txt")).head == version)
    #expect(kind { try create(folder) } == .libraryExists)
  }

  @Test("What is no library is said", arguments: ["none", "file", "folder", "stray"])
  func noLibrary(name: String) throws {
    let outside = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(outside) }
    try Folder.make(outside.appending("folder"))
    try Folder.make(outside.appending("stray"))
    try File(outside.appending("file"), [.write, .createNew]).write([])
    try File(outside.appending("stray/.versions"), [.write, .createNew]).write(bytes("x"))
    #expect(
      kind {
        try Library(outside.appending(name), surroundings: temporary.library.surroundings)
      } == (name == "stray" ? .damaged : .libraryNotFound))
  }

  @Test func newerFormatIsReadAndNotWritten() throws {
    try temporary.save("1", at: "a.txt")
    try temporary.git("config", "versions.format", "2")
    let library = try temporary.reopened()
    let path = try documentPath("a.txt")
    let document = try library.document(path)
    #expect(document.head.number == 1)
    try temporary.write("2", at: "a.txt")
    #expect(kind { try library.save(path) } == .newerFormat)
    #expect(kind { try library.delete(document) } == .newerFormat)
    #expect(kind { try library.restore(document, to: document.head) } == .newerFormat)
    #expect(kind { try library.undo(document) } == .newerFormat)
    #expect(kind { try library.rename(document, to: documentPath("b.txt")) } == .newerFormat)
    #expect(kind { try library.duplicate(document, to: documentPath("b.txt")) } == .newerFormat)
    #expect(kind { try library.lock(document) } == .newerFormat)
    #expect(kind { try library.label(document.head, "x") } == .newerFormat)
    #expect(kind { try library.saveAll { _ in } } == .newerFormat)
    #expect(temporary.read("a.txt") == "2")
  }

  @Test(
    "Hostile settings are defaults or a refusal, never a trap",
    arguments: [
      ("sizeLimit", "-1"), ("sizeLimit", "0"), ("sizeLimit", "18014398509481985k"),
      ("sizeLimit", "9223372036854775807g"), ("sizeLimit", "x"), ("format", "99999999999999999999"),
      ("format", "x"), ("format", ""), ("library", "not a uuid"), ("author", "<><>\u{1}"),
      ("packages", "/ .. , ,, .x"), ("replica", "x"),
    ])
  func hostileSettings(name: String, value: String) throws {
    try temporary.write("text", at: "a.txt")
    try temporary.git("config", "versions." + name, value)
    let library = try temporary.reopened()
    #expect(library.settings.sizeLimit == Settings.defaultSizeLimit)
    let found = kind { try library.save(documentPath("a.txt")) }
    #expect(found == (name == "format" ? .newerFormat : nil))
    try temporary.fsck()
  }

  @Test func settingsAreSetAndForgotten() throws {
    let library = temporary.library
    let limit = try Setting.named(bytes("versions.SIZElimit"))
    #expect(try library.value(of: limit) == nil)
    try library.set(limit, to: "10k")
    #expect(try library.value(of: limit) == "10k")
    #expect(try temporary.reopened().settings.sizeLimit == 10 << 10)
    try temporary.git("config", "--add", "versions.sizeLimit", "7")
    try library.set(limit, to: "1m")
    #expect(try temporary.git("config", "--get-all", "versions.sizeLimit") == "1m\n")
    try library.set(limit, to: nil)
    try library.set(limit, to: nil)
    #expect(try temporary.reopened().settings.sizeLimit == Settings.defaultSizeLimit)
    for wrong in ["", "x", "-1", "0", "5g", "1.5", "99999999999999999999"] {
      #expect(kind { try library.set(limit, to: wrong) } == .invalid)
    }
    try library.set(limit, to: "4294967295")
    #expect(kind { try Setting.named(bytes("nonsense")) } == .invalid)
  }

  @Test func patternsAreAddedOneByOneAndForgottenTogether() throws {
    let library = temporary.library
    let ignore = try Setting.named(bytes("ignore"))
    let patterns = ["*.log", "/build/", "!keep.log", "a b\\ ", "\"odd\";\\#", "\\#x", " lead"]
    for pattern in patterns { try library.add(pattern, to: ignore) }
    try library.add("*.log", to: ignore)
    #expect(try library.values(of: ignore) == patterns)
    #expect(try temporary.reopened().settings.ignore == patterns.map(bytes))
    #expect(
      try temporary.git("config", "--get-all", "versions.ignore")
        == patterns.joined(separator: "\n") + "\n")
    try library.set(ignore, to: "*.tmp")
    #expect(try library.values(of: ignore) == ["*.tmp"])
    try library.add("x", to: ignore)
    try library.set(ignore, to: nil)
    #expect(try temporary.reopened().settings.ignore.isEmpty)
    for wrong in ["", "# remark", "!", "/", "a\nb"] {
      #expect(kind { try library.add(wrong, to: ignore) } == .invalid)
    }
    #expect(kind { try library.add("1m", to: Setting.named(bytes("sizeLimit"))) } == .invalid)
  }

  @Test(
    "Times have a unit and bounds",
    arguments: [
      ("quiet-period", "500ms", true), ("quietPeriod", "2", true), ("quietPeriod", "1h", true),
      ("quietPeriod", "2h", false), ("quietPeriod", "1ms", false), ("longest-wait", "5m", true),
      ("longestWait", "24h", true), ("longestWait", "25h", false), ("longestWait", "", false),
      ("longestWait", "-1s", false), ("longestWait", "soon", false), ("longestWait", "1d", false),
    ])
  func times(name: String, value: String, isRight: Bool) throws {
    let setting = try Setting.named(bytes(name))
    let refused = kind { try temporary.library.set(setting, to: value) }
    #expect(refused == (isRight ? nil : .invalid))
    let settings = try temporary.reopened().settings
    #expect(((settings.quietPeriod ?? settings.longestWait) != nil) == isRight)
  }

  @Test func authorOfTheLibraryAndOfTheCommandComeFirst() throws {
    try temporary.save("1", at: "a.txt")
    try temporary.library.set(try Setting.named(bytes("author")), to: "Bo <bo@x>")
    let library = try temporary.reopened()
    try temporary.write("2", at: "a.txt")
    #expect(try library.save(documentPath("a.txt")).version.author.name == "Bo")
    library.surroundings.author = Person("Cy <cy@x>")
    try temporary.write("3", at: "a.txt")
    #expect(try library.save(documentPath("a.txt")).version.author.email == "cy@x")
    #expect(try temporary.versions("a.txt")[0].author == Person("Ada <ada@example.org>"))
  }

  @Test func storeWithoutAPartIsDamaged() throws {
    for name in ["HEAD", "objects", "refs"] {
      let temporary = try TemporaryLibrary()
      try FileSystem.removeAll(temporary.library.store.appending(name))
      #expect(kind { try temporary.reopened() } == .damaged)
    }
  }

  @Test(
    "Settings that git cannot read are damage, not trouble with the disk",
    arguments: ["[", "= x\n", "[a\n"])
  func unreadableSettings(text: String) throws {
    try File(temporary.library.store.appending("config"), [.write, .truncate]).write(bytes(text))
    #expect(kind { try temporary.reopened() } == .damaged)
  }

  // MARK: Locations

  @Test func pathsAreFoundInTheNearestLibrary() throws {
    let inner = temporary.folder.appending("folder/inner")
    _ = try create(inner)
    func place(_ path: String) throws -> (FilePath, Location.Place) {
      let location = try Location(
        of: FilePath(path), from: temporary.folder.appending("folder"),
        surroundings: temporary.library.surroundings)
      return (location.library.folder, location.place)
    }
    try temporary.write("x", at: "folder/a.txt")
    try temporary.write("x", at: "b.textbundle/text.md")
    for (path, folder, expected) in [
      ("a.txt", temporary.folder, Location.Place.document(try documentPath("folder/a.txt"))),
      ("../none.txt", temporary.folder, .document(try documentPath("none.txt"))),
      (".", temporary.folder, .folder(try documentPath("folder"))),
      ("..", temporary.folder, .library), ("inner", inner, .library),
      ("inner/x", inner, .document(try documentPath("x"))),
      ("../b.textbundle", temporary.folder, .document(try documentPath("b.textbundle"))),
      ("../b.textbundle/text.md", temporary.folder, .document(try documentPath("b.textbundle"))),
      ("none/deep/x", temporary.folder, .document(try documentPath("folder/none/deep/x"))),
    ] {
      let (found, place) = try place(path)
      #expect(found == folder, "\(path)")
      #expect(place == expected, "\(path)")
    }
    #expect(kind { try place("../.versions/config") } == .notADocument)
    #expect(kind { try place("/") } == .libraryNotFound)
  }

  @Test func linksAreFollowedInsideTheLibraryOnly() throws {
    try temporary.write("x", at: "real/a.txt")
    let library = temporary.library
    func link(_ name: String, to target: String) throws {
      try FileSystem.makeLink(temporary.folder.appending(name), to: bytes(target))
    }
    try link("inside", to: "real/a.txt")
    try link("outside", to: "/etc/hostname")
    try link("nowhere", to: "none")
    try link("store", to: ".versions/config")
    try link("folder", to: "real")
    try link("loop", to: "loop")
    for (path, expected) in [
      ("inside", Location.Place.document(try documentPath("real/a.txt"))),
      ("outside", .document(try documentPath("outside"))),
      ("nowhere", .document(try documentPath("nowhere"))),
      ("store", .document(try documentPath("store"))),
      ("loop", .document(try documentPath("loop"))),
      ("folder/a.txt", .document(try documentPath("real/a.txt"))),
      ("folder/new.txt", .document(try documentPath("real/new.txt"))),
    ] {
      let location = try Location(
        of: FilePath(path), from: temporary.folder, surroundings: library.surroundings)
      #expect(location.place == expected, "\(path)")
    }
  }

  @Test func aLinkToALibraryIsThatLibrary() throws {
    let other = try TemporaryLibrary()
    let places = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(places) }
    let resolved = try FileSystem.resolved(places)
    for folder in [resolved, other.folder] {
      try FileSystem.makeLink(folder.appending("l"), to: temporary.folder.bytes)
    }
    try FileSystem.makeLink(resolved.appending("m"), to: bytes("l"))
    let there = temporary.folder
    let link = Location.Place.document(try documentPath("l"))
    for (path, folder, library, expected) in [
      ("l", resolved, there, Location.Place.library), ("l/", resolved, there, .library),
      ("m", resolved, there, .library),
      ("l/a.txt", resolved, there, .document(try documentPath("a.txt"))),
      // In a library it is a link that leads out of it, until it is named as a folder.
      ("l", other.folder, other.folder, link), ("l/", other.folder, there, .library),
    ] {
      let location = try Location(
        of: FilePath(path), from: folder, surroundings: temporary.library.surroundings)
      #expect(location.library.folder == library, "\(path) in \(folder)")
      #expect(location.place == expected, "\(path) in \(folder)")
    }
  }

  @Test func lookalikesAreOffered() throws {
    try temporary.write("x", at: "Caf\u{E9}.txt")
    #expect(
      temporary.library.lookalikes(of: try documentPath("cafe\u{301}.TXT"))
        == [try documentPath("Caf\u{E9}.txt")])
    #expect(temporary.library.lookalikes(of: try documentPath("other")).isEmpty)
  }
}
