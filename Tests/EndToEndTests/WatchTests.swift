import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `versions watch` from its start to its end.
@Suite(.serialized, .enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct WatchTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("A signal lets it save what waits and end with 0", arguments: [SIGINT, SIGTERM, SIGHUP])
  func stopsCleanly(signal: Int32) throws {
    let watching = try WatchingChild(sandbox, quietPeriod: "60s")
    try sandbox.write("a.txt", "one\n")
    let versions = try watching.stop(signal)
    #expect(versions.map(\.event) == ["autosave"])
    try sandbox.expect("a.txt", holds: ["one\n"])
  }

  @Test func oneLineIsPrintedForEachVersion() throws {
    let child = try sandbox.start([
      Word(sandbox.command), "watch", "--quiet-period", "100ms",
    ])
    while !String(decoding: try child.soFar().error, as: UTF8.self).hasSuffix("\n") {
      usleep(1000)
    }
    try sandbox.write("a.txt", "one\n")
    while try child.soFar().output.isEmpty { usleep(1000) }
    try FileSystem.rename(sandbox.path("a.txt"), to: sandbox.path("b.txt"))
    while try child.soFar().output.count(where: { $0 == 0x0A }) < 2 { usleep(1000) }
    try FileSystem.remove(sandbox.path("b.txt"))
    while try child.soFar().output.count(where: { $0 == 0x0A }) < 3 { usleep(1000) }
    child.send(SIGTERM)
    let answer = try child.finish(within: Sandbox.generous)
    #expect(answer.ending == .exit(0))
    #expect(
      answer.text == """
        a.txt: version 1
        b.txt: renamed from 'a.txt', version 2
        b.txt: deleted, version 3

        """)
    #expect(answer.errorText == "watching '\(sandbox.library)': 1 folder, 0 documents\n")
  }

  @Test func aSecondWatcherIsRefusedAndTheFirstIsTold() throws {
    try sandbox.write("sub/a.txt", "one\n")
    #expect(try sandbox.versions("watch", "--status").ending == .exit(1))
    let watching = try WatchingChild(sandbox)
    let refused = try sandbox.versions("watch")
    #expect(refused.ending == .exit(5))
    #expect(refused.errorText.contains("is watched already, by process \(watching.child.number)"))
    let status = try sandbox.versions("watch", "--status")
    #expect(status.ending == .exit(0))
    #expect(status.text.contains(": watched since 20"))
    #expect(status.text.contains(" by process \(watching.child.number) on "))
    let json = try sandbox.versions("watch", "--status", "--json")
    #expect(json.text.contains("\"watched\":true,\"process\":\(watching.child.number),"))
    try watching.stop()
    #expect(try sandbox.versions("watch", "--status").text.hasSuffix(": not watched\n"))
    try sandbox.fail(2, "watch", "sub", saying: "a library is watched as a whole")
    // One that was killed watches no more.
    let killed = try WatchingChild(sandbox)
    try killed.kill()
    #expect(try sandbox.versions("watch", "--status").ending == .exit(1))
    try WatchingChild(sandbox).stop()
  }

  // W11
  @Test func lookingAgainAndAgainFindsTheSame() throws {
    let watching = try WatchingChild(sandbox, "--poll")
    try sandbox.write("a.txt", "one, of more than thirty-two bytes in all\n")
    try sandbox.write("notes/b.txt", "two\n")
    try watching.waitForVersions(2)
    try sandbox.write("notes/b.txt", "too\n")
    try watching.waitForVersions(3)
    try FileSystem.rename(sandbox.path("notes"), to: sandbox.path("papers"))
    try FileSystem.remove(sandbox.path("a.txt"))
    try watching.waitForVersions(5)
    try watching.stop()
    #expect(try sandbox.history("a.txt").map(\.event) == ["autosave", "delete"])
    #expect(
      try sandbox.history("papers/b.txt").map(\.event) == ["autosave", "autosave", "rename"])
  }

  @Test func aLibraryThatIsRenamedIsWatchedOn() throws {
    try sandbox.write("a.txt", "one\n")
    let watching = try WatchingChild(sandbox)
    let new = sandbox.folder.appending("elsewhere")
    try FileSystem.rename(sandbox.library, to: new)
    try watching.waitForWarning("library-moved")
    sandbox.library = new
    try sandbox.write("a.txt", "two\n")
    try watching.waitForVersions(2)
    // A folder above it, too.
    let above = sandbox.folder.appending("above")
    try Folder.make(above)
    try FileSystem.rename(new, to: above.appending("library"))
    try watching.wait { said in
      said.error.count(where: { $0 == UInt8(ascii: "\n") }) >= 4
    }
    let last = sandbox.folder.appending("last")
    try FileSystem.rename(above, to: last)
    try watching.wait { said in
      said.error.count(where: { $0 == UInt8(ascii: "\n") }) >= 5
    }
    sandbox.library = last.appending("library")
    try sandbox.write("a.txt", "three\n")
    try watching.waitForVersions(3)
    try watching.stop()
    try sandbox.expect("a.txt", holds: ["one\n", "two\n", "three\n"])
  }

  @Test func aLibraryThatIsGoneEndsIt() throws {
    let watching = try WatchingChild(sandbox)
    try FileSystem.removeAll(sandbox.library)
    let answer = try watching.end()
    #expect(answer.ending == .exit(3), "\(answer.errorText)")
    #expect(answer.errorText.contains("is gone"))
    try Folder.make(sandbox.library)
  }

  @Test func nobodyReadingEndsIt() throws {
    let line: Word =
      "{ \(Word(sandbox.command)) watch --quiet-period 50ms; echo $? >../code; } | head -n 1"
    let child = try sandbox.start(["sh", "-c", line])
    for number in 0..<200 {
      try sandbox.write("a.txt", "text \(number)\n")
      usleep(100_000)
      if (try? FileStatus(of: sandbox.folder.appending("code"))) != nil { break }
    }
    #expect(try child.finish(within: Sandbox.generous).ending == .exit(0))
    #expect(try sandbox.read("../code") == "0\n")
  }

  // W13
  @Test func aProgramThatNeverRestsIsSavedNowAndThen() throws {
    let watching = try WatchingChild(
      sandbox, "--longest-wait", "1s", quietPeriod: "0.9s")
    let end = Child.now + .seconds(5)
    var number = 0
    while Child.now < end {
      number += 1
      try sandbox.write("a.txt", "text \(number)\n")
      usleep(20_000)
    }
    let text: Word = "text \(number)\n"
    try watching.wait { _ in
      guard let history = try? sandbox.history("a.txt"), let last = history.last else {
        return false
      }
      return (try? sandbox.content("a.txt", last.version)) == text
    }
    let versions = try watching.stop()
    // More than one for the time it took, and far from one for each save.
    #expect((3...number / 4).contains(versions.count), "\(versions.count) of \(number)")
  }

  // W07
  @Test(
    "The watch limit is named, and what is beyond it is looked at",
    .enabled(if: WatchTests.canLimitWatches, "no namespace of users can be made here"))
  func watchLimit() throws {
    for number in 0..<12 { try sandbox.write("folder\(number)/deep/a.txt", "one\n") }
    let watching = try WatchingChild(
      sandbox,
      prefix: [
        "unshare", "-U", "-r", "sh", "-c",
        "echo 9 >/proc/sys/user/max_inotify_watches && exec \"$@\"", "sh",
      ])
    try watching.waitForWarning("watch-limit")
    let said = String(decoding: try watching.child.soFar().error, as: UTF8.self)
    #expect(said.contains("fs.inotify.max_user_watches is 9"), "\(said)")
    #expect(said.contains("instead: 'folder"), "\(said)")
    try watching.waitForVersions(12)
    for number in 0..<12 { try sandbox.write("folder\(number)/deep/a.txt", "number two\n") }
    try sandbox.write("folder7/new/b.txt", "new\n")
    try watching.waitForVersions(25)
    try watching.stop()
    for number in 0..<12 {
      try sandbox.expect("folder\(number)/deep/a.txt", holds: ["one\n", "number two\n"])
    }
    try sandbox.expect("folder7/new/b.txt", holds: ["new\n"])
  }

  static let canLimitWatches: Bool = {
    guard let sandbox = try? Sandbox(library: false) else { return false }
    let line = "unshare -U -r sh -c 'echo 9 >/proc/sys/user/max_inotify_watches'"
    return (try? sandbox.run("sh", "-c", Word(line)))?.code == 0
  }()
}
