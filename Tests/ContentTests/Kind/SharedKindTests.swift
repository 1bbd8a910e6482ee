import Testing

@testable import Content

@Suite(.enabled(if: SharedCases.areThere, SharedCases.absence))
struct SharedKindTests {
  @Test(arguments: [
    ("E01-order-v1.emojiart", "2021"), ("E01-order-v2.emojiart", "2021"),
    ("E01-order-v3-pretty.emojiart", "2021"), ("E02-dupids.emojiart", "2021"),
    ("E02-ids-v1.emojiart", "2021"), ("E02-noids-v1.json", "2017"),
    ("E03-2017-fileurl.json", "2017"), ("E03-2017-imagedata.json", "2017"),
    ("E03-2017-new.emojiart", "2017"), ("E03-2017-url.json", "2017"),
    ("E03-2020-nobackground.json", "2020"), ("E03-2020-untitled-no-extension", "2020"),
    ("E03-2020.json", "2020"), ("E03-2021-blank.emojiart", "2021"),
    ("E03-2021-fileurlkey.emojiart", "2021 (file_url)"),
    ("E03-2021-imagedata.emojiart", "2021"),
    ("E03-2021-location.emojiart", "2021 (location, currentEmojiId)"),
    ("E03-2021-synth-blank.emojiart", "2021, compiler-made"),
    ("E03-2021-synth-imagedata.emojiart", "2021, compiler-made"),
    ("E03-2021-synth-url.emojiart", "2021, compiler-made"),
    ("E03-2021-url.emojiart", "2021"), ("E03-2023-nobackground.emojiart", "2023"),
    ("E03-2023-renamed-keys.emojiart", "2023 (emoji, content)"),
    ("E03-2023.emojiart", "2023"), ("E04-bom.emojiart", "2021"),
    ("E04-utf16.emojiart", "2021"), ("E04-empty-text.emojiart", "2021"),
    ("E06-copy-into-now.emojiart", "2021"),
  ])
  func recognisesEveryShapeOfDrawing(name: String, format: String) throws {
    let bytes = try SharedCases.read(name)
    #expect(try Drawing(bytes).format.name == format)
    let type = ContentType.recognise(name: Array(name.utf8), bytes: bytes)
    #expect(type == .emojiArt)
    if !bytes.isEmpty {
      #expect(ContentType.recognise(name: Array("x".utf8), bytes: bytes) == .emojiArt)
    }
  }

  @Test(arguments: [
    ("E04-hugeint.emojiart", ContentKind.json, "the number /emojis/0/x is too big"),
    ("E04-not-object.json", .json, "it is not a drawing"),
    ("E04-truncated.emojiart", .text, "it is not a drawing: it is cut off at byte 98"),
    ("E04-unrelated.json", .json, "it is not a drawing"),
    ("E04-wrong-types.emojiart", .json, "/emojis/0/text is missing or of the wrong type"),
  ])
  func damagedDrawingsFallBackAndSayWhy(name: String, kind: ContentKind, why: String) throws {
    let bytes = try SharedCases.read(name)
    #expect(ContentType.recognise(name: Array(name.utf8), bytes: bytes).kind == kind)
    let error = #expect(throws: DrawingError.self) { try Drawing(bytes) }
    #expect(error?.description == why)
  }

  @Test(arguments: [
    "D01-surrogate-v1.txt", "D02-clusters-v1.txt", "D04-invisible-v1.txt", "D09-empty.txt",
    "D10-utf16be-bom.txt", "D10-utf16le-bom-v1.txt", "D10-utf16le-nobom.txt",
    "D10-utf16le-oddlength.txt", "D10-utf8-bom.txt", "D11-invalid-utf8.txt",
    "D11-latin1-v1.txt", "D13-longline-v1.txt", "D14-escapes-v1.txt", "R07-copy-source-crlf.txt",
  ])
  func textsAreText(name: String) throws {
    let bytes = try SharedCases.read(name)
    #expect(ContentType.recognise(name: Array(name.utf8), bytes: bytes) == .plainText)
    #expect(ContentType.recognise(name: Array("x".utf8), bytes: bytes) == .plainText)
  }
}
