import CSystem
import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct FileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(
    "The guess of the size changes nothing about what is read", arguments: [0, 1, 9, 10, 11, 500])
  func guesses(expected: Int) throws {
    let path = try scratch.write("0123456789", at: "a")
    #expect(try File(path).readToEnd(expecting: expected) == Array("0123456789".utf8))
  }

  #if os(Linux)
    @Test("It is known whether somebody writes a file")
    func writers() throws {
      let path = try scratch.write("0123456789", at: "a")
      let reader = try File(path)
      var isWritten = [reader.isOpenForWriting]
      do {
        let writer = try File(path, [.write, .truncate])
        isWritten.append(reader.isOpenForWriting)
        try writer.write([1])
      }
      isWritten.append(reader.isOpenForWriting)
      #expect(isWritten == [false, true, false])
      // Asking keeps nobody from writing.
      try File(path, .write).write([2])
    }
  #endif

  @Test("Files of every size come back", arguments: [0, 1, 65_535, 65_536, 65_537, 1 << 20])
  func sizes(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try File(scratch.path("a"), [.write, .createNew]).write(bytes)
    #expect(try File(scratch.path("a")).readToEnd() == bytes)
    #expect(try File(scratch.path("a")).readToEnd(expecting: size) == bytes)
  }

  @Test func readingInPiecesEndsWithNothing() throws {
    let file = try File(try scratch.write("abcde", at: "a"))
    #expect(try file.read(atMost: 3) == Array("abc".utf8))
    #expect(try file.read(atMost: 3) == Array("de".utf8))
    #expect(try file.read(atMost: 3).isEmpty)
  }

  @Test func folderCannotBeReadAsAFile() throws {
    #expect(
      failure { () throws(SystemError) in try File(scratch.folder).readToEnd() } == .isAFolder)
  }

  @Test func newFileIsNeverAnOldOne() throws {
    try scratch.write("old", at: "a")
    #expect(
      failure { () throws(SystemError) in try File(scratch.path("a"), [.write, .createNew]) }
        == .fileExists)
    #expect(try scratch.read("a") == "old")
  }

  @Test func linkIsRefusedWhereAsked() throws {
    try scratch.write("x", at: "a")
    try FileSystem.makeLink(scratch.path("l"), to: Array("a".utf8))
    #expect(
      failure { () throws(SystemError) in try File(scratch.path("l"), [.read, .noFollow]) }
        == .linkLoop)
    #expect(try scratch.read("l") == "x")
  }

  @Test func writingCanReplaceAppendAndCut() throws {
    let path = try scratch.write("0123456789", at: "a")
    try File(path, .write).write(Array("AB".utf8))
    #expect(try scratch.read("a") == "AB23456789")
    try File(path, [.write, .append]).write(Array("!".utf8))
    #expect(try scratch.read("a") == "AB23456789!")
    try File(path, .write).truncate(to: 3)
    #expect(try scratch.read("a") == "AB2")
    let file = try File(path, .readWrite)
    #expect(try file.readToEnd() == Array("AB2".utf8))
    file.rewind()
    try file.write(Array("x".utf8))
    #expect(try scratch.read("a") == "xB2")
  }

  @Test func fullDeviceIsSaid() throws {
    #expect(
      failure { () throws(SystemError) in try File("/dev/full", .write).write([1]) } == .noSpace)
  }

  @Test func lockIsHeldByOneOpenFileAndGoesWithIt() throws {
    let path = try scratch.write("", at: "lock")
    do {
      let first = try File(path)
      let second = try File(path)
      #expect(try first.lock(waiting: false))
      #expect(try !second.lock(waiting: false))
    }
    #expect(try File(path).lock(waiting: false))
  }

  @Test func descriptorsAreClosed() throws {
    let path = try scratch.write("x", at: "a")
    for _ in 0..<100 {
      _ = try File(path).readToEnd()
      _ = try Folder.entries(of: scratch.folder)
      _ = try MappedFile(path).count
      try Folder.synchronise(scratch.folder)
    }
    // Others' descriptors come and go beside this test; those of this folder must not stay.
    let open = try Folder.entries(of: "/proc/self/fd").filter {
      let target = try? FileSystem.readLink(FilePath("/proc/self/fd").appending($0.name))
      return target?.starts(with: scratch.folder.bytes) == true
    }
    #expect(open.isEmpty)
  }

  @Test func factsAreTold() throws {
    let path = try scratch.write("12345", at: "a")
    try FileSystem.setPermissions(path, 0o4751)
    let file = try File(path, .readWrite)
    try file.setModified(FileTime(seconds: 1_000_000_000, nanoseconds: 123_456_789))
    let status = try file.status()
    #expect(try FileStatus(of: path) == status)
    #expect(status.kind == .file)
    #expect(status.size == 5)
    #expect(status.permissions == 0o4751)
    #expect(status.links == 1)
    #expect(status.modified == FileTime(seconds: 1_000_000_000, nanoseconds: 123_456_789))
    #expect(status.owner == Account.currentUser)
  }

  @Test func timesBefore1970AreTold() throws {
    let path = try scratch.write("", at: "a")
    try File(path, .write).setModified(FileTime(seconds: -86_400, nanoseconds: 1))
    #expect(try FileStatus(of: path).modified == FileTime(seconds: -86_400, nanoseconds: 1))
  }

  @Test func mappedFileIsTheFileAsItWas() throws {
    let path = try scratch.write("mapped", at: "a")
    let mapped = try MappedFile(path)
    try FileSystem.rename(try scratch.write("other", at: "b"), to: path)
    #expect(mapped.withBytes { Array($0) } == Array("mapped".utf8))
    #expect(mapped.status.size == 6)
    let empty = try MappedFile(try scratch.write("", at: "e"))
    #expect(empty.count == 0)
    #expect(empty.withBytes { $0.isEmpty })
  }

  @Test func roomIsReservedWithoutChangingWhatIsThere() throws {
    let path = try scratch.write("abc", at: "a")
    let file = try File(path, .readWrite)
    try file.reserve(10)
    #expect(try file.readToEnd() == Array("abc".utf8) + [UInt8](repeating: 0, count: 7))
    try file.reserve(0)
    #expect(try file.status().size == 10)
  }

  @Test func extendedAttributesAreCopied() throws {
    let source = try File(try scratch.write("", at: "a"), .readWrite)
    let target = try File(try scratch.write("", at: "b"), .readWrite)
    try #require(versions_set_attribute(source.descriptor, "user.colour", "red", 3) == 0)
    try #require(versions_set_attribute(source.descriptor, "user.empty", "", 0) == 0)
    #expect(ExtendedAttributes.copy(from: source, to: target).isEmpty)
    var value = [UInt8](repeating: 0, count: 10)
    #expect(versions_get_attribute(target.descriptor, "user.colour", &value, 10) == 3)
    #expect(value[..<3].elementsEqual("red".utf8))
    #expect(versions_get_attribute(target.descriptor, "user.empty", &value, 10) == 0)
  }
}
