import Files
import Testing

/// Files in the store that are not ours stop nothing (S15), and locks that died are no locks (S01).
struct StrayFileTests {
  private func library() throws -> (sandbox: Sandbox, chain: String) {
    let sandbox = try Sandbox()
    for content in ["one\n", "two\n"] as [Word] {
      try sandbox.write("a.txt", content)
      try sandbox.succeed("save", "a.txt")
    }
    let digits = try #require(try sandbox.history("a.txt").last).id.filter { $0 != "-" }
    return (sandbox, "refs/documents/\(digits.prefix(2))/\(digits.dropFirst(2))")
  }

  private static let alias = "refs/paths/cf/c7b4885384957ae445bc14914d4588f607651c"

  @Test func whatASynchronisingServiceLeavesIsPassedOver() throws {
    let (sandbox, chain) = try library()
    for reference in [chain, Self.alias] {
      try sandbox.shell(
        """
        cd .versions
        cp \(reference) '\(reference) 2'
        cp \(reference) \(reference).sync-conflict-20260112-003022-ABCDEF1
        cp \(reference) '\(reference) (Conflicted copy laptop 202601120030)'
        printf x > \(reference).tmp
        : > "$(dirname \(reference))/.DS_Store"
        """)
    }
    try sandbox.shell(
      """
      cd .versions
      mkdir -p refs/documents/zz refs/documents/ab/deep/er 'refs/paths/00 2' refs/labels/none
      : > objects/00/tmp_obj_Ab12Cd
      : > objects/tmp_object_git2_0123456789abcdef
      : > objects/pack/tmp_pack_Ab12Cd
      : > 'objects/pack/pack-0000000000000000000000000000000000000000 2.pack'
      cp config 'config 2'
      : > 'HEAD.sync-conflict-20260112-003022-ABCDEF1'
      mkdir -p lost+found versions/unknown
      : > versions/places.sync-conflict-20260112-003022-ABCDEF1
      : > index.lock
      : > HEAD.lock
      """)
    try sandbox.write("a.txt", "three\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
    try sandbox.expect("a.txt", holds: ["one\n", "two\n", "three\n"])
    #expect(try sandbox.succeed("list", "-z").output == Array("a.txt\0".utf8))
    #expect(try sandbox.succeed("log").lines.count == 3)
    try sandbox.succeed("restore", "a.txt", "1")
    try sandbox.succeed("undo", "a.txt")
    try sandbox.write("b.txt", "another\n")
    try sandbox.succeed("save", "b.txt")
    try sandbox.succeed("autosave")
  }

  @Test func emptyFoldersWhereReferencesAreToBeAreNoObstacle() throws {
    let (sandbox, _) = try library()
    // What git leaves after packing: the folders of the references, without them.
    try sandbox.git("pack-refs", "--all")
    try sandbox.shell("find .versions/refs .versions/objects -type d -empty -delete; true")
    try sandbox.shell("mkdir -p .versions/refs")
    try sandbox.write("a.txt", "three\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
    try sandbox.write("b.txt", "another\n")
    #expect(try sandbox.succeed("save", "b.txt").text == "b.txt: version 1\n")
    try sandbox.checkStore()
  }

  @Test func foreignLockThatIsFreshIsWaitedForThenNamedWithItsAge() throws {
    let (sandbox, chain) = try library()
    let lock = chain + ".lock"
    try sandbox.shell("touch -d '20 seconds ago' .versions/\(lock)")
    try sandbox.write("a.txt", "three\n")
    let start = Child.now
    let answer = try sandbox.fail(5, "save", "a.txt", saying: lock)
    #expect(Child.now - start >= .seconds(1), "it was not waited for")
    let age = answer.errorText.firstMatch(of: /since ([0-9]+) s/).flatMap { Int($0.1) }
    #expect(try (20...40).contains(#require(age)))
    #expect(try sandbox.succeed("list", "a.txt").lines.count == 2)
    #expect(sandbox.exists(Word(".versions/" + lock)))
    // Not dropped: the same again, once the lock is gone.
    try FileSystem.remove(sandbox.store.appending(lock))
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
  }

  @Test func foreignLockOfAMinuteAgoIsRemoved() throws {
    let (sandbox, chain) = try library()
    try sandbox.shell("touch -d '2 minutes ago' .versions/\(chain).lock")
    try sandbox.write("a.txt", "three\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
    #expect(!sandbox.exists(Word(".versions/\(chain).lock")))
  }

  @Test func lockThatIsGivenUpWhileWaitedForDelaysOnly() throws {
    let (sandbox, chain) = try library()
    try sandbox.shell("touch .versions/\(chain).lock")
    let child = try sandbox.start([
      "sh", "-c", "sleep 0.3; rm .versions/\(chain).lock",
    ])
    try sandbox.write("a.txt", "three\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
    _ = try child.finish(within: Sandbox.generous)
  }

  @Test func ownLockLeftByAKillIsRemovedAtOnce() throws {
    let (sandbox, chain) = try library()
    // As this program marks its own: the sticky bit.
    try sandbox.shell("touch .versions/\(chain).lock && chmod 1600 .versions/\(chain).lock")
    try sandbox.write("a.txt", "three\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
  }

  @Test func gitLockOfPackedReferencesStopsNoSave() throws {
    let (sandbox, _) = try library()
    try sandbox.git("pack-refs", "--all")
    try sandbox.shell("touch .versions/packed-refs.lock .versions/config.lock")
    try sandbox.write("a.txt", "three\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
  }

  @Test func missingObjectOfOneDocumentLeavesTheOthers() throws {
    let (sandbox, _) = try library()
    try sandbox.write("b.txt", "another\n")
    try sandbox.succeed("save", "b.txt")
    let blob = try sandbox.git("rev-parse", Word(try sandbox.history("a.txt")[0].commit + ":a.txt"))
      .lines[0]
    try FileSystem.remove(
      sandbox.store.appending("objects/\(blob.prefix(2))/\(blob.dropFirst(2))"))
    let lost = try sandbox.fail(6, "show", "a.txt", "1", saying: blob)
    #expect(lost.output.isEmpty)
    #expect(try sandbox.content("a.txt", 2) == "two\n")
    #expect(try sandbox.content("b.txt", 1) == "another\n")
    // Saved again, the bytes are in the store again.
    try sandbox.write("a.txt", "one\n")
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 3\n")
    try sandbox.expect("a.txt", holds: ["one\n", "two\n", "one\n"])
  }
}
