import Files
import Testing

@testable import Git

struct PackBatchTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func packIsOneThatGitVerifies() throws {
    let batch = PackBatch(scratch.objects)
    var random = Seeded(8)
    var contents: [ObjectID: [UInt8]] = [:]
    // Sizes around each border of the length's coding.
    for size in [0, 1, 15, 16, 17, 2047, 2048, 2049, 262_143, 262_144, 300_000] {
      let content = random.bytes(size)
      contents[try batch.write(.blob, content)] = content
    }
    let blob = try batch.write(.blob, bytes("in the tree"))
    let tree = Tree([.init(mode: 0o100644, name: bytes("a"), id: blob)])
    let treeID = try batch.write(.tree, tree.bytes)
    let signature = Signature(name: bytes("A"), email: bytes("a@b"), seconds: 1, offset: 60)
    let commit = Commit(
      tree: treeID, parents: [], author: signature, committer: signature, message: bytes("m\n"))
    let commitID = try batch.write(.commit, commit.bytes)
    #expect(batch.count == contents.count + 3)
    #expect(try batch.write(.blob, bytes("in the tree")) == blob)
    #expect(batch.count == contents.count + 3)
    try batch.flush()
    #expect(batch.count == 0)
    let packs = try Folder.entries(of: scratch.folder.appending("objects/pack")).map(\.name)
      .filter { $0.ends(with: ".idx") }
    #expect(packs.count == 1)
    try scratch.git(
      "verify-pack",
      scratch.folder.appending("objects/pack").appending(try #require(packs.first)).description)
    try scratch.fsck()
    for (id, content) in contents {
      #expect(try scratch.objects.read(id).bytes == content)
      #expect(try scratch.gitBytes("cat-file", "blob", id.hex) == content)
    }
    #expect(try scratch.git("cat-file", "-p", "\(commitID.hex):a") == "in the tree")
  }

  @Test func commitsAreLeftOutAndTheRestIsWhole() throws {
    let batch = PackBatch(scratch.objects)
    let signature = Signature(name: bytes("A"), email: bytes("a@b"), seconds: 1, offset: 60)
    let tree = try batch.write(.tree, [])
    var ids: [ObjectID] = []
    for number in 0..<6 {
      _ = try batch.write(.blob, bytes("blob \(number)"))
      let commit = Commit(
        tree: tree, parents: [], author: signature, committer: signature,
        message: bytes("\(number)\n"))
      ids.append(try batch.write(.commit, commit.bytes))
    }
    #expect(batch.commitCount == 6)
    batch.leaveOut(commits: 4..<6)
    batch.leaveOut(commits: 1..<2)
    #expect(batch.count == 1 + 6 + 3 && batch.commitCount == 6)
    try batch.flush()
    #expect(batch.commitCount == 0)
    for (number, id) in ids.enumerated() {
      #expect(try scratch.objects.contains(id) == ![1, 4, 5].contains(number))
    }
    try scratch.fsck()
    // All of it left out is nothing.
    _ = try batch.write(
      .commit,
      Commit(
        tree: tree, parents: [], author: signature, committer: signature, message: bytes("m\n")
      ).bytes)
    batch.leaveOut(commits: 0..<1)
    try batch.flush()
    #expect(batch.count == 0 && batch.commitCount == 0)
  }

  @Test func nothingGatheredWritesNothing() throws {
    try PackBatch(scratch.objects).flush()
    #expect(try Folder.entries(of: scratch.folder.appending("objects/pack")).isEmpty)
  }

  @Test func batchGoesOnAfterFlushing() throws {
    let batch = PackBatch(scratch.objects)
    let first = try batch.write(.blob, bytes("1"))
    try batch.flush()
    let second = try batch.write(.blob, bytes("2"))
    try batch.flush()
    #expect(try scratch.objects.read(first).bytes == bytes("1"))
    #expect(try scratch.objects.read(second).bytes == bytes("2"))
    // The same again is the same pack.
    _ = try batch.write(.blob, bytes("2"))
    try batch.flush()
    try scratch.fsck()
  }

  @Test func packAndIndexAndFolderAreSynced() throws {
    let synced = Recorder()
    let faults = SystemFaults { call, path in
      if call == .fsync, let path { synced.add(path) }
      return nil
    }
    try SystemFaults.$current.withValue(faults) {
      let batch = PackBatch(scratch.objects)
      _ = try batch.write(.blob, bytes("1"))
      try batch.flush()
    }
    let folder = scratch.folder.appending("objects/pack")
    #expect(synced.paths.count == 3)
    #expect(synced.paths.last == folder)
    #expect(
      Set(synced.paths.dropLast())
        == Set(try Folder.entries(of: folder).map { folder.appending($0.name) }))
  }
}
