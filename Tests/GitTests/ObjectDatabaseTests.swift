import Files
import Synchronization
import Testing

@testable import Git

struct ObjectDatabaseTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("What is written is what git reads", arguments: [0, 1, 100, 70_000, 300_000])
  func written(size: Int) throws {
    var random = Seeded(UInt64(size))
    let content = random.bytes(size)
    let id = try scratch.objects.write(.blob, content)
    try scratch.objects.synchronise()
    #expect(try scratch.gitBytes("cat-file", "blob", id.hex) == content)
    let read = try scratch.objects.read(id)
    #expect(read.kind == .blob)
    #expect(read.bytes == content)
    #expect(try scratch.objects.readHeader(id).size == size)
    try scratch.fsck()
  }

  @Test func everyKindIsReadLooseAndPacked() throws {
    let blob = bytes(try scratch.git("hash-object", "-w", "--stdin", input: bytes("text")))
    let tree = try scratch.git(
      "mktree", input: bytes("100644 blob ") + blob.dropLast() + bytes("\ta\n")
    )
    .dropLast()
    let commit = try scratch.git("commit-tree", String(tree), "-m", "x").dropLast()
    try scratch.git("tag", "-a", "-m", "t", "t", String(commit))
    let tag = try scratch.git("rev-parse", "t").dropLast()
    let expected: [(Substring, ObjectKind)] = [(tree, .tree), (commit, .commit), (tag, .tag)]
    for packed in [false, true] {
      if packed {
        try scratch.git("gc", "-q")
        #expect(try scratch.git("count-objects") == "0 objects, 0 kilobytes\n")
      }
      for (hex, kind) in expected {
        let object = try scratch.objects.read(try #require(ObjectID(String(hex))))
        #expect(object.kind == kind)
        #expect(object.bytes == (try scratch.gitBytes("cat-file", kind.rawValue, String(hex))))
        #expect(try scratch.objects.readHeader(try #require(ObjectID(String(hex)))).kind == kind)
      }
    }
  }

  @Test func whatIsNotThereIsMissing() throws {
    #expect(
      failure { () throws(GitError) in try scratch.objects.read(someID(1)) }
        == .objectMissing(someID(1), missingPacks: []))
    #expect(try !scratch.objects.contains(someID(1)))
  }

  @Test func packThatIsGoneIsNamed() throws {
    let content = bytes("packed and lost")
    let id = try scratch.objects.write(.blob, content)
    try packEverything()
    let pack = try #require(try packFiles(".pack").first)
    try FileSystem.remove(scratch.folder.appending("objects/pack").appending(pack))
    let name = String(decoding: pack, as: UTF8.self)
    // Both by who had it open and by who had not.
    let fresh = ObjectDatabase(folder: scratch.objects.folder)
    #expect(
      failure { () throws(GitError) in try fresh.read(id) }
        == .objectMissing(id, missingPacks: [name]))
    // Written again, it is there again.
    try fresh.write(.blob, content)
    #expect(try fresh.read(id).bytes == content)
  }

  @Test("A damaged pack is damage, and a loose copy still serves", arguments: [0.2, 0.5, 0.8])
  func damagedPack(place: Double) throws {
    var random = Seeded(5)
    let content = random.bytes(4000)
    let id = try scratch.objects.write(.blob, content)
    try packEverything()
    let path = scratch.folder.appending("objects/pack").appending(
      try #require(try packFiles(".pack").first))
    var pack = try File(path).readToEnd()
    pack[Int(Double(pack.count) * place)] ^= 0x55
    try FileSystem.remove(path)
    try File(path, [.write, .createNew]).write(pack)
    let fresh = ObjectDatabase(folder: scratch.objects.folder)
    guard case .objectDamaged(id, _)? = failure({ () throws(GitError) in try fresh.read(id) })
    else {
      Issue.record("the damage was not seen")
      return
    }
    try fresh.write(.blob, content)
    #expect(try fresh.read(id).bytes == content)
    try scratch.git("cat-file", "-e", id.hex)
  }

  @Test func cutPackOrIndexIsDamageAndNoTrap() throws {
    var random = Seeded(6)
    let content = random.bytes(600)
    let id = try scratch.objects.write(.blob, content)
    try packEverything()
    for ending in [".pack", ".idx"] {
      let path = scratch.folder.appending("objects/pack").appending(
        try #require(try packFiles(ending).first))
      let whole = try File(path).readToEnd()
      for length in stride(from: 0, to: whole.count, by: 37) {
        try FileSystem.remove(path)
        try File(path, [.write, .createNew]).write(Array(whole[..<length]))
        let read = try? ObjectDatabase(folder: scratch.objects.folder).read(id).bytes
        #expect(read == nil || read == content)
      }
      try FileSystem.remove(path)
      try File(path, [.write, .createNew]).write(whole)
    }
    #expect(try ObjectDatabase(folder: scratch.objects.folder).read(id).bytes == content)
  }

  @Test func garbageCollectionBetweenIsNotNoticed() throws {
    let ids = try (0..<20).map { try scratch.objects.write(.blob, bytes("object \($0)")) }
    try packEverything()
    let open = scratch.objects
    #expect(try open.read(ids[0]).bytes == bytes("object 0"))
    // Another pack takes the place of the one that is open.
    let more = try scratch.objects.write(.blob, bytes("more"))
    try scratch.objects.synchronise()
    try packEverything()
    for (number, id) in ids.enumerated() {
      #expect(try open.read(id).bytes == bytes("object \(number)"))
    }
    #expect(try open.read(more).bytes == bytes("more"))
    #expect(try packFiles(".pack").count == 1)
  }

  @Test func packingBetweenWritingAndSyncingLosesNothing() throws {
    let id = try scratch.objects.write(.blob, bytes("just written"))
    // As `git gc` does with cruft packs: what nothing refers to yet is packed and removed.
    try scratch.git("repack", "-d", "--cruft", "-q")
    try scratch.git("prune-packed")
    #expect(try FileStatus.find(scratch.file(of: id)) == nil)
    try scratch.objects.synchronise()
    #expect(try scratch.objects.read(id).bytes == bytes("just written"))
  }

  @Test func objectThatVanishedBeforeSyncingIsAnError() throws {
    let id = try scratch.objects.write(.blob, bytes("gone"))
    try FileSystem.remove(scratch.file(of: id))
    #expect(
      failure { () throws(GitError) in try scratch.objects.synchronise() }
        == .objectMissing(id, missingPacks: []))
    // And is no reason to refuse the next one.
    try scratch.objects.write(.blob, bytes("gone"))
    try scratch.objects.synchronise()
  }

  @Test func whatIsWrittenIsSyncedWithItsFolder() throws {
    let synced = Recorder()
    let faults = SystemFaults { call, path in
      if call == .fsync, let path { synced.add(path) }
      return nil
    }
    try SystemFaults.$current.withValue(faults) {
      let id = try scratch.objects.write(.blob, bytes("a"))
      #expect(synced.paths.isEmpty)
      try scratch.objects.synchronise()
      #expect(synced.paths == [scratch.file(of: id), scratch.file(of: id).parent])
      synced.clear()
      try scratch.objects.synchronise()
      #expect(synced.paths.isEmpty)
      // Perhaps another process wrote it and did not sync it yet.
      try scratch.objects.write(.blob, bytes("a"))
      try scratch.objects.synchronise()
      #expect(synced.paths == [scratch.file(of: id), scratch.file(of: id).parent])
    }
  }

  @Test("A damaged copy is replaced and kept aside", arguments: ["", "cut", "other", "zeros"])
  func damagedCopy(kind: String) throws {
    let content = Tree([.init(mode: 0o100644, name: bytes("a"), id: someID(1))]).bytes
    let id = try scratch.objects.write(.tree, content)
    let path = scratch.file(of: id)
    let whole = try File(path).readToEnd()
    let damaged: [UInt8]
    switch kind {
    case "": damaged = []
    case "cut": damaged = Array(whole.dropLast(3))
    case "other":
      let other = try scratch.objects.write(.tree, [])
      damaged = try File(scratch.file(of: other)).readToEnd()
    default: damaged = [UInt8](repeating: 0, count: whole.count)
    }
    try FileSystem.remove(path)
    try File(path, [.write, .createNew]).write(damaged)
    let fresh = ObjectDatabase(folder: scratch.objects.folder)
    guard case .objectDamaged(id, _)? = failure({ () throws(GitError) in try fresh.read(id) })
    else {
      Issue.record("the damage was not seen")
      return
    }
    #expect(try fresh.contains(id))
    try fresh.write(.tree, content)
    try fresh.synchronise()
    #expect(try fresh.read(id).bytes == content)
    #expect(
      try File(scratch.objects.folder.appending("damaged-\(id.hex)")).readToEnd() == damaged)
    #expect(try scratch.gitBytes("cat-file", "tree", id.hex) == content)
  }

  @Test func contentOfAnotherObjectIsNotTakenForWhatIsWritten() throws {
    let id = try scratch.objects.write(.blob, bytes("right"))
    let other = try scratch.objects.write(.blob, bytes("wrong"))
    try FileSystem.rename(scratch.file(of: other), to: scratch.file(of: id))
    try scratch.objects.write(.blob, bytes("right"))
    #expect(try scratch.objects.read(id).bytes == bytes("right"))
    try scratch.fsck()
  }

  @Test func damagedLooseCopyIsReadFromItsPack() throws {
    let id = try scratch.objects.write(.blob, bytes("twice"))
    try packEverything()
    try Folder.makeAll(scratch.file(of: id).parent)
    try File(scratch.file(of: id), [.write, .create]).write([1, 2, 3])
    #expect(try scratch.objects.read(id).bytes == bytes("twice"))
    #expect(try scratch.objects.readHeader(id).size == 5)
  }

  @Test func everyNameIsGivenOnceOrStopped() throws {
    let packed = try (0..<5).map { try scratch.objects.write(.blob, bytes("p\($0)")) }
    try packEverything()
    let loose = try (0..<5).map { try scratch.objects.write(.blob, bytes("l\($0)")) }
    // Files that others leave in the store are passed over.
    try scratch.write([], at: "objects/0g")
    try scratch.write([], at: "objects/ab/not-an-object")
    try FileSystem.removeAll(scratch.folder.appending("objects/cd"))
    try scratch.write([], at: "objects/cd")
    var names: Set<ObjectID> = []
    try scratch.objects.forEachName { names.insert($0).inserted }
    #expect(names == Set(packed + loose))
    var count = 0
    try scratch.objects.forEachName { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3)
    count = 0
    try scratch.objects.forEachName { _ in
      count += 1
      return count < 8
    }
    #expect(count == 8)
  }

  @Test func fullDiskIsSaidAndTheNextWriteWorks() throws {
    _ = try scratch.objects.write(.blob, bytes("opens the database"))
    let faults = SystemFaults { call, _ in call == .fsync ? .noSpace : nil }
    SystemFaults.$current.withValue(faults) {
      let error = failure { () throws(GitError) in
        _ = try scratch.objects.write(.blob, bytes("x"))
        try scratch.objects.synchronise()
      }
      guard case .system(let cause)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.code == .noSpace)
    }
    try scratch.objects.synchronise()
    try scratch.fsck()
  }

  @Test func readersBesideGarbageCollectionFindEverything() throws {
    let ids = try (0..<60).map { try scratch.objects.write(.blob, bytes("object \($0)")) }
    let (folder, repository) = (scratch.objects.folder, scratch.folder)
    let done = Count()
    let reader: @Sendable () throws -> Void = {
      let objects = ObjectDatabase(folder: folder)
      repeat {
        for (number, id) in ids.enumerated() {
          let read = try objects.read(id).bytes
          #expect(read == bytes("object \(number)"))
        }
      } while done.value == 0
    }
    try concurrently([
      reader, reader,
      {
        defer { done.next() }
        for round in 0..<6 {
          // A new object each time, so that there is something to pack anew.
          try ObjectDatabase(folder: folder).write(.blob, bytes("round \(round)"))
          _ = try Scratch.run(["repack", "-q", "-d", "--cruft"], in: repository)
          _ = try Scratch.run(["prune-packed"], in: repository)
        }
      },
    ])
  }

  // MARK: -

  private func packEverything() throws {
    // Nothing refers to these objects: all names are given to the packer.
    var names: [UInt8] = []
    try scratch.objects.forEachName {
      names += $0.hexBytes + [0x0A]
      return true
    }
    let old = try packFiles(".pack") + packFiles(".idx")
    let hash = try scratch.git(
      "pack-objects", "-q", scratch.folder.appending("objects/pack/pack").description,
      input: names
    ).dropLast()
    for name in old where !String(decoding: name, as: UTF8.self).contains(hash) {
      try FileSystem.remove(scratch.folder.appending("objects/pack").appending(name))
    }
    try scratch.git("prune-packed")
  }

  private func packFiles(_ ending: String) throws -> [[UInt8]] {
    try Folder.entries(of: scratch.folder.appending("objects/pack")).map(\.name)
      .filter { $0.ends(with: ending) }
  }
}

/// The paths a watcher saw.
final class Recorder: Sendable {
  private let seen = Mutex<[FilePath]>([])
  var paths: [FilePath] { seen.withLock { $0 } }
  func add(_ path: FilePath) { seen.withLock { $0.append(path) } }
  func clear() { seen.withLock { $0 = [] } }
}
