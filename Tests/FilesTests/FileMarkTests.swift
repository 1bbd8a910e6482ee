import Testing

@testable import Files

struct FileMarkTests {
  @Test func aMarkThatMayStandForTwoContentsIsNotBelieved() {
    let changed = FileTime(seconds: 100, nanoseconds: 123_456_789)
    let mark = FileMark(inode: 1, size: 7, modified: changed, changed: changed)
    #expect(mark.isRacy(takenAt: changed))
    #expect(mark.isRacy(takenAt: FileTime(seconds: 100, nanoseconds: 200_000_000)))
    #expect(!mark.isRacy(takenAt: FileTime(seconds: 100, nanoseconds: 300_000_000)))
    // A clock that runs before the file system's.
    #expect(mark.isRacy(takenAt: FileTime(seconds: 90)))
    // A file system that counts whole seconds.
    let coarse = FileTime(seconds: 100)
    let other = FileMark(inode: 1, size: 7, modified: coarse, changed: coarse)
    #expect(other.isRacy(takenAt: FileTime(seconds: 102)))
    #expect(!other.isRacy(takenAt: FileTime(seconds: 103)))
  }
}
