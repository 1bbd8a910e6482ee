import Files
import Synchronization
import Testing

@testable import Git

struct ReferencesTests {
  private let scratch: Scratch
  private let first: ObjectID
  private let second: ObjectID
  private let name = "refs/documents/ab/0123456789"

  init() throws {
    scratch = try Scratch()
    first = try scratch.objects.write(.tree, [])
    second = try scratch.objects.write(.blob, [])
  }

  private var references: References { scratch.references }
  private var path: FilePath { scratch.folder.appending(name) }
  private var lock: FilePath { FilePath(path.bytes + bytes(".lock")) }

  @Test func moveIsWhatGitSees() throws {
    #expect(try references.find(name) == nil)
    try references.move(name, to: first, expecting: nil)
    #expect(try references.find(name) == first)
    #expect(try scratch.git("rev-parse", name) == first.hex + "\n")
    try references.move(name, to: second, expecting: first)
    #expect(try references.find(name) == second)
    #expect(try scratch.git("rev-parse", name) == second.hex + "\n")
    #expect(try FileStatus.find(lock) == nil)
    #expect(try FileStatus(of: path).permissions == 0o600)
    try scratch.git("pack-refs", "--all")
    try references.move(name, to: first, expecting: second)
    #expect(try references.find(name) == first)
    #expect(try scratch.git("rev-parse", name) == first.hex + "\n")
    try scratch.fsck()
  }

  @Test func wrongExpectationMovesNothing() throws {
    func move(expecting expected: ObjectID?) -> GitError? {
      failure { () throws(GitError) in
        try references.move(name, to: second, expecting: expected)
      }
    }
    #expect(move(expecting: first) == .referenceMoved(name))
    #expect(try references.find(name) == nil)
    try references.move(name, to: first, expecting: nil)
    #expect(move(expecting: nil) == .referenceMoved(name))
    #expect(move(expecting: second) == .referenceMoved(name))
    try scratch.git("pack-refs", "--all")
    #expect(move(expecting: nil) == .referenceMoved(name))
    #expect(try references.find(name) == first)
    #expect(try FileStatus.find(lock) == nil)
  }

  @Test func moveThatIsStoppedLeavesEverything() throws {
    try references.move(name, to: first, expecting: nil)
    let error = failure { () throws(GitError) in
      try references.move(name, to: second, expecting: first) { false }
    }
    #expect(error == .abandoned(name))
    #expect(try references.find(name) == first)
    #expect(try FileStatus.find(lock) == nil)
  }

  @Test func lockOfThisProgramThatWasLeftIsRemoved() throws {
    try Folder.makeAll(path.parent)
    _ = try File(lock, [.write, .createNew], permissions: 0o1600)
    try #require(try FileStatus(of: lock).permissions & 0o1000 != 0)
    try references.move(name, to: first, expecting: nil)
    #expect(try references.find(name) == first)
  }

  @Test func foreignLockIsWaitedFor() throws {
    try Folder.makeAll(path.parent)
    _ = try File(lock, [.write, .createNew], permissions: 0o600)
    let (name, first, lock, folder) = (name, first, lock, scratch.folder)
    try concurrently([
      { try References(folder: folder).move(name, to: first, expecting: nil) },
      {
        sleep(milliseconds: 200)
        try FileSystem.remove(lock)
      },
    ])
    #expect(try references.find(name) == first)
  }

  @Test func foreignLockThatStaysIsNamed() throws {
    try Folder.makeAll(path.parent)
    _ = try File(lock, [.write, .createNew], permissions: 0o600)
    guard
      case .locked(lock, let age)? = failure({ () throws(GitError) in
        try references.move(name, to: first, expecting: nil)
      })
    else {
      Issue.record("the lock was not respected")
      return
    }
    #expect((0..<60).contains(age))
    #expect(try references.find(name) == nil)
    #expect(try FileStatus.find(lock) != nil)
  }

  @Test func foreignLockOfLongAgoIsRemoved() throws {
    try Folder.makeAll(path.parent)
    try File(lock, [.write, .createNew], permissions: 0o600)
      .setModified(FileTime(seconds: FileTime.now.seconds - 90))
    try references.move(name, to: first, expecting: nil)
    #expect(try references.find(name) == first)
  }

  @Test("A lock that cannot be removed is named, not tried for ever", arguments: [true, false])
  func immovableLock(marked: Bool) throws {
    try Folder.makeAll(lock)
    try FileSystem.setPermissions(lock, marked ? 0o1700 : 0o700)
    if !marked { try File(lock).setModified(FileTime(seconds: FileTime.now.seconds - 90)) }
    guard
      case .locked(lock, _)? = failure({ () throws(GitError) in
        try references.move(name, to: first, expecting: nil)
      })
    else {
      Issue.record("no lock was reported")
      return
    }
  }

