import Files
import Synchronization
import Testing
import VersionStore

@testable import Watching

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What no event of the document itself tells of, and must be noticed all the same.
struct MissedTests {
  private let watched: WatchedLibrary

  init() throws {
    watched = try WatchedLibrary()
  }

  private func document(_ path: String) throws -> (Library, Document) {
    let library = try Library(watched.folder, surroundings: WatchedLibrary.surroundings)
    return (library, try library.document(try #require(DocumentPath(path))))
  }

  @Test func whatIsTruncatedWhileItIsReadIsNoVersion() throws {
    try watched.write("one", at: "a.txt")
    try watched.settle()
    try watched.write("two", at: "a.txt")
    let location = watched.folder.appending("a.txt")
    let writer = Mutex<Int32>(-1)
    // Another program begins to write it anew at the moment when it is opened to be read.
    try SystemFaults.$current.withValue(
      SystemFaults { operation, path in
        if operation == .open, path == location {
          writer.withLock { if $0 < 0 { $0 = open(location.description, O_WRONLY | O_TRUNC) } }
        }
        return nil
      }
    ) { try watched.settle() }
    #expect(try watched.texts("a.txt") == ["one"])
    let descriptor = writer.withLock { $0 }
    #expect(write(descriptor, "three", 5) == 5)
    close(descriptor)
    try watched.settle()
    #expect(try watched.texts("a.txt") == ["one", "three"])
  }

  @Test func whatIsWrittenWheneverItIsReadIsSavedAfterTheLongestWait() throws {
    try watched.write("one", at: "a.txt")
    try watched.settle()
    try watched.write("two", at: "a.txt")
    let location = watched.folder.appending("a.txt")
    try SystemFaults.$current.withValue(
      SystemFaults { operation, path in
        if operation == .open, path == location {
          let descriptor = open(location.description, O_WRONLY | O_APPEND)
          _ = write(descriptor, "+", 1)
          close(descriptor)
        }
        return nil
      }
    ) {
      try watched.pass(.seconds(20))
      #expect(try watched.versions("a.txt").count == 1)
      try watched.pass(.seconds(15))
    }
    #expect(try watched.versions("a.txt").count == 2)
  }

  @Test func whatIsIgnoredNoMoreIsSaved() throws {
    try watched.write("*.log\n", at: ".versionsignore")
    try watched.settle()
    try watched.write("line", at: "a.log")
    try watched.settle()
    #expect(try watched.paths() == [".versionsignore"])
    try watched.remove(".versionsignore")
    try watched.settle()
    #expect(try watched.texts("a.log") == ["line"])
  }

  @Test(arguments: [true, false])
  func whatWasWrittenWhileLockedIsSavedWhenItIsUnlocked(isRestarted: Bool) throws {
    try watched.write("one", at: "a.txt")
    try watched.settle()
    var (library, locked) = try document("a.txt")
    _ = try library.lock(locked)
    try watched.write("two", at: "a.txt")
    try watched.pass(.seconds(12))
    #expect(try watched.history("a.txt") == "autosave lock conflict lock")
    if isRestarted { try watched.stop() }
    (library, locked) = try document("a.txt")
    _ = try library.unlock(locked)
    if isRestarted { try watched.start() }
    try watched.pass(.seconds(6))
    #expect(try watched.history("a.txt") == "autosave lock conflict lock unlock autosave")
    // Nobody looks at it any more.
    #expect(try watched.running.nextLookAtHeld == nil)
  }

  @Test func whatIsNotTooBigAnyMoreIsSaved() throws {
    try watched.set("sizeLimit", "10")
    try watched.write("more than ten bytes", at: "a.txt")
    try watched.settle()
    #expect(try watched.paths() == [])
    try watched.set("sizeLimit", "100")
    try watched.settle()
    #expect(try watched.texts("a.txt") == ["more than ten bytes"])
  }

  @Test func whatIsWrittenByAnotherNameIsSavedByEach() throws {
    try watched.write("one", at: "a.txt")
    try FileSystem.link(
      watched.folder.appending("a.txt"), to: watched.folder.appending("b.txt"))
    try watched.settle()
    _ = Waiting.wait(atMost: .milliseconds(150))
    try watched.write("two", at: "b.txt")
    try watched.pass(.seconds(3))
    #expect(try watched.texts("a.txt") == ["one", "two"])
    #expect(try watched.texts("b.txt") == ["one", "two"])
    #expect(try watched.running.settling.waiting.isEmpty)
  }

  @Test func whoLooksAgainAndAgainKeepsTheLongestWaitToo() throws {
    try watched.stop()
    try watched.start(
      WatchOptions(longestWait: .seconds(4), polls: true, pollInterval: .milliseconds(500)))
    for line in 1...30 {
      try watched.write("line \(line)", at: "a.txt")
      try watched.pass(.milliseconds(400))
    }
    #expect((2...4).contains(try watched.versions("a.txt").count))
  }

  @Test func whatWasPurgedWhileNobodyWatchedIsADocumentLikeAnyOther() throws {
    try watched.write("one", at: "a.txt")
    try watched.settle()
    _ = Waiting.wait(atMost: .milliseconds(150))
    try watched.stop()
    let (library, purged) = try document("a.txt")
    _ = try library.purge(library.planPurge(purged))
    try watched.start()
    try watched.settle()
    #expect(try watched.texts("a.txt") == ["one"])
  }
}
