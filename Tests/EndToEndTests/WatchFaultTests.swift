import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whatever goes wrong while a library is watched, every settled content becomes a version.
@Suite(.serialized, .enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct WatchFaultTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test func fiftyKillsLoseNothingThatSettled() throws {
    var random = SplitMix(seed: 20_261_130)
    let names: [Word] = ["a.txt", "notes/b.txt", "c.txt"]
    var settled: [Word: [Word]] = [:]
    var present: [Word: Word] = [:]
    var number = 0
    for round in 0...50 {
      let watching = try WatchingChild(sandbox, quietPeriod: "30ms")
      // It has caught up: what was left by the round before is a version.
      for (name, text) in present where settled[name]?.last != text {
        settled[name, default: []].append(text)
      }
      if round == 50 {
        try watching.stop()
        break
      }
      let writes = Int(random.next() % 6) + 1
      for _ in 0..<writes {
        number += 1
        let name = names[Int(random.next() % 3)]
        let text: Word = "text \(number) of \(name)\n"
        if random.next() % 2 == 0 {
          try sandbox.write(name, text)
        } else {
          try sandbox.write(name + ".tmp-name~", text)
          try FileSystem.rename(sandbox.path(name + ".tmp-name~"), to: sandbox.path(name))
        }
        present[name] = text
        usleep(UInt32(random.next() % 60_000))
      }
      try watching.kill()
    }
    for (name, texts) in settled {
      let history = try sandbox.history(name)
      #expect(history.map(\.version) == Array(1...history.count))
      #expect(history.allSatisfy { $0.event == "autosave" })
      var contents: [Word] = []
      for version in history { contents.append(try sandbox.content(name, version.version)) }
      // All of them, in their order.
      var rest = contents[...]
      for text in texts {
        guard let place = rest.firstIndex(of: text) else {
          Issue.record("'\(text)' of \(name) is missing")
          break
        }
        rest = rest[(place + 1)...]
      }
      // And nothing that nobody wrote.
      #expect(
        contents.allSatisfy { $0.bytes.starts(with: "text ".utf8) && $0.bytes.last == 0x0A },
        "\(contents.map(\.text))")
    }
    #expect(
      Set(try sandbox.succeed("list", "--json").objects(ListedObject.self).map(\.document))
        == Set(names.map(\.text)))
    try sandbox.checkStore()
  }

  @Test func aBurstOfTwentyThousandFilesIsSavedWhole() throws {
    let watching = try WatchingChild(sandbox)
    for number in 0..<20_000 {
      try write(number, "text of \(number)\n")
    }
    try watching.waitForVersions(20_000)
    let versions = try watching.stop()
    #expect(versions.count == 20_000)
    try expectAllSaved(20_000)
    try sandbox.checkStore()
  }

  @Test func eventsThatWereLostAreMadeUpForByLooking() throws {
    let queue = try File("/proc/sys/fs/inotify/max_queued_events").readToEnd(expecting: 32)
    let limit = try #require(
      Int(String(decoding: queue.filter { $0 != 0x0A }, as: UTF8.self)))
    // Each makes three events; two thousand more than fit are lost.
    let count = (limit + 2000) / 3 + 1
    for number in 0..<100 { try write(number, "before \(number)\n") }
    // Watched already: what happens in a folder that is new has no events that could be lost.
    for number in 0...count / 100 { try Folder.makeAll(sandbox.path("folder\(number)")) }
    let watching = try WatchingChild(sandbox)
    try watching.waitForVersions(100)
    watching.child.send(SIGSTOP)
    for number in 100..<count { try write(number, "text of \(number)\n") }
    // These events come too late for the queue.
    for number in 0..<50 { try write(number, "after \(number)\n") }
    for number in 50..<60 { try FileSystem.remove(sandbox.path(name(number))) }
    try write(count, "the last one\n")
    watching.child.send(SIGCONT)
    try watching.waitForWarning("events-lost")
    try watching.waitForVersions(100 + count - 100 + 50 + 10 + 1)
    try watching.stop()
    try expectAllSaved(count + 1 - 10)
    #expect(try sandbox.history(name(55)).map(\.event) == ["autosave", "delete"])
    #expect(try sandbox.content(name(7), 2) == "after 7\n")
  }

  @Test(
    "A full disk is said once, and with room again all is saved",
    .enabled(if: Conditions.canMount, "no file system may be mounted here"))
  func fullDisk() throws {
    let disk = try Sandbox(library: false)
    try disk.shell("mount -t tmpfs -o size=2m tmpfs '\(disk.library)'")
    let library = disk.library
    defer {
      disk.library = disk.home
      _ = try? disk.run("umount", "-l", Word(library))
      disk.library = library
    }
    try disk.succeed("init")
    try disk.write("a.txt", "one\n")
    let watching = try WatchingChild(disk)
    try watching.waitForVersions(1)
    try disk.write("filler.tmp", "")
    try disk.write("b.txt", "bee\n")
    try watching.waitForVersions(3)
    // In place and in the room that it has: only the store needs more.
    try disk.shell(
      "dd if=/dev/zero of=../filler bs=1 count=0 2>/dev/null; dd if=/dev/zero of=.versions/filler bs=4k 2>/dev/null; true"
    )
    try disk.shell("printf 'two\\n' 1<>a.txt; printf 'bea\\n' 1<>b.txt")
    try watching.waitForWarning("not-saved")
    usleep(500_000)
    let said = String(decoding: try watching.child.soFar().error, as: UTF8.self)
    #expect(said.split(separator: "not-saved").count == 2, "\(said)")
    #expect(said.contains("the disk is full"))
    try FileSystem.remove(disk.path(".versions/filler"))
    try watching.waitForVersions(5)
    try watching.stop()
    try disk.expect("a.txt", holds: ["one\n", "two\n"])
    try disk.expect("b.txt", holds: ["bee\n", "bea\n"])
  }

  @Test(
    "A disk in the library that is unmounted takes no document with it",
    .enabled(if: Conditions.canMount, "no file system may be mounted here"))
  func unmounted() throws {
    let inner = sandbox.library.appending("disk")
    try Folder.make(inner)
    try sandbox.shell("mount -t tmpfs -o size=1m tmpfs disk")
    defer { _ = try? sandbox.run("umount", "-l", Word(inner)) }
    try sandbox.write("disk/a.txt", "one\n")
    let watching = try WatchingChild(sandbox)
    try watching.waitForVersions(1)
    try sandbox.shell("umount disk")
    try watching.waitForWarning("unmounted")
    try sandbox.write("b.txt", "two\n")
    try watching.waitForVersions(2)
    try watching.stop()
    #expect(try sandbox.history("disk/a.txt").map(\.event) == ["autosave"])
  }

  @Test(
    "A disk that is mounted in the library is watched",
    .enabled(if: Conditions.canMount, "no file system may be mounted here"))
  func mounted() throws {
    let inner = sandbox.library.appending("a disk")
    try sandbox.write("a disk/covered.txt", "covered\n")
    let watching = try WatchingChild(sandbox)
    try watching.waitForVersions(1)
    try sandbox.shell("mount -t tmpfs -o size=1m tmpfs 'a disk'; echo there > 'a disk/there.txt'")
    defer { _ = try? sandbox.run("umount", "-l", Word(inner)) }
    try watching.waitForVersions(2)
    try sandbox.write("a disk/in/new.txt", "new\n")
    try watching.waitForVersions(3)
    try sandbox.shell("umount 'a disk'")
    try watching.waitForWarning("unmounted")
    try sandbox.write("a disk/covered.txt", "seen again\n")
    try watching.waitForVersions(4)
    try watching.stop()
    for name: Word in ["there.txt", "in/new.txt"] {
      #expect(
        try sandbox.history("a disk/\(name.text)").map(\.event) == ["autosave"], "\(name.text)")
    }
    #expect(try sandbox.history("a disk/covered.txt").map(\.event) == ["autosave", "autosave"])
  }

  @Test(
    "A file system without events that is mounted in the library is told of, and looked at",
    .enabled(if: Conditions.canMountWithoutEvents, "bindfs cannot mount here"))
  func mountedWithoutEvents() throws {
    let inner = sandbox.library.appending("disk")
    try Folder.makeAll(inner)
    let watching = try WatchingChild(sandbox)
    try sandbox.shell("mkdir ../behind && bindfs ../behind disk")
    defer { _ = try? sandbox.run("umount", "-l", Word(inner)) }
    try watching.waitForWarning("no-events")
    // Written behind it, where nothing tells.
    try sandbox.shell("echo one > ../behind/a.txt")
    try watching.waitForVersions(1)
    // Nor has it a way of renaming only where nothing is.
    try sandbox.shell(
      "mkdir disk/in disk/p.textbundle disk/r.textbundle && echo x > disk/p.textbundle/x")
    try sandbox.succeed("save", "disk/p.textbundle")
    try sandbox.succeed("rename", "disk/p.textbundle", "disk/q.textbundle")
    _ = try sandbox.fail(4, "rename", "disk/q.textbundle", "disk/r.textbundle")
    try sandbox.succeed("rename", "disk/in", "disk/other")
    try watching.stop()
  }

  // MARK: Inside

  private func name(_ number: Int) -> Word { "folder\(number / 100)/document\(number).txt" }

  private func write(_ number: Int, _ text: Word) throws {
    if number % 100 == 0 { try Folder.makeAll(sandbox.path("folder\(number / 100)")) }
    try File(sandbox.path(name(number)), [.write, .create, .truncate]).write(text.bytes)
  }

  /// Each document on disk is a version, and there are so many.
  private func expectAllSaved(_ count: Int) throws {
    let listed = try sandbox.versions("list", "--json", within: .seconds(300))
      .objects(ListedObject.self)
    #expect(listed.count == count)
    #expect(listed.allSatisfy { $0.state == "same" })
  }
}
