import CSystem
import Files
import Synchronization
import Testing

@testable import Git
@testable import VersionStore

struct RestoreTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.save("one", at: "a.txt")
    try temporary.save("two", at: "a.txt")
  }

  private var library: Library { temporary.library }

  private func document(_ path: String = "a.txt") throws -> Document {
    try temporary.document(at: path)
  }

  @discardableResult
  private func restore(
    _ number: Int, _ path: String = "a.txt", options: RestoreOptions = RestoreOptions()
  ) throws -> RestoreOutcome {
    try library.restore(
      document(path), to: temporary.version(number, of: path), options: options)
  }

  @Test func presentBytesBecomeAVersionFirst() throws {
    try temporary.write("unsaved", at: "a.txt")
    let outcome = try restore(1)
    #expect(temporary.read("a.txt") == "one")
    #expect(outcome.kept?.number == 3)
    #expect(outcome.version.number == 4)
    #expect(outcome.version.origin == .init(document: nil, number: 1))
    #expect(try temporary.events("a.txt") == "save save autosave restore")
    #expect(try temporary.texts("a.txt") == ["one", "two", "unsaved", "one"])
    #expect(try temporary.leftovers() == [])
    try temporary.fsck()
  }

  @Test func whatIsThereAlreadyMakesNone() throws {
    let outcome = try restore(2)
    #expect(!outcome.changed)
    #expect(outcome.version.number == 2)
    #expect(try temporary.events("a.txt") == "save save")
  }

  @Test func restoredFileIsNewerAndAutosaveAddsNothing() throws {
    let old = FileTime(seconds: 1_000_000_000)
    try File(temporary.folder.appending("a.txt"), .write).setModified(old)
    try restore(1)
    #expect(try temporary.status("a.txt").modified > old)
    try library.saveAll { Issue.record("\($0)") }
  }

  // MARK: Permissions

  @Test(
    "An existing file keeps its mode, a new one gets the recorded one, none is wider on the way",
    arguments: [0o600, 0o640, 0o755, 0o444, 0o700, 0o660, 0o4755] as [UInt32])
  func modes(mode: UInt32) throws {
    let path = "m.txt"
    try temporary.write("one", at: path)
    try temporary.setPermissions(path, mode)
    try temporary.save(path)
    try temporary.setPermissions(path, 0o644)
    try temporary.save("two", at: path)
    try temporary.setPermissions(path, 0o600)
    let widest = Widest(in: temporary.folder)
    try SystemFaults.$current.withValue(widest.faults) { _ = try restore(1, path) }
    #expect(try temporary.status(path).permissions == 0o600)
    #expect(widest.bits & 0o077 == 0)
    try temporary.remove(path)
    let created = Widest(in: temporary.folder)
    try SystemFaults.$current.withValue(created.faults) { _ = try restore(1, path) }
    // Neither set-user-ID nor anything else that was not there comes back.
    #expect(try temporary.status(path).permissions == mode & 0o777)
    #expect(created.bits & ~(mode | 0o600) == 0)
  }

  @Test func deletedDocumentComesBackWithTheModeItHadWhateverTheMask() throws {
    try temporary.setPermissions("a.txt", 0o640)
    try temporary.save("three", at: "a.txt")
    _ = try library.delete(document())
    try restore(3)
    #expect(try temporary.status("a.txt").permissions == 0o640)
    // A stranger's version says nothing of its mode.
    #expect(try temporary.events("a.txt") == "save save save delete restore")
  }

  @Test func readOnlyFileNeedsForce() throws {
    try temporary.setPermissions("a.txt", 0o444)
    #expect(kind { try restore(1) } == .readOnly)
    #expect(temporary.read("a.txt") == "two")
    #expect(try temporary.events("a.txt") == "save save")
    try restore(1, options: .init(force: true))
    #expect(temporary.read("a.txt") == "one")
    #expect(try temporary.status("a.txt").permissions == 0o444)
    #expect(try temporary.leftovers() == [])
  }

  @Test func extendedAttributesStay() throws {
    let path = temporary.folder.appending("a.txt")
    do {
      let file = try File(path, .readWrite)
      guard versions_set_attribute(file.descriptor, "user.colour", "red", 3) == 0 else { return }
    }
    try restore(1)
    var value = [UInt8](repeating: 0, count: 10)
    let file = try File(path)
    #expect(versions_get_attribute(file.descriptor, "user.colour", &value, 10) == 3)
  }

  @Test func ownTimeComesBackWhereAsked() throws {
    let time = FileTime(seconds: 1_500_000_000, nanoseconds: 123_000_000)
    try temporary.write("three", at: "a.txt")
    try File(temporary.folder.appending("a.txt"), .write).setModified(time)
    try temporary.save("a.txt")
    try temporary.save("four", at: "a.txt")
    let outcome = try restore(3, options: .init(keepingTime: true))
    #expect(try temporary.status("a.txt").modified == time)
    #expect(outcome.version.modified.time == time)
    // Also where it is written in place.
    try FileSystem.link(
      temporary.folder.appending("a.txt"), to: temporary.folder.appending("b.txt"))
    try restore(4, options: .init(keepingTime: false))
    try restore(3, options: .init(keepingTime: true))
    #expect(try temporary.status("b.txt").modified == time)
  }

  // MARK: Links

  @Test func severalNamesForOneFileStayOneFile() throws {
    try FileSystem.link(
      temporary.folder.appending("a.txt"), to: temporary.folder.appending("second.txt"))
    let inode = try temporary.status("a.txt").inode
    try restore(1)
    #expect(temporary.read("second.txt") == "one")
    #expect(try temporary.status("a.txt").inode == inode)
    #expect(try temporary.status("a.txt").links == 2)
    // Longer and shorter than what was there.
    try temporary.save("a much longer content than before", at: "a.txt")
    try restore(1)
    #expect(temporary.read("second.txt") == "one")
    try restore(4)
    #expect(temporary.read("second.txt") == "a much longer content than before")
    #expect(try temporary.leftovers() == [])
  }

  @Test func linkIsReplacedByALinkAndNotFollowed() throws {
    let path = temporary.folder.appending("l")
    let outside = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(outside) }
    let target = outside.appending("target")
    try File(target, [.write, .createNew]).write(bytes("precious"))
    try FileSystem.makeLink(path, to: bytes("/nowhere"))
    try temporary.save("l")
    try FileSystem.remove(path)
    try FileSystem.makeLink(path, to: target.bytes)
    try temporary.save("l")
    try restore(1, "l")
    #expect(try FileSystem.readLink(path) == bytes("/nowhere"))
    try restore(2, "l")
    #expect(try FileSystem.readLink(path) == target.bytes)
    #expect(try File(target).readToEnd() == bytes("precious"))
    // From a link to a file and back.
    try FileSystem.remove(path)
    try temporary.save("flat", at: "l")
    try restore(2, "l")
    #expect(try temporary.status("l").kind == .link)
    try restore(5, "l")
    #expect(temporary.read("l") == "flat")
    #expect(try File(target).readToEnd() == bytes("precious"))
  }

  // MARK: Others at work

  @Test(
    "What changes between reading and replacing is never lost",
    arguments: ["content", "longer", "replaced", "removed", "appears"])
  func changedMeanwhile(how: String) throws {
    let path = temporary.folder.appending("a.txt")
    if how == "appears" { try temporary.remove("a.txt") }
    let other = how == "content" ? "TWO" : "written by another"
    let program = temporary.otherProgram
    let calls = Count()
    let faults = SystemFaults { call, where_ in
      guard call == .rename, where_ == path, calls.next() == 1 else { return nil }
      switch how {
      case "replaced":
        program.write(other, at: "other")
        program.move("other", to: "a.txt")
      case "removed": program.remove("a.txt")
      default: program.write(other, at: "a.txt")
      }
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try restore(1) } }
    #expect(calls.value > 0)
    switch how {
    case "removed":
      // There was nothing to lose any more.
      #expect(found == .changedMeanwhile || found == .system)
      #expect(temporary.read("a.txt") == nil)
    case "appears":
      #expect(found == .targetExists)
      #expect(temporary.read("a.txt") == other)
    default:
      #expect(found == .changedMeanwhile)
      #expect(temporary.read("a.txt") == other)
    }
    #expect(try temporary.events("a.txt") == "save save")
    #expect(try temporary.leftovers() == [])
    try temporary.fsck()
  }

  @Test func fileThatCannotBeSwappedBackIsLeftBesideAndNamed() throws {
    let path = temporary.folder.appending("a.txt")
    let program = temporary.otherProgram
    let calls = Count()
    let faults = SystemFaults { call, where_ in
      guard call == .rename, where_ == path else { return nil }
      if calls.next() == 1 {
        program.write("precious", at: "a.txt")
        return nil
      }
      return .inputOutput
    }
    let error = SystemFaults.$current.withValue(faults) {
      #expect(throws: StoreError.self) { try restore(1) }
    }
    let left = try temporary.leftovers()
    #expect(left.count == 1)
    #expect(temporary.read(try #require(left.first)) == "precious")
    #expect(error?.hints.first?.contains(try #require(left.first)) == true)
  }

  @Test func fileSystemThatCannotExchangeIsServedToo() throws {
    let faults = SystemFaults.exchangeFails(in: temporary.folder)
    try SystemFaults.$current.withValue(faults) { _ = try restore(1) }
    #expect(temporary.read("a.txt") == "one")
    #expect(try temporary.leftovers() == [])
    try temporary.write("1", at: "p.rtfd/a")
    try temporary.save("p.rtfd")
    try temporary.write("2", at: "p.rtfd/b")
    try temporary.save("p.rtfd")
    let again = SystemFaults.exchangeFails(in: temporary.folder)
    try SystemFaults.$current.withValue(again) { _ = try restore(1, "p.rtfd") }
    #expect(
      try temporary.files().filter { $0.key.hasPrefix("p.rtfd") } == [
        "p.rtfd/": "", "p.rtfd/a": "1",
      ])
    #expect(try temporary.leftovers() == [])
  }

  @Test func packageIsPutBackWhereItsSuccessorCannotTakeItsPlace() throws {
    try temporary.write("1", at: "p.rtfd/a")
    try temporary.save("p.rtfd")
    try temporary.write("2", at: "p.rtfd/a")
    try temporary.save("p.rtfd")
    let before = try temporary.files()
    // Exchanging is not known here, moving aside works, and taking the place fails.
    let faults = SystemFaults.exchangeFails(in: temporary.folder, andThenCall: 3)
    let found = SystemFaults.$current.withValue(faults) { kind { try restore(1, "p.rtfd") } }
    #expect(found == .system)
    #expect(try temporary.files() == before)
  }

  // MARK: Deleted, missing, elsewhere

  @Test func deletedDocumentComesBackIntoFoldersThatAreGone() throws {
    try temporary.save("deep", at: "x/y/z.txt")
    _ = try library.delete(document("x/y/z.txt"))
    try temporary.remove("x")
    let outcome = try restore(1, "x/y/z.txt")
    #expect(temporary.read("x/y/z.txt") == "deep")
    #expect(outcome.version.number == 3)
    #expect(try temporary.events("x/y/z.txt") == "save delete restore")
    #expect(kind { try restore(2, "x/y/z.txt") } == .versionNotFound)
  }

  @Test func pathThatIsAnothersByNowIsNotTaken() throws {
    let old = try document()
    _ = try library.delete(old)
    try temporary.save("other", at: "b.txt")
    _ = try library.rename(document("b.txt"), to: documentPath("a.txt"))
    let deleted = try library.document(identifiedBy: old.id.digits)
    let version = try #require(try temporary.versions(of: deleted).first)
    #expect(kind { try library.restore(deleted, to: version) } == .targetExists)
    #expect(temporary.read("a.txt") == "other")
    try temporary.remove("a.txt")
    #expect(kind { try library.restore(deleted, to: version) } == .targetExists)
    #expect(try temporary.events("a.txt") == "save rename:a.txt")
    // As a copy it works.
    let copy = try library.copyOut(
      version, to: temporary.folder.appending("c.txt"), as: documentPath("c.txt"))
    #expect(copy?.origin == .init(document: old.id, number: 1))
    #expect(temporary.read("c.txt") == "one")
  }

  @Test func copyIsNeverWrittenOverAnything() throws {
    let version = try temporary.version(1, of: "a.txt")
    let outside = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(outside) }
    let target = outside.appending("new/copy.txt")
    #expect(try library.copyOut(version, to: target, as: nil) == nil)
    #expect(try File(target).readToEnd() == bytes("one"))
    #expect(kind { try library.copyOut(version, to: target, as: nil) } == .targetExists)
    try FileSystem.remove(target)
    try FileSystem.makeLink(target, to: bytes("none"))
    #expect(kind { try library.copyOut(version, to: target, as: nil) } == .targetExists)
    #expect(try Folder.entries(of: outside.appending("new")).count == 1)
    #expect(try temporary.events("a.txt") == "save save")
  }

  @Test func savingMeanwhileStopsTheRestore() throws {
    let path = temporary.folder.appending("a.txt")
    let other = try temporary.reopened()
    let document = try document()
    let first = try temporary.version(1, of: "a.txt")
    try temporary.write("three", at: "a.txt")
    _ = try other.save(documentPath("a.txt"))
    // By someone who read the head before: what is on disk is kept, and the restore goes on top.
    let outcome = try library.restore(document, to: first)
    #expect(outcome.version.number == 4)
    #expect(try temporary.texts("a.txt") == ["one", "two", "three", "one"])
    #expect(try FileStatus(of: path).size == 3)
  }
}

extension SystemFaults {
  /// The exchange of paths is not known to this file system; a later renaming call fails besides.
  static func exchangeFails(in folder: FilePath, andThenCall number: Int = 0) -> SystemFaults {
    let store = folder.appending(".versions")
    let calls = Count()
    return SystemFaults { call, path in
      guard call == .rename, let path, path.relative(to: store) == nil else { return nil }
      let count = calls.next()
      if count == 1 { return .invalid }
      return count == number ? .inputOutput : nil
    }
  }
}

/// The widest permissions that a file beside the document had at any call.
final class Widest: Sendable {
  private let folder: FilePath
  private let seen = Mutex<UInt32>(0)

  init(in folder: FilePath) { self.folder = folder }

  var bits: UInt32 { seen.withLock { $0 } }

  var faults: SystemFaults {
    SystemFaults { [self] _, _ in
      SystemFaults.$current.withValue(nil) {
        for entry in (try? Folder.entries(of: folder)) ?? []
        where entry.name.starts(with: ".versions-".utf8) || entry.name.elementsEqual("m.txt".utf8) {
          if let status = try? FileStatus(of: folder.appending(entry.name)), status.size > 0 {
            seen.withLock { $0 |= status.permissions }
          }
        }
      }
      return nil
    }
  }
}
