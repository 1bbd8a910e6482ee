@testable import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct FolderTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func entriesComeInTheOrderOfTheirBytesWithTheirKinds() throws {
    try scratch.write("", at: "b")
    try scratch.write("", at: ".hidden")
    try scratch.write("", at: "..dots")
    try scratch.write("", at: "two\nlines")
    try Folder.make(scratch.path("a"))
    try FileSystem.makeLink(scratch.path("c"), to: Array("nowhere".utf8))
    try #require(mkfifo(scratch.path("p").description, 0o600) == 0)
    let entries = try Folder.entries(of: scratch.folder)
    #expect(
      entries.map { String(decoding: $0.name, as: UTF8.self) }
        == ["..dots", ".hidden", "a", "b", "c", "p", "two\nlines"])
    #expect(entries.map(\.kind) == [.file, .file, .folder, .file, .link, .pipe, .file])
  }

  @Test func whatIsNoFolderHasNoEntries() throws {
    let file = try scratch.write("", at: "a")
    #expect(
      failure { () throws(SystemError) in try Folder.entries(of: scratch.path("x")) } == .noSuchFile
    )
    #expect(failure { () throws(SystemError) in try Folder.entries(of: file) } == .notAFolder)
  }

  @Test func makingSaysWhetherSomethingWasThere() throws {
    #expect(try Folder.make(scratch.path("a")))
    #expect(try !Folder.make(scratch.path("a")))
  }

  @Test func allMissingFoldersAreMadeAndTheirFoldersSynced() throws {
    let synced = Recorder()
    let faults = SystemFaults { call, path in
      if call == .fsync, let path { synced.add(path) }
      return nil
    }
    try SystemFaults.$current.withValue(faults) {
      try Folder.makeAll(scratch.path("a/b/c"))
    }
    #expect(synced.paths == [scratch.folder, scratch.path("a"), scratch.path("a/b")])
    try Folder.makeAll(scratch.path("a/b/c"))
    try scratch.write("", at: "a/file")
    #expect(
      failure { () throws(SystemError) in try Folder.makeAll(scratch.path("a/file")) }
        == .notAFolder)
    #expect(
      failure { () throws(SystemError) in try Folder.makeAll(scratch.path("a/file/x")) }
        == .notAFolder)
  }

  @Test func folderThatCannotBeSyncedIsTrusted() throws {
    for (code, thrown) in [
      (Errno.invalid, nil), (.notSupported, nil), (.inputOutput, .inputOutput),
    ] as [(Errno, Errno?)] {
      let faults = SystemFaults { call, _ in call == .fsync ? code : nil }
      SystemFaults.$current.withValue(faults) {
        #expect(
          failure { () throws(SystemError) in try Folder.synchronise(scratch.folder) } == thrown)
      }
    }
  }
}

struct FileSystemTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func renamingReplaces() throws {
    try scratch.write("new", at: "a")
    try scratch.write("old", at: "b")
    try FileSystem.rename(scratch.path("a"), to: scratch.path("b"))
    #expect(try scratch.read("b") == "new")
    #expect(try FileStatus.find(scratch.path("a")) == nil)
  }

  @Test("Exclusive renaming never replaces", arguments: ["file", "folder", "link"])
  func exclusive(kind: String) throws {
    try scratch.write("new", at: "a")
    let target = scratch.path("b")
    switch kind {
    case "file": try scratch.write("old", at: "b")
    case "folder": try Folder.make(target)
    default: try FileSystem.makeLink(target, to: Array("nowhere".utf8))
    }
    #expect(
      failure { () throws(SystemError) in
        try FileSystem.renameExclusively(scratch.path("a"), to: target)
      } == .fileExists)
    #expect(try scratch.read("a") == "new")
    try FileSystem.renameExclusively(scratch.path("a"), to: scratch.path("c"))
    #expect(try scratch.read("c") == "new")
  }

  @Test func exchangeLetsFileAndFolderChangePlaces() throws {
    try scratch.write("file", at: "a")
    try Folder.make(scratch.path("b"))
    try scratch.write("inside", at: "b/x")
    try FileSystem.exchange(scratch.path("a"), scratch.path("b"))
    #expect(try scratch.read("b") == "file")
    #expect(try scratch.read("a/x") == "inside")
    #expect(
      failure { () throws(SystemError) in
        try FileSystem.exchange(scratch.path("a"), scratch.path("none"))
      } == .noSuchFile)
  }

  @Test func removingAllRemovesLinksAndNotWhatTheyLeadTo() throws {
    try scratch.write("kept", at: "kept")
    try Folder.makeAll(scratch.path("a/b"))
    try FileSystem.makeLink(scratch.path("a/b/l"), to: scratch.path("kept").bytes)
    try FileSystem.makeLink(scratch.path("a/f"), to: scratch.folder.bytes)
    try FileSystem.removeAll(scratch.path("a"))
    try FileSystem.removeAll(scratch.path("a"))
    #expect(try Folder.entries(of: scratch.folder).map(\.name) == [Array("kept".utf8)])
  }

  @Test func linksHoldBytes() throws {
    let target: [UInt8] = [0xFF, 0x2F, 0x0A]
    try FileSystem.makeLink(scratch.path("l"), to: target)
    #expect(try FileSystem.readLink(scratch.path("l")) == target)
    let long = [UInt8](repeating: 0x61, count: 4000)
    try FileSystem.makeLink(scratch.path("long"), to: long)
    #expect(try FileSystem.readLink(scratch.path("long")) == long)
  }

  @Test func resolvingFollowsEveryLink() throws {
    try Folder.makeAll(scratch.path("real/in"))
    try FileSystem.makeLink(scratch.path("l"), to: Array("real".utf8))
    #expect(
      try FileSystem.resolved(scratch.path("l/in/.."))
        == FileSystem.resolved(scratch.path("real")))
    #expect(
      failure { () throws(SystemError) in try FileSystem.resolved(scratch.path("none")) }
        == .noSuchFile)
  }

  @Test func secondNameIsTheSameFile() throws {
    try scratch.write("x", at: "a")
    try FileSystem.link(scratch.path("a"), to: scratch.path("b"))
    let first = try FileStatus(of: scratch.path("a"))
    #expect(first.links == 2)
    #expect(try FileStatus(of: scratch.path("b")).inode == first.inode)
  }

  @Test func nothingIsFoundBelowAFile() throws {
    try scratch.write("", at: "a")
    #expect(try FileStatus.find(scratch.path("a/b")) == nil)
    #expect(try FileStatus.find(scratch.path("none")) == nil)
  }
}

/// The paths a watcher saw.
final class Recorder: @unchecked Sendable {
  // Written by the one thread that makes the calls.
  private(set) var paths: [FilePath] = []
  func add(_ path: FilePath) { paths.append(path) }
}

#if os(Linux)
  struct MountTableTests {
    @Test func whereSomethingIsMountedIsKnown() throws {
      let table = try MountTable()
      let points = try table.points(below: "/")
      #expect(points.contains(Array("proc".utf8)))
      #expect(try table.points(below: "/proc/self").isEmpty)
      // Read again from its beginning.
      #expect(try table.points(below: "/") == points)
    }

    @Test(arguments: [
      ("/a", "/a"), (#"/a\040b"#, "/a b"), (#"/\134040"#, #"/\040"#), (#"/a\04"#, #"/a\04"#),
      (#"/\303\244"#, "/ä"),
    ])
    func escapesAreUndone(_ text: String, _ path: String) {
      #expect(MountTable.unescaped(Array(text.utf8)[...]) == Array(path.utf8))
    }
  }
#endif
