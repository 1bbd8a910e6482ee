import Files
import Testing

@testable import Git
@testable import VersionStore

struct ReferenceGuardTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    for number in 0..<6 { try temporary.save("text \(number)", at: "\(number).txt") }
    try temporary.git("pack-refs", "--all")
    // The next save counts.
    try temporary.save("text", at: "0.txt")
  }

  private var packed: FilePath { temporary.library.store.appending("packed-refs") }
  private var guardFile: FilePath { temporary.library.store.appending("versions/refs-guard") }

  @Test func linesThatVanishedAreDamageBeforeAnyPathCountsAsNew() throws {
    let whole = try File(packed).readToEnd()
    let lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false)
    try FileSystem.remove(packed)
    try File(packed, [.write, .createNew]).write(
      Array(lines.dropLast(4).joined(separator: [0x0A])) + [0x0A])
    try temporary.write("new", at: "new.txt")
    #expect(kind { try temporary.save("new.txt") } == .damaged)
    var documents = 0
    for number in 1..<6 {
      let path = try documentPath("\(number).txt")
      let found = kind { try temporary.library.document(path) }
      #expect(found == nil || found == .damaged)
      if found == nil { documents += 1 }
    }
    #expect(documents < 5)
    #expect(kind { try temporary.library.documents() } == .damaged)
    // Put back, all is well.
    try File(packed, [.write, .truncate]).write(whole)
    try temporary.save("new.txt")
    #expect(try temporary.library.documents().count == 7)
  }

  @Test("A file that is gone or empty is damage", arguments: [true, false])
  func gone(removed: Bool) throws {
    if removed {
      try FileSystem.remove(packed)
    } else {
      try File(packed, [.write, .truncate]).write([])
    }
    #expect(kind { try temporary.library.lookUp(documentPath("1.txt")) } == .damaged)
    #expect(kind { try temporary.save("x", at: "x.txt") } == .damaged)
  }

  @Test(
    "A guard that was lost or damaged begins again and stops nobody",
    arguments: [
      "", "x", "1 2 3", "x 1 2 3 4\n", "9 9 9 9 9", "9 x 9 9 9\n", "-1 -1 -1 -1 -1\n", "\n\n",
    ])
  func damagedGuard(content: String) throws {
    try File(guardFile, [.write, .truncate]).write(bytes(content))
    try temporary.save("more", at: "1.txt")
    try temporary.save("new", at: "new.txt")
    let line = String(decoding: try File(guardFile).readToEnd(), as: UTF8.self)
    #expect(line.hasPrefix("12 "))
  }

  @Test func countingIsRare() throws {
    let before = try FileStatus(of: guardFile)
    try temporary.save("more", at: "1.txt")
    #expect(try FileStatus(of: guardFile).inode == before.inode)
    try temporary.git("pack-refs", "--all")
    try temporary.save("more still", at: "1.txt")
    #expect(try FileStatus(of: guardFile).inode != before.inode)
  }
}
