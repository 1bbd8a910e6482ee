import Files
import Testing

@testable import Git

@Suite("Deleting references, and their files once they are packed")
struct ReferenceUpkeepTests {
  private func filled() throws -> (Scratch, [ObjectID]) {
    let scratch = try Scratch()
    let ids = try (0..<4).map { try scratch.objects.write(.blob, bytes("object \($0)")) }
    for (index, id) in ids.enumerated() {
      try scratch.references.move("refs/paths/ab/\(index)", to: id, expecting: nil)
    }
    return (scratch, ids)
  }

  private func files(_ scratch: Scratch) throws -> [String] {
    try Folder.entries(of: scratch.folder.appending("refs/paths/ab")).map {
      String(decoding: $0.name, as: UTF8.self)
    }
  }

  @Test("A file goes whose value is packed; one that moved since stays")
  func filesOfPacked() throws {
    let (scratch, ids) = try filled()
    try scratch.git("pack-refs", "--all", "--no-prune")
    try scratch.references.move("refs/paths/ab/1", to: ids[0], expecting: ids[1])
    try scratch.references.removeFilesOfPacked(below: "refs/paths/ab/")
    #expect(try files(scratch) == ["1"])
    for (index, id) in [ids[0], ids[0], ids[2], ids[3]].enumerated() {
      #expect(try scratch.references.find("refs/paths/ab/\(index)") == id)
    }
  }

  @Test("What is deleted is gone packed and not, and the rest is as git wants it")
  func deletion() throws {
    let (scratch, ids) = try filled()
    let tag = Tag(
      target: ids[0], kind: .blob, name: bytes("t"),
      tagger: Signature(name: bytes("A"), email: bytes("a@b"), seconds: 1, offset: 0),
      message: bytes("text\n"))
    let tagID = try scratch.objects.write(.tag, tag.bytes)
    for name in ["refs/labels/a", "refs/labels/b"] {
      try scratch.references.move(name, to: tagID, expecting: nil)
    }
    try scratch.git("pack-refs", "--all")
    try scratch.references.move("refs/paths/ab/2", to: ids[0], expecting: ids[2])
    let new = try scratch.objects.write(.blob, bytes("new"))
    try scratch.references.move("refs/paths/ab/9", to: new, expecting: nil)
    try scratch.references.delete([
      ("refs/paths/ab/0", ids[0]), ("refs/paths/ab/2", ids[0]), ("refs/paths/ab/9", new),
      ("refs/labels/a", tagID),
    ])
    let listed = try scratch.git("for-each-ref", "--format=%(refname)")
    #expect(listed == "refs/labels/b\nrefs/paths/ab/1\nrefs/paths/ab/3\n")
    #expect(try scratch.git("rev-parse", "refs/labels/b^{}") == ids[0].hex + "\n")
    #expect(try FileStatus.find(scratch.folder.appending("packed-refs.lock")) == nil)
    try scratch.fsck()
  }

  @Test("Nothing is deleted where one is not what it was said to be")
  func moved() throws {
    let (scratch, ids) = try filled()
    #expect(
      failure { () throws(GitError) in
        try scratch.references.delete([("refs/paths/ab/0", ids[0]), ("refs/paths/ab/1", ids[0])])
      } == .referenceMoved("refs/paths/ab/1"))
    #expect(try scratch.references.find("refs/paths/ab/0") == ids[0])
  }

  @Test("A lock of this program's that a stop left is in nobody's way")
  func staleLock() throws {
    let (scratch, ids) = try filled()
    try scratch.git("pack-refs", "--all")
    for name in ["packed-refs.lock", "refs/paths/ab/0.lock"] {
      let path = scratch.folder.appending(name)
      try Folder.makeAll(path.parent)
      _ = try File(path, [.write, .createNew], permissions: 0o1600)
    }
    try scratch.references.delete([("refs/paths/ab/0", ids[0])])
    #expect(try scratch.references.find("refs/paths/ab/0") == nil)
  }
}
