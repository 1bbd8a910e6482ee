import Files
import Testing

@testable import VersionStore

/// Previews are found for the files they were made of, and for no other.
struct PreviewCacheTests {
  private let temporary: TemporaryLibrary
  private let cache: PreviewCache
  private let path: DocumentPath
  private let mark: FileMark
  /// So late that the file's mark is its own.
  private let later: FileTime

  init() throws {
    temporary = try TemporaryLibrary()
    try temporary.save("one", at: "a.txt")
    cache = PreviewCache(temporary.library)
    path = try documentPath("a.txt")
    mark = try #require(try FileMark.find(temporary.folder.appending("a.txt")))
    later = FileTime(seconds: mark.changed.seconds + 10)
  }

  private var folder: FilePath { temporary.library.store.appending("versions/previews") }

  private func keep(_ text: String?, maker: String = "app text") {
    cache.keep(text.map(bytes), of: path, maker: maker, mark: mark, now: later)
  }

  private func find(_ mark: FileMark? = nil, maker: String = "app text") -> PreviewCache.Kept? {
    cache.find(path, maker: maker, mark: mark ?? self.mark)
  }

  @Test("What was kept is found, and that there is none", arguments: ["small", "", nil])
  func keptIsFound(_ preview: String?) throws {
    #expect(find() == nil)
    keep(preview)
    #expect(find() == PreviewCache.Kept(bytes: preview.map(bytes)))
    #expect(find(maker: "app 2 text") == nil)
    #expect(cache.find(try documentPath("b.txt"), maker: "app text", mark: mark) == nil)
    #expect(try Folder.entries(of: folder).count == 1)
  }

  @Test("Of another file it is not found")
  func otherMark() throws {
    keep("small")
    var other = mark
    other.size += 1
    #expect(find(other) == nil)
    other = mark
    other.modified.nanoseconds ^= 1
    #expect(find(other) == nil)
    other = mark
    other.changed.nanoseconds ^= 1
    #expect(find(other) == nil)
    other = mark
    other.inode += 1
    #expect(find(other) == nil)
    // The next one takes its place.
    cache.keep(bytes("other"), of: path, maker: "app text", mark: other, now: later)
    #expect(find() == nil && find(other)?.bytes == bytes("other"))
    #expect(try Folder.entries(of: folder).count == 1)
  }

  @Test("A file that may change without being seen is not kept")
  func racy() {
    cache.keep(bytes("small"), of: path, maker: "app text", mark: mark, now: mark.changed)
    #expect(find() == nil)
  }

  @Test("Cut off or altered anywhere, it is made again")
  func damaged() throws {
    keep("a small picture")
    let entry = try #require(try Folder.entries(of: folder).first)
    let file = folder.appending(entry.name)
    let whole = try File(file).readToEnd()
    for count in whole.indices {
      try File(file, [.write, .truncate]).write(Array(whole[..<count]))
      #expect(find() == nil, "cut off at \(count)")
      var altered = whole
      altered[count] ^= 0x10
      try File(file, [.write, .truncate]).write(altered)
      #expect(find() == nil, "altered at \(count)")
    }
    keep("again")
    #expect(find()?.bytes == bytes("again"))
    try FileSystem.removeAll(folder)
    #expect(find() == nil)
    // Something else in its place hinders nobody.
    try File(folder, [.write, .createNew]).write([])
    keep("small")
    #expect(find() == nil)
  }

  @Test("The oldest go when they are too many")
  func bounded() throws {
    let small = PreviewCache(temporary.library, limit: 4000)
    for number in 0..<10 {
      let path = try documentPath("\(number).txt")
      small.keep(
        Array(repeating: 0x61, count: 600), of: path, maker: "app", mark: mark, now: later)
      let names = try Folder.entries(of: folder).map(\.name)
      for name in names {
        let status = try FileStatus(of: folder.appending(name))
        if status.modified.seconds > 1_000_000_000 {
          try File(folder.appending(name), [.readWrite])
            .setModified(FileTime(seconds: Int64(1000 + number)))
        }
      }
    }
    small.tidy()
    let kept = try (0..<10).filter {
      small.find(try documentPath("\($0).txt"), maker: "app", mark: mark) != nil
    }
    #expect(kept == [6, 7, 8, 9])
    small.keep(
      Array(repeating: 0x61, count: PreviewCache.largest + 1), of: path, maker: "app", mark: mark,
      now: later)
    #expect(small.find(path, maker: "app", mark: mark) == nil)
  }

  @Test("What is forgotten is not shown any more, and the store stays whole")
  func purged() throws {
    keep("small")
    #expect(try Verification(try temporary.reopened()).findings == [])
    _ = try temporary.library.purge(
      try temporary.library.planPurge(try temporary.document(at: "a.txt")))
    #expect(find() == nil)
    #expect(try FileStatus.find(folder) == nil)
  }
}
