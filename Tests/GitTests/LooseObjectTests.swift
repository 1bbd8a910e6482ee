import Files
import Testing

@testable import Git

struct LooseObjectTests {
  /// Files of objects as libgit2 and as git write them, with what they hold.
  private static func samples() throws -> [(file: [UInt8], object: GitObject)] {
    let scratch = try Scratch()
    var random = Seeded(3)
    var samples: [(file: [UInt8], object: GitObject)] = []
    for content in [
      [], bytes("x"), bytes("hello\n"), random.bytes(700), [UInt8](repeating: 0, count: 5000),
      bytes(String(repeating: "a line of text\n", count: 200)),
    ] {
      let ours = try scratch.objects.write(.blob, content)
      samples.append(
        (try File(scratch.file(of: ours)).readToEnd(), GitObject(kind: .blob, bytes: content)))
      // Git compresses harder.
      try FileSystem.remove(scratch.file(of: ours))
      try scratch.git("hash-object", "-w", "--stdin", input: content)
      samples.append(
        (try File(scratch.file(of: ours)).readToEnd(), GitObject(kind: .blob, bytes: content)))
    }
    let tree = Tree([.init(mode: 0o100644, name: bytes("a"), id: someID(7))]).bytes
    let id = try scratch.objects.write(.tree, tree)
    samples.append(
      (try File(scratch.file(of: id)).readToEnd(), GitObject(kind: .tree, bytes: tree)))
    return samples
  }

  private func decode(_ file: [UInt8]) -> GitObject? { try? LooseObject.decode(file) }

  @Test func wholeFilesAreRead() throws {
    for (file, object) in try Self.samples() {
      let decoded = try LooseObject.decode(file)
      #expect(decoded.kind == object.kind)
      #expect(decoded.bytes == object.bytes)
      let header = try LooseObject.decodeHeader(Array(file.prefix(512)))
      #expect(header.kind == object.kind)
      #expect(header.size == object.bytes.count)
    }
  }

  @Test func everyPieceSizeGivesTheSame() throws {
    let (file, object) = try #require(try Self.samples().first { $0.object.bytes.count == 700 })
    for size in [1, 2, 3, 7, 100] {
      var rest = file[...]
      let decoded = try LooseObject.decode(size: file.count) {
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      #expect(decoded.bytes == object.bytes)
    }
  }

  @Test func noTruncationIsAccepted() throws {
    for (file, _) in try Self.samples() {
      for length in 0..<file.count {
        #expect(throws: LooseObject.Damage.self) { try LooseObject.decode(Array(file[..<length])) }
      }
    }
  }

  @Test func noSingleDamagedByteGivesOtherBytes() throws {
    for (file, object) in try Self.samples() {
      for position in file.indices {
        var damaged = file
        for change: UInt8 in [0x01, 0x10, 0x80, 0xFF, file[position]] where change != 0 {
          damaged[position] = file[position] ^ change
          if let decoded = decode(damaged) {
            #expect(decoded.kind == object.kind)
            #expect(decoded.bytes == object.bytes, "byte \(position) changed by \(change)")
          }
        }
      }
    }
  }

  @Test func noTailOfZerosIsAccepted() throws {
    // What a loss of power leaves on many file systems: the length right, the end not written.
    for (file, _) in try Self.samples() {
      for length in stride(from: 0, to: file.count, by: 1 + file.count / 50) {
        let damaged = file[..<length] + [UInt8](repeating: 0, count: file.count - length)
        #expect(damaged.elementsEqual(file) || decode(Array(damaged)) == nil)
      }
    }
  }

  @Test func twentyThousandDamagedFilesNeverTrapNorPass() throws {
    let samples = try Self.samples()
    var random = Seeded(4)
    for round in 0..<20_000 {
      let (file, object) = samples[round % samples.count]
      let damaged = round % 4 == 0 ? random.bytes(round % 60) : random.damaged(file)
      _ = try? LooseObject.decodeHeader(damaged)
      if let decoded = decode(damaged), decoded.bytes != object.bytes {
        Issue.record("round \(round): \(decoded.bytes.count) wrong bytes were accepted")
      }
    }
  }

  @Test(
    "A header that makes no sense is damage",
    arguments: [
      "blob 1", "blob\u{0}x", "blob -1\u{0}", "blob +1\u{0}x", "blob 2\u{0}x", "blob 0\u{0}x",
      "blub 1\u{0}x", "blob 01\u{0}x", "blob  1\u{0}x", " 1\u{0}x", "blob 1 \u{0}x", "",
      "blob 9223372036854775807\u{0}x", "blob 99999999999999999999999\u{0}x",
      "BLOB 1\u{0}x", "blob 0x1\u{0}x",
    ])
  func header(content: String) throws {
    let file = try compressed(bytes(content))
    #expect(throws: LooseObject.Damage.self) { try LooseObject.decode(file) }
  }

  @Test func headerThatAsksForTooMuchTakesNoMemory() throws {
    let file = try compressed(bytes("blob 9000000000000000\u{0}x"))
    #expect(throws: LooseObject.Damage.self) { try LooseObject.decode(file) }
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951).
  private func compressed(_ content: [UInt8]) throws -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01, 0x01]
    let count = UInt16(content.count)
    stream += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
    stream += content
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in content {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    for byte in [b >> 8, b, a >> 8, a] { stream.append(UInt8(truncatingIfNeeded: byte)) }
    return stream
  }

  @Test func storedBlocksAreRead() throws {
    #expect(try LooseObject.decode(compressed(bytes("blob 3\u{0}abc"))).bytes == bytes("abc"))
  }
}