  @Test func folderThatLeadsNowhereIsAnErrorNotTriedForEver() throws {
    try Folder.makeAll(path.parent.parent)
    try FileSystem.makeLink(path.parent, to: bytes("/nowhere/at/all"))
    guard
      case .system? = failure({ () throws(GitError) in
        try references.move(name, to: first, expecting: nil)
      })
    else {
      Issue.record("no error")
      return
    }
  }

  @Test(
    "A damaged file is damage, and never no reference",
    arguments: [
      "", "\n", "0", String(repeating: "0", count: 39), String(repeating: "a", count: 40),
      String(repeating: "g", count: 40) + "\n", "ref: refs/heads/x\n",
      String(repeating: "\u{0}", count: 41),
    ])
  func damaged(content: String) throws {
    try scratch.write(bytes(content), at: name)
    for _ in 0..<2 {
      guard
        case .referenceDamaged(name, _)? = failure({ () throws(GitError) in
          try references.find(name)
        }),
        case .referenceDamaged(name, _)? = failure({ () throws(GitError) in
          try references.move(name, to: first, expecting: nil)
        })
      else {
        Issue.record("the damage was not seen")
        return
      }
      // Nor does an older packed value come back.
      try scratch.write(
        bytes("# pack-refs with: peeled fully-peeled sorted \n\(first) \(name)\n"),
        at: "packed-refs")
    }
    var results: [String: Bool] = [:]
    try references.forEach(below: "refs/documents/") { name, result in
      results[name] = (try? result.get()) != nil
      return true
    }
    #expect(results == [name: false])
    #expect(try FileStatus.find(lock) == nil)
  }

  @Test func folderInItsPlaceIsNoReference() throws {
    try Folder.makeAll(path.appending("x"))
    #expect(try references.find(name) == nil)
    #expect(try references.find(name + "/x/y") == nil)
  }

