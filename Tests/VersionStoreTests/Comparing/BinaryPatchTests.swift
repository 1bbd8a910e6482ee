import Files
import Testing

@testable import VersionStore

/// Patches of data, with git as the judge.
@Suite struct BinaryPatchTests {
  private static func state(_ bytes: [UInt8]?, mode: UInt32 = 0o100644) -> ChangedFile.State? {
    bytes.map { ChangedFile.State(bytes: $0, mode: mode) }
  }

  private static func text(_ old: [UInt8]?, _ new: [UInt8]?, path: String = "p.png") throws
    -> String
  {
    let file = ChangedFile(
      path: Array(path.utf8), old: state(old), new: state(new), isData: true)
    return String(decoding: try BinaryPatch(file).bytes(), as: UTF8.self)
  }

  @Test func theFormIsThatOfGit() throws {
    #expect(
      try Self.text([0, 1, 2, 0xFF], [UInt8](repeating: 0, count: 40) + [0xFF]) == """
        diff --git a/p.png b/p.png
        index f971a5e28b6c4cb237ca3c7349e33bb600dbc907..2a8b7aa010efbcc02e34c50dfd493aaf136a3be9 100644
        GIT binary patch
        literal 41
        McmZQzAP)Qo00Afg00000

        literal 4
        LcmZQzWcm*P0SW;F


        """)
    let added = try Self.text(nil, [0, 1, 2, 0xFF])
    #expect(added.hasPrefix("diff --git a/p.png b/p.png\nnew file mode 100644\nindex 0000000000"))
    #expect(added.hasSuffix("\n\nliteral 0\nHcmV?d00001\n\n"))
  }

  @Test("git apply takes patches of data both ways, for 10,000 pairs")
  func gitAppliesThem() throws {
    var random = SeededGenerator(85)
    for round in 0..<10 {
      let folder = try TemporaryLibrary.makeFolder()
      defer { try? FileSystem.removeAll(folder) }
      _ = try GitCommand.run(["init", "-q"], in: folder)
      var files: [(name: String, old: [UInt8]?, new: [UInt8]?)] = []
      var patch: [UInt8] = []
      for number in 0..<1000 {
        let kind = Int.random(in: 0..<10, using: &random)
        let old = kind == 0 ? nil : Self.bytes(&random)
        let new = kind == 1 ? nil : Self.bytes(like: old, &random)
        if old == new { continue }
        files.append(("f\(number)", old, new))
        patch += try BinaryPatch(
          ChangedFile(
            path: Array("f\(number)".utf8), old: Self.state(old), new: Self.state(new),
            isData: true)
        ).bytes()
      }
      for file in files {
        guard let old = file.old else { continue }
        try File(folder.appending(file.name), [.write, .createNew]).write(old)
      }
      let forward = try GitCommand.run(["apply", "-"], in: folder, input: patch)
      #expect(forward.status == 0, "round \(round)")
      for file in files {
        #expect(Self.content(of: file.name, in: folder) == file.new, "\(file.name)")
      }
      let back = try GitCommand.run(["apply", "-R", "-"], in: folder, input: patch)
      #expect(back.status == 0, "round \(round)")
      for file in files {
        #expect(Self.content(of: file.name, in: folder) == file.old, "\(file.name)")
      }
    }
  }

  private static func content(of name: String, in folder: FilePath) -> [UInt8]? {
    try? File(folder.appending(name)).readToEnd(expecting: 1 << 12)
  }

  /// A few bytes or some more, of two kinds or of all.
  private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    let counts = [0, 1, 3, 4, 5, 26, 51, 52, 53, 200, 5000]
    let count = (counts.randomElement(using: &random) ?? 0) + Int.random(in: 0...2, using: &random)
    let bytes = random.bytes(count)
    return Bool.random(using: &random) ? bytes : bytes.map { $0 & 1 }
  }

  /// Others, or nearly the same.
  private static func bytes(like old: [UInt8]?, _ random: inout SeededGenerator) -> [UInt8] {
    guard var new = old, !new.isEmpty, Bool.random(using: &random) else { return bytes(&random) }
    new[Int.random(in: 0..<new.count, using: &random)] ^= 1
    return new
  }
}
