import Testing

@testable import Content

func utf16(_ text: String, bigEndian: Bool = false, mark: Bool = false) -> [UInt8] {
  let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
  return units.flatMap { unit -> [UInt8] in
    let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    return bigEndian ? pair.reversed() : pair
  }
}

@Suite struct RecognitionTests {
  @Test("Control characters that texts do not use are counted wherever they stand")
  func controlsAreCounted() {
    let usual: Set<UInt8> = [8, 9, 10, 11, 12, 13, 0x1A, 0x1B]
    for byte in UInt8.min...UInt8.max {
      let counts = (byte < 0x20 || byte == 0x7F) && !usual.contains(byte)
      for place in 0..<20 {
        var bytes = [UInt8](repeating: 0x61, count: 20)
        bytes[place] = byte
        bytes[(place + 7) % 20] = 0x80
        let total = bytes.withUnsafeBufferPointer { ControlCount($0).total }
        #expect(total == (counts ? 1 : 0), "\(byte) at \(place)")
      }
      let full = [UInt8](repeating: byte, count: 19)
      #expect(full.withUnsafeBufferPointer { ControlCount($0).total } == (counts ? 19 : 0))
    }
  }

  struct Known: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let encoding: TextEncoding
    var mark = 0
    var testDescription: String { name }
  }

  static let known: [Known] = [
    Known(name: "nothing", bytes: [], encoding: .utf8),
    Known(name: "ASCII", bytes: utf8("a\nb\n"), encoding: .utf8),
    Known(name: "UTF-8", bytes: utf8("Äpfel 🐝\n"), encoding: .utf8),
    Known(name: "UTF-8 with mark", bytes: [0xEF, 0xBB, 0xBF, 0x61], encoding: .utf8, mark: 3),
    Known(name: "a NUL in a text", bytes: utf8("name\0value\nnext\0value\n"), encoding: .utf8),
    Known(name: "one short line with a NUL", bytes: utf8("a\0b\n"), encoding: .utf8),
    Known(
      name: "escapes and a form feed", bytes: utf8("\u{1B}[1mbold\u{1B}[0m\u{C}\n"), encoding: .utf8
    ),
    Known(
      name: "UTF-16LE with mark", bytes: utf16("Äpfel\r\n", mark: true),
      encoding: .utf16LittleEndian, mark: 2),
    Known(
      name: "UTF-16BE with mark", bytes: utf16("Äpfel\n", bigEndian: true, mark: true),
      encoding: .utf16BigEndian, mark: 2),
    Known(name: "UTF-16LE bare", bytes: utf16("Liste\nÄpfel 3\n🐝\n"), encoding: .utf16LittleEndian),
    Known(
      name: "UTF-16BE bare", bytes: utf16("plain text\n", bigEndian: true),
      encoding: .utf16BigEndian),
    Known(
      name: "Chinese UTF-16LE bare", bytes: utf16("这是一个中文文件。\n第二行在这里。\n"),
      encoding: .utf16LittleEndian),
    Known(
      name: "UTF-16LE, odd length", bytes: utf16("Liste\n", mark: true) + [0x41],
      encoding: .utf16LittleEndian, mark: 2),
    Known(
      name: "UTF-32LE with mark",
      bytes: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0x0A, 0, 0, 0], encoding: .utf32LittleEndian,
      mark: 4),
    Known(
      name: "Latin-1", bytes: [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A], encoding: .latin1),
    Known(name: "one accent in Latin-1", bytes: [0x63, 0x61, 0x66, 0xE9, 0x0A], encoding: .latin1),
    Known(
      name: "Russian in Windows-1251",
      bytes: [
        0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEC, 0xE8, 0xF0, 0x2E, 0x20, 0xDD, 0xF2,
        0xEE, 0x20, 0xEA, 0xEE, 0xF0, 0xEE, 0xF2, 0xEA, 0xE8, 0xE9, 0x20, 0xF2, 0xE5, 0xEA, 0xF1,
        0xF2, 0x2E, 0x0A,
      ], encoding: .legacy("WINDOWS-1251")),
    Known(
      name: "UTF-8 with a cut-off sequence",
      bytes: utf8("Äpfel und Öl ") + [0xF0, 0x9F, 0x90, 0x0A],
      encoding: .utf8),
    Known(
      name: "over-long, surrogates and stray bytes",
      bytes: utf8("a ") + [0xFF, 0xFE] + utf8(" b\n") + [0xED, 0xA0, 0xBD] + utf8(" c ")
        + [0xC0, 0xAF, 0x20, 0xF0, 0x9F, 0x90, 0x20] + utf8("more words\n"), encoding: .utf8),
  ]

  @Test("A text's encoding is told from its bytes", arguments: known)
  func encodingIsTold(_ known: Known) {
    #expect(
      TextRecognition.recognise(known.bytes) == .text(known.encoding, markLength: known.mark))
  }

  struct Binary: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }
  }

  static let binaries: [Binary] = [
    Binary(name: "PNG", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
    Binary(name: "ZIP", bytes: [0x50, 0x4B, 3, 4, 20, 0, 0, 0]),
    Binary(name: "PDF", bytes: utf8("%PDF-1.7\n%") + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]),
    Binary(name: "zeros", bytes: [UInt8](repeating: 0, count: 100)),
    Binary(name: "small numbers", bytes: (0..<64).flatMap { [UInt8($0 % 7), 0, 0, 0] }),
    Binary(name: "noise", bytes: noise(4096)),
    Binary(name: "short noise", bytes: noise(256)),
    Binary(name: "a script with an archive behind it", bytes: utf8("#!/bin/sh\n") + noise(2000)),
  ]

  static func noise(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  @Test("Binary data is data and no text", arguments: binaries)
  func dataIsData(_ binary: Binary) {
    #expect(TextContent(recognising: binary.bytes) == nil)
  }

  @Test("Random bytes are never taken for text, in 1,000 tries")
  func noiseIsData() {
    var generator = SeededGenerator(seed: 8)
    var taken = 0
    for _ in 0..<1000 {
      let bytes = (0..<1024).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      if TextContent(recognising: bytes) != nil { taken += 1 }
    }
    #expect(taken == 0)
  }

  @Test(
    "Lines end at LF and CR LF, at CR where it prevails",
    arguments: [
      ("", 0, "none"), ("a", 1, "none"), ("a\n", 1, "LF"), ("a\n\n", 2, "LF"),
      ("a\r\nb\r\n", 2, "CRLF"), ("a\rb\rc", 3, "CR"), ("a\rb\nc\n", 2, "LF"),
      ("a\nb\r\n", 2, "mixed (1 LF, 1 CRLF)"), ("\n", 1, "LF"),
      ("\r\n\r\n\n", 3, "mixed (2 CRLF, 1 LF)"),
      ("a\rb\rc\n", 3, "mixed (2 CR, 1 LF)"),
    ])
  func linesAreFound(_ text: String, _ count: Int, _ ends: String) {
    for bytes in [utf8(text), utf16(text, mark: true), utf16(text, bigEndian: true, mark: true)] {
      let content = TextContent(bytes)
      #expect(content.lines.count == count)
      #expect(content.lineEnds.description == ends)
      let joined = (0..<content.lines.count).flatMap { Array(bytes[content.lines.whole($0)]) }
      #expect(Array(bytes.prefix(content.markLength)) + joined == bytes)
    }
  }

  @Test("UTF-16 is cut at code units, not at bytes 0x0A")
  func unitsAreWhole() {
    let content = TextContent(utf16("\u{0A41}\u{410A}\nx\n", mark: true))
    #expect(content.lines.count == 2)
    #expect(Array(content.utf8Line(0)) == utf8("\u{0A41}\u{410A}"))
    #expect(Array(content.utf8Line(1)) == utf8("x"))
  }

  @Test("What stands for no character is kept and shown as bytes")
  func invalidBytesAreShown() {
    let show = VisibleText()
    let odd = TextContent(utf16("A\n", mark: true) + [0x3D, 0xD8, 0x0A, 0x00, 0x41])
    #expect(odd.lines.count == 3)
    #expect(show.line(1, of: odd) == "\\x3d\\xd8")
    #expect(show.line(2, of: odd) == "\\x41")
    #expect(!odd.isWellFormed)
    let cut = TextContent(utf8("cut ") + [0xF0, 0x9F, 0x90] + utf8(" end of words"))
    #expect(show.line(0, of: cut) == "cut \\xf0\\x9f\\x90 end of words")
    #expect(!cut.isWellFormed)
    #expect(TextContent(utf8("ä")).isWellFormed)
  }

  @Test("Older encodings are read as characters")
  func legacyIsDecoded() throws {
    let latin = TextContent([0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A])
    #expect(Array(latin.utf8Line(0)) == utf8("Größe"))
    let japanese: [UInt8] = [0x93, 0xFA, 0x96, 0x7B, 0x0A, 0x8C, 0xEA]
    let text = try #require(TextContent(japanese, encoding: .legacy("SHIFT_JIS")))
    #expect(Array(text.utf8Line(0)) == utf8("日本"))
    #expect(Array(text.utf8Line(1)) == utf8("語"))
    let broken = try #require(TextContent([0x61, 0x93], encoding: .legacy("SHIFT_JIS")))
    #expect(VisibleText().line(0, of: broken) == "a\\x93")
    #expect(TextContent([0x61], encoding: .legacy("NO-SUCH-CODE")) == nil)
  }
}
