import Testing

@testable import versions

@Suite struct VisibleTextTests {
  @Test(
    "Control characters show, all else stays",
    arguments: [
      ("notes.txt", "notes.txt"),
      ("it's a\\b \"c\"", "it's a\\b \"c\""),
      ("two\nlines", #"two\nlines"#),
      ("a\tb\r", #"a\tb\r"#),
      ("\u{1b}[2J\u{7}", #"\x1b[2J\x07"#),
      ("\u{7f}", #"\x7f"#),
      ("\u{0}", #"\x00"#),
      ("\u{85}\u{9b}", #"\u{85}\u{9b}"#),
      ("a\u{202e}txt.exe", #"a\u{202e}txt.exe"#),
      ("\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
      ("a\u{200b}b\u{feff}", #"a\u{200b}b\u{feff}"#),
      ("a\u{2028}b", #"a\u{2028}b"#),
      ("café", "café"),
      ("cafe\u{301}", "cafe\u{301}"),
      ("日本語", "日本語"),
      ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
      ("❤️", "❤️"),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
      ("a\u{e0041}", #"a\u{e0041}"#),
      ("نیم‌فاصله", "نیم‌فاصله"),
    ])
  func showsControls(raw: String, visible: String) {
    #expect(VisibleText.bytes(bytes(raw)) == bytes(visible))
  }

  @Test(
    "Bytes that are not UTF-8 show as numbers",
    arguments: [
      ([0xFF], #"\xff"#),
      ([0x61, 0xE9, 0x62], #"a\xe9b"#),
      ([0xC0, 0x80], #"\xc0\x80"#),
      ([0xED, 0xA0, 0x80], #"\xed\xa0\x80"#),
      ([0xF4, 0x90, 0x80, 0x80], #"\xf4\x90\x80\x80"#),
      ([0xF0, 0x9F, 0x98], #"\xf0\x9f\x98"#),
      ([0xE2, 0x82, 0xE2, 0x82, 0xAC], #"\xe2\x82€"#),
    ] as [([UInt8], String)])
  func showsStrayBytes(raw: [UInt8], visible: String) {
    #expect(VisibleText.string(raw) == visible)
  }

  @Test("The scanner agrees with the standard library on what is UTF-8")
  func scannerAgrees() {
    var random = SplitMix(state: 7)
    for _ in 0..<20_000 {
      let length = Int(random.next() % 6)
      // Mostly bytes at the borders of the tables.
      let borders: [UInt8] = [
        0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
      ]
      let raw = (0..<length).map { _ in borders[Int(random.next() % UInt64(borders.count))] }
      let isValid = String(validating: raw, as: UTF8.self) != nil
      let pieces = raw.withUnsafeBufferPointer { buffer in
        var scanner = UTF8Scanner(buffer)
        var pieces: [UTF8Scanner.Piece] = []
        while let piece = scanner.next() { pieces.append(piece) }
        return pieces
      }
      #expect(pieces.allSatisfy { $0.scalar != nil } == isValid, "\(raw)")
      #expect(pieces.map(\.range.count).reduce(0, +) == raw.count)
      if isValid {
        let scalars = String(decoding: raw, as: UTF8.self).unicodeScalars.map(\.value)
        #expect(pieces.compactMap(\.scalar) == scalars)
      }
    }
  }

  @Test(
    "A shell reads a quoted word back",
    arguments: [
      bytes("notes.txt"), bytes("my file.txt"), bytes("it's.txt"), bytes("a\\b"),
      bytes("$HOME `x`"),
      bytes("two\nlines"), bytes("\u{1b}'\\"), bytes(""), bytes("-rf"), bytes("日本語 👨‍👩‍👧‍👦"),
      [0xFF, 0x61, 0x27],
      bytes("~"), bytes("a!b"), bytes("x=*?[a]"),
    ])
  func shellReadsBack(word: [UInt8]) throws {
    let quoted = ShellWord.quoted(word)
    #expect(quoted == VisibleText.string(bytes(quoted)))
    let answer = try run("bash", ["-c", "printf %s \(quoted) | od -An -v -tx1"])
    let hex = answer.output.split(whereSeparator: { $0.isWhitespace }).joined()
    #expect(hex == word.map(VisibleText.hex).joined())
  }
}

/// A generator whose numbers are the same on every run (SplitMix64).
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
