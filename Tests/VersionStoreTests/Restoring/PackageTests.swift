import Files
import Testing

@testable import Git
@testable import VersionStore

struct PackageTests {
  private let temporary: TemporaryLibrary
  private let path = "note.textbundle"

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.write("text 1", at: path + "/text.md")
    try temporary.write("info", at: path + "/info.json")
    try temporary.write("picture", at: path + "/assets/a.png")
    try temporary.save(path)
  }

  private var library: Library { temporary.library }

  private func parts() throws -> [String: String] {
    var parts: [String: String] = [:]
    for (name, text) in try temporary.files() where name.hasPrefix(path + "/") {
      parts[String(name.dropFirst(path.count + 1))] = text
    }
    return parts
  }

  private func restore(_ number: Int) throws -> RestoreOutcome {
    try library.restore(
      temporary.document(at: path), to: temporary.version(number, of: path))
  }

  @Test func partsThatTheOldVersionDidNotHaveAreRemoved() throws {
    let first = try parts()
    try temporary.write("text 2", at: path + "/text.md")
    try temporary.write("new", at: path + "/assets/b.png")
    try temporary.write("deep", at: path + "/more/deep/c")
    try temporary.remove(path + "/info.json")
    try Folder.makeAll(temporary.folder.appending(path + "/empty/inner"))
    try temporary.save(path)
    let second = try parts()
    _ = try restore(1)
    #expect(try parts() == first)
    _ = try restore(2)
    #expect(try parts() == second)
    #expect(second.keys.contains("empty/inner/"))
    #expect(try temporary.events(path) == "save save restore restore")
    #expect(try temporary.leftovers() == [])
    try temporary.fsck()
  }

  @Test func whatIsThereAlreadyMakesNoVersion() throws {
    // Names whose order differs between a folder and a tree.
    for name in ["a/x", "a.txt", "a-b"] { try temporary.write(name, at: path + "/" + name) }
    try temporary.save(path)
    let outcome = try restore(2)
    #expect(!outcome.changed)
    #expect(try temporary.events(path) == "save save")
    try temporary.setPermissions(path + "/a.txt", 0o755)
    #expect(try !restore(2).changed)
  }

  @Test func unsavedPartsBecomeAVersionFirst() throws {
    try temporary.write("unsaved", at: path + "/text.md")
    let outcome = try restore(1)
    #expect(outcome.kept?.number == 2)
    guard case .package(let parts) = try library.content(of: temporary.version(2, of: path)) else {
      Issue.record("no package")
      return
    }
    #expect(parts.contains { $0.kind == .file(bytes("unsaved"), executable: false) })
  }

  @Test func modesOfPartsThatAreThereStay() throws {
    try temporary.setPermissions(path, 0o700)
    try temporary.setPermissions(path + "/text.md", 0o600)
    try temporary.setPermissions(path + "/assets", 0o750)
    try temporary.write("text 2", at: path + "/text.md")
    try temporary.write("x", at: path + "/run")
    try temporary.setPermissions(path + "/run", 0o700)
    try temporary.save(path)
    _ = try restore(1)
    #expect(try temporary.status(path).permissions == 0o700)
    #expect(try temporary.status(path + "/text.md").permissions == 0o600)
    #expect(try temporary.status(path + "/assets").permissions == 0o750)
    _ = try restore(2)
    #expect(try temporary.status(path + "/run").permissions & 0o100 != 0)
    #expect(try temporary.status(path).permissions == 0o700)
  }

  @Test func linksInsideAreNeverFollowed() throws {
    let outside = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(outside) }
    try File(outside.appending("x"), [.write, .createNew]).write(bytes("precious"))
    try FileSystem.makeLink(temporary.folder.appending(path + "/out"), to: outside.bytes)
    try FileSystem.makeLink(temporary.folder.appending(path + "/loop"), to: bytes("."))
    try temporary.save(path)
    _ = try restore(1)
    #expect(try File(outside.appending("x")).readToEnd() == bytes("precious"))
    _ = try restore(2)
    #expect(
      try FileSystem.readLink(temporary.folder.appending(path + "/out")) == outside.bytes)
    _ = try library.delete(temporary.document(at: path))
    #expect(try File(outside.appending("x")).readToEnd() == bytes("precious"))
  }

  @Test(
    "A stranger's tree never writes outside of the package",
    arguments: ["..", ".", "a%2Fb", "%2E%2E", "..%2F..%2Fescaped", "a%00b", ""])
  func hostileNames(name: String) throws {
    let document = try temporary.document(at: path)
    let objects = ObjectDatabase(folder: library.store.appending("objects"))
    let blob = try objects.write(.blob, bytes("evil"))
    let inner = try objects.write(
      .tree, Tree([.init(mode: 0o100644, name: bytes(name), id: blob)]).bytes)
    let outer = try objects.write(
      .tree, Tree([.init(mode: 0o040000, name: bytes(path), id: inner)]).bytes)
    var version = document.head
    version.tree = outer
    let before = try temporary.files()
    #expect(kind { try library.restore(document, to: version) } == .damaged)
    #expect(try temporary.files() == before)
  }

  @Test func partsOfTheSameNameAreAnErrorThatLosesNothing() throws {
    let document = try temporary.document(at: path)
    let objects = ObjectDatabase(folder: library.store.appending("objects"))
    let blob = try objects.write(.blob, bytes("evil"))
    let inner = try objects.write(
      .tree,
      Tree([
        .init(mode: 0o100644, name: bytes("A"), id: blob),
        .init(mode: 0o100644, name: bytes("%41"), id: blob),
      ]).bytes)
    var version = document.head
    version.tree = try objects.write(
      .tree, Tree([.init(mode: 0o040000, name: bytes(path), id: inner)]).bytes)
    let before = try temporary.files()
    #expect(throws: StoreError.self) { try library.restore(document, to: version) }
    #expect(try temporary.files() == before)
  }

  @Test func deletedPackageComesBack() throws {
    let before = try parts()
    try temporary.write("unsaved", at: path + "/late")
    let outcome = try library.delete(temporary.document(at: path))
    #expect(outcome.kept?.number == 2)
    #expect(try temporary.files() == [:])
    _ = try restore(1)
    #expect(try parts() == before)
  }

  @Test func packageThatChangesMeanwhileIsNotReplaced() throws {
    try temporary.write("text 2", at: path + "/text.md")
    try temporary.save(path)
    let target = temporary.folder.appending(path)
    let program = temporary.otherProgram
    let path = path
    let calls = Count()
    let faults = SystemFaults { call, where_ in
      guard call == .rename, where_ == target, calls.next() == 1 else { return nil }
      program.write("by another", at: path + "/new")
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try restore(1) } }
    #expect(found == .changedMeanwhile)
    #expect(try parts()["new"] == "by another")
    #expect(try parts()["text.md"] == "text 2")
    #expect(try temporary.leftovers() == [])
  }

  @Test func partThatIsWrittenInPlaceMeanwhileIsNotLost() throws {
    try temporary.write("text 2", at: path + "/text.md")
    try temporary.save(path)
    let target = temporary.folder.appending(path)
    let program = temporary.otherProgram
    let path = path
    let calls = Count()
    let faults = SystemFaults { call, where_ in
      guard call == .rename, where_ == target, calls.next() == 1 else { return nil }
      // Neither the folder's time nor its entries change by this.
      program.write("precious", at: path + "/text.md")
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try restore(1) } }
    #expect(found == .changedMeanwhile)
    #expect(try parts()["text.md"] == "precious")
    #expect(try temporary.leftovers() == [])
  }
}