  @Test func batchMovesAllOrOnWrongExpectationNone() throws {
    let names = (0..<40).map { "refs/documents/\($0 < 16 ? "0" : "")\(String($0, radix: 16))/x" }
    try references.move(names.map { .init($0, to: first, expecting: nil) })
    for name in names { #expect(try references.find(name) == first) }
    var moves = names.map { References.Move($0, to: second, expecting: first) }
    moves[39].expected = second
    #expect(
      failure { () throws(GitError) in try references.move(moves) } == .referenceMoved(names[39]))
    for name in names { #expect(try references.find(name) == first) }
    #expect(try references.forEach(below: "refs/") { _, _ in true }.isEmpty)
    try scratch.git("pack-refs", "--all")
    moves[39].expected = first
    try references.move(moves)
    for name in names { #expect(try references.find(name) == second) }
    try references.move([])
  }

  @Test func everythingIsSyncedBeforeAndAfterTheMove() throws {
    try references.move(name, to: first, expecting: nil)
    let calls = Recorder()
    let faults = SystemFaults { call, path in
      if [.fsync, .rename].contains(call), let path { calls.add(path) }
      return nil
    }
    try SystemFaults.$current.withValue(faults) {
      try references.move(name, to: second, expecting: first)
    }
    #expect(calls.paths == [lock, path, path.parent])
  }

  @Test("Many are synced as one: before the first moves and after the last", arguments: [31, 32])
  func syncOfMany(count: Int) throws {
    let moves = (0..<count).map { References.Move("refs/x/00/\($0)", to: first, expecting: nil) }
    try references.move("refs/x/00/a", to: first, expecting: nil)
    let calls = Recorder()
    let faults = SystemFaults { call, path in
      if [.fsync, .syncfs, .rename].contains(call), let path { calls.add(path) }
      return nil
    }
    try SystemFaults.$current.withValue(faults) { try references.move(moves) }
    let locks = moves.map { scratch.folder.appending($0.name + ".lock") }
    let names = moves.map { scratch.folder.appending($0.name) }
    let whole = [scratch.folder]
    #expect(
      calls.paths
        == (count < 32
          ? locks + names + [scratch.folder.appending("refs/x/00")] : whole + names + whole))
  }

  @Test(
    "Where the file system cannot be synced as one, each file is, or nothing moves",
    arguments: [(Errno(rawValue: 38), true), (.inputOutput, false)])
  func syncOfManyFails(code: Errno, moved: Bool) throws {
    let moves = (0..<40).map { References.Move("refs/x/00/\($0)", to: first, expecting: nil) }
    let synced = Count()
    let faults = SystemFaults { call, _ in
      if call == .fsync { synced.next() }
      return call == .syncfs ? code : nil
    }
    let error = SystemFaults.$current.withValue(faults) {
      failure { () throws(GitError) in try references.move(moves) }
    }
    #expect((error == nil) == moved)
    #expect(moved ? synced.value >= 41 : synced.value < 5)
    for move in moves {
      #expect(try references.find(move.name) == (moved ? first : nil))
      #expect(try FileStatus.find(scratch.folder.appending(move.name + ".lock")) == nil)
    }
  }

  @Test func newFoldersAreSynced() throws {
    let calls = Recorder()
    let faults = SystemFaults { call, path in
      if call == .fsync, let path { calls.add(path) }
      return nil
    }
    try SystemFaults.$current.withValue(faults) {
      try references.move(name, to: first, expecting: nil)
    }
    let documents = path.parent.parent
    #expect(calls.paths == [documents.parent, documents, lock, path.parent])
  }

  @Test func aListGoesOnUntilItIsStopped() throws {
    for number in 0..<5 { try references.move("refs/x/0\(number)/a", to: first, expecting: nil) }
    try scratch.git("pack-refs", "--all")
    for number in 5..<9 { try references.move("refs/x/0\(number)/a", to: first, expecting: nil) }
    try references.move("refs/x/02/a", to: second, expecting: first)
    var seen: [String] = []
    try references.forEach(below: "refs/x/") { name, id in
      if name == "refs/x/02/a" { #expect((try? id.get()) == second) }
      seen.append(name)
      return seen.count < 7
    }
    #expect(seen == (0..<7).map { "refs/x/0\($0)/a" })
  }

  @Test func strayFilesArePassedOverAndNamed() throws {
    try references.move(name, to: first, expecting: nil)
    for stray in ["ab/0123456789 2", "ab/0123456789.sync-conflict-1", "AB", "ab/\u{E9}"] {
      try scratch.write(bytes("x"), at: "refs/documents/" + stray)
    }
    try scratch.write([], at: "refs/documents/ab/other.lock")
    var seen: [String] = []
    let strays = try references.forEach(below: "refs/documents/") { name, _ in
      seen.append(name)
      return true
    }
    #expect(seen == [name])
    #expect(strays.count == 4)
  }

  // MARK: Beside others

  @Test func movesBesideGitsPackingLoseNothing() throws {
    let names = (0..<6).map { "refs/documents/ab/name\($0)" }
    let values = try (0..<12).map { try scratch.objects.write(.blob, bytes("value \($0)")) }
    let folder = scratch.folder
    let done = Count()
    try concurrently([
      {
        while done.value == 0 {
          // It fails where it meets a lock, and that is all it may do.
          _ = try Scratch.run(["pack-refs", "--all"], in: folder)
        }
      },
      {
        // A reader that must never see a reference vanish or go back.
        let references = References(folder: folder)
        var newest = [Int](repeating: -1, count: names.count)
        while done.value == 0 {
          for (index, name) in names.enumerated() {
            let id = try references.find(name)
            let value = id.flatMap { values.firstIndex(of: $0) } ?? -1
            #expect(value >= newest[index], "\(name) went back")
            newest[index] = max(newest[index], value)
          }
        }
      },
      {
        defer { done.next() }
        let references = References(folder: folder)
        for (round, value) in values.enumerated() {
          for name in names {
            let expected = round == 0 ? nil : values[round - 1]
            #expect(try references.find(name) == expected)
            try references.move(name, to: value, expecting: expected)
            #expect(try references.find(name) == value)
          }
        }
      },
    ])
    for name in names {
      #expect(try scratch.git("rev-parse", name) == values[11].hex + "\n")
    }
    try scratch.fsck()
  }

  @Test func movesBesideGitsUpdatesAreSeenByBoth() throws {
    let values = try (0..<16).map { try scratch.objects.write(.blob, bytes("value \($0)")) }
    let (name, folder) = (name, scratch.folder)
    let steps = Count()
    try concurrently(
      (0..<2).map { worker in
        {
          let references = References(folder: folder)
          while true {
            let current = try references.find(name)
            let position = current.flatMap { values.firstIndex(of: $0) } ?? -1
            if position == 15 { return }
            let next = values[position + 1]
            let success: Bool
            if worker == 0 {
              success =
                failure { () throws(GitError) in
                  try references.move(name, to: next, expecting: current)
                } == nil
            } else {
              let old = current?.hex ?? String(repeating: "0", count: 40)
              success =
                try Scratch.run(["update-ref", name, next.hex, old], in: folder).status == 0
            }
            if success { steps.next() }
          }
        }
      })
    // Each success took one step: none was lost and none was taken twice.
    #expect(steps.value == 16)
    #expect(try references.find(name) == values[15])
  }

  // MARK: Faults

  @Test("After a failure at any call the reference is old or new, and the next move works")
  func faults() throws {
    try references.move(name, to: first, expecting: nil)
    var expected = first
    for number in 1...40 {
      let next = expected == first ? second : first
      let count = Count()
      let faults = SystemFaults { _, _ in count.next() == number ? .noSpace : nil }
      let error = SystemFaults.$current.withValue(faults) {
        failure { () throws(GitError) in try references.move(name, to: next, expecting: expected) }
      }
      let now = try references.find(name)
      #expect(now == expected || now == next)
      #expect(try FileStatus.find(lock) == nil || number == count.value)
      if error == nil {
        #expect(number > 5)
        return
      }
      expected = try #require(now)
    }
    Issue.record("it never succeeded")
  }
}
