import Files
import Testing

@testable import Git
@testable import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct SnapshotTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  private func read(_ path: String, limit: Int = 1 << 20) throws(StoreError) -> Snapshot? {
    try Snapshot.read(temporary.folder.appending(path), isPackage: true, limit: limit)
  }

  @Test func whatIsNotThereIsNil() throws {
    #expect(try read("none") == nil)
    #expect(try read("none/deep") == nil)
  }

  @Test func pipesSocketsDevicesAndFoldersAreNoDocuments() throws {
    try #require(mkfifo(temporary.folder.appending("pipe").description, 0o600) == 0)
    #expect(kind { try read("pipe") } == .notADocument)
    #expect(
      kind { try Snapshot.read("/dev/null", isPackage: false, limit: 100) } == .notADocument)
    #expect(
      kind { try Snapshot.read(temporary.folder, isPackage: false, limit: 100) } == .notADocument)
  }

  @Test("The limit is exact", arguments: [(10, true), (9, false)])
  func limit(limit: Int, isRead: Bool) throws {
    try temporary.write("0123456789", at: "a.txt")
    try temporary.write("01234", at: "p/a")
    try temporary.write("56789", at: "p/b/c")
    for path in ["a.txt", "p"] {
      #expect(kind { try read(path, limit: limit) } == (isRead ? nil : .tooBig))
    }
  }

  @Test(
    "Sizes beyond all measure are refused without a trap", arguments: [1 << 33, 1 << 62, Int.max])
  func enormous(size: Int) throws {
    try temporary.write("", at: "a.txt")
    let path = temporary.folder.appending("a.txt")
    // Only some file systems let a file say so.
    guard failureOfTruncating(path, to: Int64(size)) == nil else { return }
    let error = #expect(throws: StoreError.self) { try read("a.txt") }
    #expect(error?.kind == .tooBig)
    #expect(error?.hints == ["the limit can be raised to 4294967295 at the most"])
    try temporary.write("", at: "p/a")
    try temporary.write("", at: "p/b")
    for name in ["p/a", "p/b"] {
      try File(temporary.folder.appending(name), .write).truncate(to: Int64(size))
    }
    #expect(kind { try read("p") } == .tooBig)
  }

  private func failureOfTruncating(_ path: FilePath, to size: Int64) -> SystemError? {
    do throws(SystemError) {
      try File(path, .write).truncate(to: size)
      return nil
    } catch {
      return error
    }
  }

  @Test func hintOfTheLimitIsAValueThatCanBeSet() throws {
    for size in [2_000_000, 1 << 31, (1 << 32) - 1] {
      try temporary.write("", at: "a.txt")
      try File(temporary.folder.appending("a.txt"), .write).truncate(to: Int64(size))
      let error = #expect(throws: StoreError.self) { try read("a.txt") }
      let value = try #require(error?.hints.first?.split(separator: " ").last)
      let limit = try Setting.named(bytes("sizeLimit"))
      try temporary.library.set(limit, to: String(value))
      #expect(try temporary.reopened().settings.sizeLimit >= size)
    }
  }

  @Test func partsComeInOneOrderFromDiskAndFromTheStore() throws {
    for name in ["a/x", "a.txt", "a-b", "a0", "a/y/z", "b", "%41", ".git/config", "A/e"] {
      try temporary.write(name, at: "p.textbundle/" + name)
    }
    try Folder.makeAll(temporary.folder.appending("p.textbundle/empty"))
    try FileSystem.makeLink(
      temporary.folder.appending("p.textbundle/link"), to: bytes("/etc/passwd"))
    let snapshot = try #require(try read("p.textbundle"))
    let version = try temporary.save("p.textbundle").version
    #expect(try temporary.library.content(of: version) == snapshot.content)
    #expect(version.size == snapshot.size)
    try temporary.fsck()
  }

  @Test func fileThatIsWrittenWhileItIsReadIsReadAgain() throws {
    try temporary.write("old", at: "a.txt")
    let path = temporary.folder.appending("a.txt")
    let reads = Count()
    let faults = SystemFaults { call, where_ in
      guard call == .read, where_ == path, reads.next() == 1 else { return nil }
      SystemFaults.$current.withValue(nil) {
        try? File(path, [.write, .append]).write(bytes(" and new"))
      }
      return nil
    }
    let snapshot = try SystemFaults.$current.withValue(faults) { try read("a.txt") }
    #expect(snapshot?.content == .flat(bytes("old and new"), executable: false))
    #expect(reads.value > 1)
  }

  @Test func fileThatIsWrittenAllTheTimeIsRefused() throws {
    try temporary.write("old", at: "a.txt")
    let path = temporary.folder.appending("a.txt")
    let faults = SystemFaults { call, where_ in
      guard call == .read, where_ == path else { return nil }
      SystemFaults.$current.withValue(nil) {
        try? File(path, [.write, .append]).write(bytes("+"))
      }
      return nil
    }
    let found = SystemFaults.$current.withValue(faults) { kind { try read("a.txt") } }
    #expect(found == .changedMeanwhile)
  }

  @Test func partThatComesWhileOthersAreReadIsInTheSnapshot() throws {
    try temporary.write("1", at: "p/a")
    try temporary.write("2", at: "p/b")
    let folder = temporary.folder
    let reads = Count()
    let faults = SystemFaults { call, path in
      guard call == .read, path == folder.appending("p/b"), reads.next() == 1 else { return nil }
      SystemFaults.$current.withValue(nil) {
        try? File(folder.appending("p/a2"), [.write, .create]).write(bytes("new"))
        try? File(folder.appending("p/a"), [.write, .truncate]).write(bytes("11"))
      }
      return nil
    }
    let snapshot = try SystemFaults.$current.withValue(faults) { try read("p") }
    guard case .package(let parts)? = snapshot?.content else {
      Issue.record("no package")
      return
    }
    #expect(
      parts == [
        .init(path: bytes("a"), kind: .file(bytes("11"), executable: false)),
        .init(path: bytes("a2"), kind: .file(bytes("new"), executable: false)),
        .init(path: bytes("b"), kind: .file(bytes("2"), executable: false)),
      ])
  }

  @Test func unreadableFileIsNoEmptyOne() throws {
    try temporary.write("x", at: "a.txt")
    for code in [Errno.permissionDenied, .inputOutput] {
      for call in [SystemOperation.open, .read] {
        let faults = SystemFaults { made, path in
          made == call && path?.lastComponent == bytes("a.txt") ? code : nil
        }
        let found = SystemFaults.$current.withValue(faults) { kind { try read("a.txt") } }
        #expect(found == (code == .inputOutput ? .system : .permission))
      }
    }
  }
}
