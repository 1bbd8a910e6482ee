import Testing

@testable import Content

@Suite struct ContentTypeTests {
  struct Case: Sendable, CustomStringConvertible {
    let name: String
    let bytes: [UInt8]
    let kind: ContentKind
    let type: String
    var description: String { name }

    init(_ name: String, _ text: String, _ kind: ContentKind, _ type: String) {
      self.init(name, Array(text.utf8), kind, type)
    }

    init(_ name: String, _ bytes: [UInt8], _ kind: ContentKind, _ type: String) {
      self.name = name
      self.bytes = bytes
      self.kind = kind
      self.type = type
    }
  }

  static let drawing = #"{"emojis":[{"x":1,"y":2,"text":"🐝","size":40}]}"#
  static let cases = [
    Case("new.emojiart", "", .emojiArt, "edu.stanford.cs193p.emojiart"),
    Case("empty.txt", "", .text, "public.plain-text"),
    Case("empty", "", .text, "public.plain-text"),
    Case("a.emojiart", drawing, .emojiArt, "edu.stanford.cs193p.emojiart"),
    Case("a.json", drawing, .emojiArt, "edu.stanford.cs193p.emojiart"),
    Case("a", drawing, .emojiArt, "edu.stanford.cs193p.emojiart"),
    Case("a.emojiart", "{\"emojis\":[", .text, "public.plain-text"),
    Case("a.emojiart", "{\"a\":1}", .json, "public.json"),
    Case("a.json", "{\"a\":1}", .json, "public.json"),
    Case("a.json", "42", .json, "public.json"),
    Case("a.json", "{", .text, "public.plain-text"),
    Case("a.txt", "42", .text, "public.plain-text"),
    Case("a.txt", " [1, 2]\n", .json, "public.json"),
    Case("a.js", "[1, 2]", .text, "com.netscape.javascript-source"),
    Case("a.geojson", "{\"type\":\"Point\"}", .json, "public.geojson"),
    Case("list.json", "{\"emojis\":[\"🐝\"]}", .json, "public.json"),
    Case("READ.MD", "# Title\n", .text, "net.daringfireball.markdown"),
    Case("a.swift", "let a = 1\n", .text, "public.swift-source"),
    Case("a.html", "<p>\n", .text, "public.html"),
    Case("nul.txt", "one\0two\n", .text, "public.plain-text"),
    Case("nul", "a\0b\0", .text, "public.plain-text"),
    Case("latin", [0x63, 0x61, 0x66, 0xE9, 0x0A], .text, "public.plain-text"),
    Case("wide", [0xFF, 0xFE, 0x61, 0, 0x0A, 0], .text, "public.plain-text"),
    Case("wide", [0x61, 0, 0x62, 0, 0x0A, 0], .text, "public.plain-text"),
    Case("wide.json", [0x7B, 0, 0x7D, 0], .json, "public.json"),
    Case("zeros", [UInt8](repeating: 0, count: 64), .data, "public.data"),
    Case("logo.png", [0x00, 0xFF, 0xFE, 0x01, 0x62, 0x69, 0x6E], .data, "public.data"),
    Case("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .data, "public.png"),
    Case("a.mp3", (0..<99).map { UInt8($0 * 37 % 256) }, .data, "public.mp3"),
  ]

  @Test(arguments: cases) func recognisesByWhatTheBytesHold(_ example: Case) {
    let found = ContentType.recognise(name: Array(example.name.utf8), bytes: example.bytes)
    #expect(found.kind == example.kind)
    #expect(found.identifier.rawValue == example.type)
    let read = RecognisedContent(name: Array(example.name.utf8), bytes: example.bytes)
    #expect(read.type == found)
  }

  @Test("What is called text by any name can be read as text, and nothing that is called data")
  func kindsAndTextsAgree() {
    var generator = SeededGenerator(seed: 40)
    let pieces: [[UInt8]] = [
      [0], [0xFF, 0xFE], [0xFE, 0xFF], [1], [2], [0xE9], [0xF0, 0x9F], [0x1F, 0x8B],
      Array("bin".utf8), Array("a\n".utf8), Array("ö🐝".utf8), [0x61, 0], [0, 0x0A], [0x1B], [0x7F],
    ]
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...12, using: &generator)
      let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
      for name in ["a.png", "a.txt", "a"] {
        let kind = ContentType.recognise(name: Array(name.utf8), bytes: bytes).kind
        if kind == .json || kind == .emojiArt { continue }
        #expect((kind == .text) == (TextContent(recognising: bytes) != nil), "\(name) \(bytes)")
      }
    }
  }

  @Test(arguments: [("url", false), ("emojis", true)])
  func recognisesBigDrawingsWithoutReadingThemWhole(first: String, emojisFirst: Bool) {
    let emoji = #"{"text":"🐝","x":1,"y":-2,"size":40,"id":1}"#
    let list = "\"emojis\":[" + Array(repeating: emoji, count: 20_000).joined(separator: ",") + "]"
    let picture =
      "\"background\":{\"imageData\":\"" + String(repeating: "A", count: 3_000_000)
      + "\"}"
    let text = "{" + (emojisFirst ? list + "," + picture : picture + "," + list) + "}"
    let found = ContentType.recognise(name: Array("x".utf8), bytes: Array(text.utf8))
    #expect(found == .emojiArt)
  }

  @Test func recognisesBigJSON() {
    let text = "[" + Array(repeating: "{\"a\":1.25}", count: 40_000).joined(separator: ",") + "]"
    let found = ContentType.recognise(name: Array("x".utf8), bytes: Array(text.utf8))
    #expect(found.kind == .json)
    let cut = ContentType.recognise(name: Array("x".utf8), bytes: Array(text.utf8.dropLast()))
    #expect(cut.kind == .text)
  }

  @Test(arguments: [
    ("a.textbundle", true), ("A.RTFD", true), ("dir/a.pages", true), (".rtfd", false),
    ("rtfd", false), ("a.txt", false), ("a.app", false), ("a.", false), ("a.mine", false),
  ])
  func tellsPackagesByExtension(name: String, expected: Bool) {
    #expect(PackageExtensions.isPackage(name: Array(name.utf8)) == expected)
  }

  @Test func extraExtensionsArePackagesToo() {
    let name = Array("a.Mine".utf8)
    #expect(PackageExtensions.isPackage(name: name, extra: ["mine"]))
    #expect(PackageExtensions.isPackage(name: name, extra: [".MINE"]))
    #expect(ContentType.package(name: name).identifier == .package)
    #expect(
      ContentType.package(name: Array("a.textbundle".utf8)).identifier.rawValue
        == "org.textbundle.package")
  }
}
