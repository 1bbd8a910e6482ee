import Content
import Testing

/// Edits leave every byte alone that they are not about.
struct DrawingEditingTests {
  private let text =
    #"{ "emojis": [{"id":7,"text":"🐝","x":1,"y":2,"size":3,"own":null}], "uniqueEmojiId": 7 }"#

  private func edited(_ edit: (Drawing) throws -> PartCopy) throws -> String {
    String(decoding: try edit(Drawing(Array(text.utf8))).bytes, as: UTF8.self)
  }

  @Test func eachEditIsASplice() throws {
    let tulip = #"{ "id": 8, "text": "🌷", "x": 5, "y": -6, "size": 40 }"#
    let bee = Emoji(text: "🌷", x: JSONNumber(5), y: JSONNumber(-6), size: JSONNumber(40))
    #expect(
      try edited { try $0.adding(bee) }
        == text.replacing("null}", with: "null}, " + tulip).replacing(": 7 }", with: ": 8 }"))
    #expect(
      try edited { drawing in
        var emoji = drawing.emojis[0]
        emoji.x = JSONNumber(50)
        return try drawing.changing(0, to: emoji)
      } == text.replacing("\"x\":1", with: "\"x\":50"))
    #expect(try edited { try $0.removing(0) } == #"{ "emojis": [], "uniqueEmojiId": 7 }"#)
    #expect(
      try edited { try $0.withBackground(DrawingBackground(url: "https://example.org/a")) }
        .contains(#""backgroundURL": "https://example.org/a""#))
    #expect(try edited { try $0.withBackground(DrawingBackground()) } == text)
  }

  @Test func aNewDrawingTakesEditsToo() throws {
    let bee = Emoji(text: "🐝", x: JSONNumber(1), y: JSONNumber(2), size: JSONNumber(3))
    #expect(try Drawing(Drawing().adding(bee).bytes).emojis.map(\.text) == ["🐝"])
    let background = try Drawing().withBackground(DrawingBackground(url: "a"))
    #expect(try Drawing(background.bytes).background.url == "a")
    #expect(throws: PartCopyError.self) { try Drawing().removing(0) }
    #expect(throws: PartCopyError.self) { try Drawing().changing(0, to: bee) }
  }
}
