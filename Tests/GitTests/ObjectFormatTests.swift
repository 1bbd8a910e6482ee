import Testing

@testable import Git

/// Trees, commits and tags: their bytes against stock git, and bytes that make no sense.
struct ObjectFormatTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: Trees

  @Test func treeIsInGitsOrder() throws {
    let blob = try scratch.objects.write(.blob, [])
    let empty = try scratch.objects.write(.tree, [])
    var entries: [Tree.Entry] = []
    for name in ["a", "a.txt", "a0", "b", "\u{E9}", "Z", "-x", "a b", "two\nlines"] {
      entries.append(.init(mode: 0o100644, name: bytes(name + "-file"), id: blob))
      entries.append(.init(mode: 0o100755, name: bytes(name + ".program"), id: blob))
      entries.append(.init(mode: 0o120000, name: bytes(name + "~link"), id: blob))
      entries.append(.init(mode: 0o040000, name: bytes(name), id: empty))
    }
    var random = Seeded(9)
    entries.shuffle(using: &random)
    let tree = Tree(entries)
    let listing = entries.flatMap { entry in
      let kind = entry.isTree ? "040000 tree" : String(entry.mode, radix: 8) + " blob"
      return bytes("\(kind) \(entry.id.hex)\t") + entry.name + [0]
    }
    let hex = try scratch.git("mktree", "-z", input: listing).dropLast()
    #expect(ObjectDatabase.name(of: .tree, tree.bytes).hex == hex)
    #expect(Tree(bytes: tree.bytes) == tree)
    #expect(tree.bytes == (try scratch.gitBytes("cat-file", "tree", String(hex))))
    try scratch.fsck()
  }

  @Test func emptyTreeHasTheNameEveryoneKnows() {
    #expect(
      ObjectDatabase.name(of: .tree, Tree.empty.bytes).hex
        == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
  }

  @Test func noTruncationOfATreeIsAnotherTree() {
    let tree = Tree([
      .init(mode: 0o100644, name: bytes("a"), id: someID(1)),
      .init(mode: 0o040000, name: bytes("folder"), id: someID(2)),
    ])
    let whole = tree.bytes
    let first = Tree([tree.entries[0]])
    for length in whole.indices {
      let read = Tree(bytes: Array(whole[..<length]))
      #expect(read == nil || length == 0 || (length == first.bytes.count && read == first))
    }
  }

  // MARK: Commits

  private func commits() throws -> [[UInt8]] {
    let tree = try scratch.objects.write(.tree, []).hex
    var ids: [String] = []
    ids.append(try scratch.git("commit-tree", tree, "-m", "first"))
    let first = String(ids[0].dropLast())
    ids.append(try scratch.git("commit-tree", tree, "-p", first, "-m", "second\n\nbody\n\nKey: v"))
    let second = String(ids[1].dropLast())
    ids.append(try scratch.git("commit-tree", tree, "-p", first, "-p", second, "-m", "joined"))
    ids.append(try scratch.git("commit-tree", tree, input: []))
    return try ids.map { try scratch.gitBytes("cat-file", "commit", String($0.dropLast())) }
  }

  @Test func commitsOfGitAreReadAndWrittenAsTheyAre() throws {
    for raw in try commits() {
      let commit = try #require(Commit(bytes: raw))
      #expect(commit.bytes == raw)
      #expect(commit.author.name == bytes("A"))
      #expect(commit.author.email == bytes("a@b"))
    }
  }

  @Test func headersThatAreNotKnownAreKept() throws {
    let raw = bytes(
      """
      tree \(someID(1).hex)
      author A U Thor <a@b> 1700000000 -0130
      committer C <> 1700000001 +0545
      encoding ISO-8859-1
      gpgsig -----BEGIN PGP SIGNATURE-----
       line
       -----END PGP SIGNATURE-----

      message
      """)
    let commit = try #require(Commit(bytes: raw))
    #expect(commit.bytes == raw)
    #expect(commit.author.offset == -90)
    #expect(commit.committer.offset == 345)
    #expect(commit.message == bytes("message"))
    #expect(commit.otherHeaders.starts(with: bytes("encoding ISO-8859-1\ngpgsig ")))
  }

  @Test func truncatedCommitsNeverTrap() throws {
    for raw in try commits() {
      for length in raw.indices {
        let cut = Array(raw[..<length])
        if let commit = Commit(bytes: cut) { #expect(commit.bytes == cut) }
      }
    }
  }

  // MARK: Tags

  @Test func tagsOfGitAreReadAndWrittenAsTheyAre() throws {
    let tree = try scratch.objects.write(.tree, []).hex
    for (name, message) in [("a", "one line"), ("b", "several\n\nlines\n"), ("c", "\u{1F41D}")] {
      try scratch.git("tag", "-a", "-m", message, name, tree)
      let raw = try scratch.gitBytes("cat-file", "tag", name)
      let tag = try #require(Tag(bytes: raw))
      #expect(tag.bytes == raw)
      #expect(tag.kind == .tree)
      #expect(tag.target.hex == tree)
      #expect(tag.name == bytes(name))
    }
  }

  @Test func tagWithoutMessageIsOneThatGitAccepts() throws {
    let tree = try scratch.objects.write(.tree, [])
    let tag = Tag(
      target: tree, kind: .tree, name: bytes("x"),
      tagger: Signature(name: bytes("A"), email: [], seconds: 0, offset: 0), message: [])
    let id = try scratch.objects.write(.tag, tag.bytes)
    try scratch.git("update-ref", "refs/labels/x", id.hex)
    try scratch.fsck()
    #expect(Tag(bytes: tag.bytes) == tag)
  }

  // MARK: Signatures

  @Test(
    "A signature is read and written as it is",
    arguments: [
      "A <a@b> 0 +0000", "A B  C <a@b> 1700000000 -0000", " <> 1 +1400", "<> 1 -1200",
      "A <a b> 99999999999 +0530", "A <a@b> 1700000000 +0001",
    ])
  func signature(text: String) throws {
    let signature = try #require(Signature(bytes(text)[...]))
    // Without a name git writes the blank before the address all the same; so is -0000 zero.
    let again = try #require(Signature(signature.bytes[...]))
    #expect(again == signature)
  }

  @Test(
    "What is no signature is none, and no time or zone traps",
    arguments: [
      ("A <a@b> 1 +999999999999999999", false), ("A <a@b> 1 -999999999999999999", false),
      ("A <a@b> 999999999999999999 +1400", true), ("A <a@b> -1 +0000", true),
      ("A <a@b> 9223372036854775807 +0000", false), ("A <a@b> 1", false), ("A a@b 1 +0000", false),
      ("A <a@b 1 +0000", false), ("A >a@b< 1 +0000", false), ("", false),
      ("A <a@b> x +0000", false),
      ("A <a@b> 1 +00:00", false), ("A <a@b> 1 + 0", false), ("A <a@b> 1 +051800", false),
      ("A <a@b> 1 +", false), ("A <a@b> 1 ", false),
      ("A <a@b>", false), ("A <a@b> ", false), ("A <a@b> 1 +9999", true),
    ])
  func oddSignature(text: String, isRead: Bool) {
    let signature = Signature(bytes(text)[...])
    #expect((signature != nil) == isRead)
    if let signature {
      // What is made of the offset everywhere.
      #expect(abs(signature.offset) <= 99 * 60 + 99)
    }
  }

  // MARK: Bytes of any kind

  @Test func twentyThousandDamagedObjectsNeverTrap() throws {
    let tree = Tree([
      .init(mode: 0o100644, name: bytes("a"), id: someID(1)),
      .init(mode: 0o040000, name: bytes("b"), id: someID(2)),
    ]).bytes
    let signature = Signature(name: bytes("A"), email: bytes("a@b"), seconds: 1, offset: -60)
    let tag = Tag(
      target: someID(3), kind: .tree, name: bytes("t"), tagger: signature, message: bytes("m\n")
    ).bytes
    let samples = try commits() + [tree, tag]
    var random = Seeded(10)
    for round in 0..<20_000 {
      let damaged = random.damaged(samples[round % samples.count])
      if let tree = Tree(bytes: damaged) { _ = tree.bytes }
      if let commit = Commit(bytes: damaged) { _ = commit.bytes }
      if let tag = Tag(bytes: damaged) { _ = tag.bytes }
    }
  }

  @Test(
    "Decimal digits",
    arguments: [
      ("0", 0), ("-1", -1), ("007", 7), ("999999999999999999", 999_999_999_999_999_999),
      ("1000000000000000000", nil), ("", nil), ("-", nil), ("+1", nil), ("1 ", nil), ("1a", nil),
      ("--1", nil), ("\u{661}", nil),
    ] as [(String, Int64?)])
  func decimal(text: String, value: Int64?) {
    #expect(Int64(decimal: bytes(text)[...]) == value)
  }
}
