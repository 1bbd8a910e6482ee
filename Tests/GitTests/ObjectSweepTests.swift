import Files
import Testing

@testable import Git

struct ObjectSweepTests {
  /// All objects as they come.
  private struct Everything: ObjectFacts {
    var objects: [ObjectID: ObjectKind] = [:]
    var packed = 0
    var bytes = 0
    var damaged: [String] = []

    mutating func take(
      _ id: ObjectID, _ kind: ObjectKind, _ bytes: [UInt8], stored: Int, isPacked: Bool
    ) {
      objects[id] = kind
      self.bytes += bytes.count
      if isPacked { packed += 1 }
    }

    mutating func takeDamaged(_ id: ObjectID, reason: String, pack: String?) {
      damaged.append("\(id): \(reason)")
    }

    mutating func takeDamagedFile(_ path: String, reason: String) {
      damaged.append("\(path): \(reason)")
    }
  }

  @Test("A delta makes what it says, or nothing")
  func deltas() {
    let base = Array("0123456789".utf8)
    // Sizes 10 and 6; copy 3 bytes from 2; insert "ab"; copy 1 byte from 0.
    let delta: [UInt8] = [10, 6, 0x91, 2, 3, 2, 0x61, 0x62, 0x90, 1]
    #expect(PackDelta.apply(delta, to: base) == Array("234ab0".utf8))
    for length in delta.indices {
      #expect(PackDelta.apply(Array(delta[..<length]), to: base) == nil)
    }
    #expect(PackDelta.apply(delta, to: base + base) == nil)
    #expect(PackDelta.apply([10, 6, 0x91, 8, 6], to: base) == nil, "copies beyond the end")
    #expect(PackDelta.apply([10, 1, 0], to: base) == nil, "a code that is reserved")
  }

  @Test(
    "Everything there is, is read as git reads it",
    arguments: [[], ["repack", "-adfq"], ["repack", "-adfq", "--depth=200", "--window=50"]])
  func everything(packing: [String]) throws {
    let scratch = try Scratch()
    var text = (0..<200).map { "line \($0) of a text that changes a little" }
    for number in 0..<150 {
      text[number] += " changed"
      let bytes = Array(text.joined(separator: "\n").utf8)
      let blob = try scratch.objects.write(.blob, bytes)
      let tree = Tree([Tree.Entry(mode: 0o100644, name: Array("a.txt".utf8), id: blob)])
      let id = try scratch.objects.write(.tree, tree.bytes)
      try scratch.git("update-ref", "refs/trees/\(number)", id.hex)
    }
    if !packing.isEmpty {
      let answer = try Scratch.run(packing, in: scratch.folder, input: [])
      #expect(answer.status == 0)
      // And one outside of the pack.
      try scratch.objects.write(.blob, Array("alone".utf8))
    }
    let facts = try ObjectSweep(folder: scratch.objects.folder, threads: 3).run { Everything() }
    let listed = try scratch.git(
      "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
    var count = 0
    var bytes = 0
    for line in listed.split(separator: "\n") {
      let words = line.split(separator: " ")
      let id = try #require(ObjectID(String(words[0])))
      #expect(facts.compactMap { $0.objects[id] }.map(\.rawValue) == [String(words[1])])
      count += 1
      bytes += try #require(Int(words[2]))
    }
    #expect(facts.reduce(0) { $0 + $1.objects.count } == count)
    #expect(facts.reduce(0) { $0 + $1.bytes } == bytes)
    #expect(facts.reduce(0) { $0 + $1.packed } == (packing.isEmpty ? 0 : count - 1))
    #expect(facts.flatMap(\.damaged) == [])
  }

  @Test func anyByteOfAPackThatDiffersIsFound() throws {
    let scratch = try Scratch()
    for number in 0..<4 {
      let text = String(repeating: "the same again\n", count: 20) + "\(number)"
      let id = try scratch.objects.write(.blob, Array(text.utf8))
      try scratch.git("update-ref", "refs/blobs/\(number)", id.hex)
    }
    try scratch.git("repack", "-adfq")
    let folder = scratch.objects.folder.appending("pack")
    for entry in try Folder.entries(of: folder) {
      let path = folder.appending(entry.name)
      let whole = try File(path).readToEnd()
      for position in whole.indices {
        var bytes = whole
        bytes[position] ^= 0x10
        try FileSystem.remove(path)
        try File(path, [.write, .createNew]).write(bytes)
        let facts = try ObjectSweep(folder: scratch.objects.folder, threads: 1).run { Everything() }
        #expect(!facts.flatMap(\.damaged).isEmpty, "\(path) at \(position)")
      }
      try FileSystem.remove(path)
      try File(path, [.write, .createNew]).write(whole)
    }
  }

  @Test(
    "A form that git refuses is refused",
    arguments: [
      ("tree 1\n", "the name of its tree makes no sense"), ("author a", "it names no tree"),
      ("", "it names no tree"),
    ])
  func forms(text: String, problem: String) {
    #expect(ObjectForm.problem(ofCommit: Array(text.utf8)) == problem)
  }

  @Test(
    "People and times are as git has them",
    arguments: [
      ("Ada <ada@x> 1 +0000", true), (" <ada@x> 1 +0000", true), ("Ada <ada@x> 1 +000", false),
      ("Ada <ada@x> 01 +0000", false), ("Ada ada@x 1 +0000", false), ("Ada<ada@x> 1 +0000", false),
      ("<ada@x> 1 +0000", false), ("A>b <ada@x> 1 +0000", false), ("Ada <a<b> 1 +0000", false),
      ("Ada <ada@x>1 +0000", false), ("Ada <ada@x> x +0000", false), ("Ada <ada@x> 1 0000", false),
    ])
  func people(person: String, isRight: Bool) {
    let tree = String(repeating: "0", count: 39) + "1"
    let commit = "tree \(tree)\nauthor \(person)\ncommitter Ada <ada@x> 1 +0000\n\ntext\n"
    #expect((ObjectForm.problem(ofCommit: Array(commit.utf8)) == nil) == isRight)
  }

  @Test(
    "Trees are as git has them",
    arguments: [
      (["100644 a", "100644 b"], true), (["100644 b", "100644 a"], false),
      (["100644 a", "100644 a"], false), (["100664 a"], false), (["100644 ."], false),
      (["100644 a/b"], false), (["40000 a", "100644 a.txt"], false),
      (["100644 a.txt", "40000 a"], true), (["040000 a"], false), (["120000 a", "100755 b"], true),
    ])
  func trees(entries: [String], isRight: Bool) {
    let id = [UInt8](repeating: 1, count: 20)
    let bytes = entries.flatMap { entry -> [UInt8] in Array(entry.utf8) + [0] + id }
    #expect((ObjectForm.problem(ofTree: bytes) == nil) == isRight)
  }
}
