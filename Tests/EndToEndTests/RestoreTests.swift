import Files
import Testing

/// Bringing a version back loses nothing and gives nothing away (R01, R02, R04, R05).
struct RestoreTests {
  private func library() throws -> Sandbox {
    let sandbox = try Sandbox()
    for content in ["one\n", "two\n"] as [Word] {
      try sandbox.write("a.txt", content)
      try sandbox.succeed("save", "a.txt")
    }
    return sandbox
  }

  @Test func presentTextBecomesAVersionFirstAndUndoBringsItBack() throws {
    let sandbox = try library()
    try sandbox.write("a.txt", "unsaved\n")
    let answer = try sandbox.succeed("restore", "a.txt", "1")
    #expect(
      answer.text == "a.txt: version 1 is back, as version 4; what was there is version 3\n")
    #expect(try sandbox.read("a.txt") == "one\n")
    let commits = try sandbox.history("a.txt").map(\.commit)
    try sandbox.succeed("undo", "a.txt")
    #expect(try sandbox.read("a.txt") == "unsaved\n")
    try sandbox.succeed("undo", "a.txt")
    #expect(try sandbox.read("a.txt") == "one\n")
    let history = try sandbox.history("a.txt")
    #expect(history.map(\.event) == ["save", "save", "autosave", "restore", "undo", "undo"])
    #expect(history[3].from == "1" && history[4].from == "3")
    // Nothing of the past is rewritten.
    #expect(history.map(\.commit).starts(with: commits))
    try sandbox.write("a.txt", "content after it\n")
    try sandbox.fail(4, "undo", "a.txt")
    #expect(try sandbox.read("a.txt") == "content after it\n")
  }

  @Test(arguments: [0o600, 0o640, 0o755, 0o444, 0o400, 0o604] as [UInt32])
  func permissionsOfAFileThatIsThereStay(mode: UInt32) throws {
    let sandbox = try library()
    try FileSystem.setPermissions(sandbox.path("a.txt"), mode)
    try sandbox.succeed("restore", "a.txt", "1", "--force")
    #expect(try FileStatus(of: sandbox.path("a.txt")).permissions == mode)
    #expect(try sandbox.read("a.txt") == "one\n")
  }

  @Test(arguments: [0o600, 0o640, 0o755, 0o444, 0o400, 0o604] as [UInt32])
  func fileMadeAgainGetsTheRecordedPermissionsWhateverTheMask(mode: UInt32) throws {
    let sandbox = try library()
    try sandbox.write("b.txt", "one\n")
    try FileSystem.setPermissions(sandbox.path("b.txt"), mode)
    try sandbox.succeed("save", "b.txt")
    try sandbox.succeed("delete", "b.txt")
    for mask in ["000", "077"] {
      try sandbox.shell("umask \(mask); \"$versions\" restore b.txt 1 --to copy\(mask).txt")
      let copied = try FileStatus(of: sandbox.path(Word("copy\(mask).txt"))).permissions
      #expect(copied & ~mode == 0, "wider than it was")
    }
    try sandbox.shell("umask 000; \"$versions\" restore b.txt 1")
    #expect(try FileStatus(of: sandbox.path("b.txt")).permissions == mode)
  }

  @Test(.enabled(if: Trace.isPossible, "strace is missing or not permitted"))
  func privateFileIsAtNoMomentReadableForOthers() throws {
    let sandbox = try library()
    try FileSystem.setPermissions(sandbox.path("a.txt"), 0o600)
    let log = sandbox.folder.appending("trace")
    try sandbox.shell(
      """
      umask 000
      strace -f -o '\(log)' -e trace=openat,chmod,fchmod,fchmodat "$versions" restore a.txt 1
      """)
    let text = String(decoding: try File(log).readToEnd(), as: UTF8.self)
    let made = text.split(separator: "\n").filter {
      $0.contains("O_CREAT") && $0.contains("\(sandbox.library)/.versions-")
    }
    #expect(!made.isEmpty && made.allSatisfy { $0.contains(", 0600)") }, "\(made)")
    #expect(!text.contains("0644") && !text.contains("0666"))
  }

  @Test func restoredFileIsNewAndItsVersionsTimeStaysInTheList() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.txt", "old\n")
    try sandbox.shell("touch -d '2020-02-03 04:05:06 UTC' a.txt")
    try sandbox.succeed("save", "a.txt")
    try sandbox.write("a.txt", "new\n")
    try sandbox.succeed("save", "a.txt")
    let before = FileTime.now.seconds
    try sandbox.succeed("restore", "a.txt", "1")
    #expect(try FileStatus(of: sandbox.path("a.txt")).modified.seconds >= before - 1)
    #expect(try sandbox.history("a.txt")[0].modified?.hasPrefix("2020-02-03T04:05:06") == true)
    #expect(try sandbox.succeed("autosave").output.isEmpty)
    try sandbox.succeed("restore", "a.txt", "2")
    try sandbox.succeed("restore", "a.txt", "1", "--keep-time")
    #expect(try FileStatus(of: sandbox.path("a.txt")).modified.seconds == 1_580_702_706)
    #expect(try sandbox.succeed("autosave").output.isEmpty)
  }

  @Test func extendedAttributesStay() throws {
    let sandbox = try library()
    let set = try sandbox.run(
      "python3", "-c", "import os; os.setxattr('a.txt', 'user.tag', b'red\\0blue')")
    guard set.ending == .exit(0) else { return }
    try sandbox.succeed("restore", "a.txt", "1")
    let got = try sandbox.run(
      "python3", "-c", "import os; assert os.getxattr('a.txt', 'user.tag') == b'red\\0blue'")
    #expect(got.ending == .exit(0), "\(got.errorText)")
  }

  @Test func copyIsWrittenOnlyWhereNothingIs() throws {
    let sandbox = try library()
    try sandbox.succeed("restore", "a.txt", "1", "--to", "sub/copy.txt")
    #expect(try sandbox.read("sub/copy.txt") == "one\n")
    #expect(try sandbox.history("sub/copy.txt").first?.event == "restore")
    try sandbox.fail(4, "restore", "a.txt", "2", "--to", "sub/copy.txt", saying: "exists already")
    #expect(try sandbox.read("sub/copy.txt") == "one\n")
    #expect(try sandbox.history("a.txt").count == 2)
    // Outside of the library it is a file like any other.
    try sandbox.succeed("restore", "a.txt", "1", "--to", "../outside.txt")
    #expect(
      try File(sandbox.folder.appending("outside.txt")).readToEnd() == Array("one\n".utf8))
  }

  @Test func lockedDocumentIsNotTouchedAndWhatOthersWriteIsKept() throws {
    let sandbox = try library()
    try sandbox.succeed("lock", "a.txt")
    try sandbox.write("a.txt", "written by another\n")
    for words in [
      ["save", "a.txt"], ["restore", "a.txt", "1"], ["delete", "a.txt"], ["undo", "a.txt"],
      ["rename", "a.txt", "b.txt"],
    ] as [[Word]] {
      let answer = try sandbox.versions(words)
      #expect(answer.ending == .exit(4), "\(words[0]): \(answer.text)")
      #expect(answer.errorText.contains("'a.txt' is locked"))
    }
    #expect(try sandbox.read("a.txt") == "written by another\n")
    try sandbox.succeed("autosave")
    let history = try sandbox.history("a.txt")
    #expect(history.map(\.event).suffix(2) == ["conflict", "lock"])
    #expect(try sandbox.content("a.txt", history.count - 1) == "written by another\n")
    try sandbox.succeed("autosave")
    #expect(try sandbox.history("a.txt").count == history.count)
    try sandbox.succeed("unlock", "a.txt")
    try sandbox.succeed("save", "a.txt")
  }
}
