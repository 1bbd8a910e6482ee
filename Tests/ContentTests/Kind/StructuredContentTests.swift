import Testing

@testable import Content

@Suite struct StructuredContentTests {
  static let emoji = #"{"text":"🐝","x":1,"y":2,"size":3}"#

  @Test(arguments: [
    ("a.emojiart", "", "drawing", nil), ("a.json", "", "unstructured", nil),
    ("a", #"{"emojis":[\#(emoji)]}"#, "drawing", nil),
    (
      "a.emojiart", "{\"emojis\":[", "unstructured", "compared as text, as it is cut off at byte 11"
    ),
    ("a.json", "{", "unstructured", "compared as text, as it is cut off at byte 1"),
    ("a.txt", "{", "unstructured", nil), ("a.json", "{}", "json", nil),
    ("a.emojiart", "[\"🐝\"]", "json", "compared as JSON, as it is not a drawing"),
    (
      "a", #"{"emojis":[{"text":"\ud83d","x":1,"y":2,"size":3}]}"#, "json",
      "compared as JSON, as /emojis/0/text holds half a character"
    ),
    (
      "a", #"{"emojis":[{"text":"a","x":1,"x":2,"y":2,"size":3}]}"#, "json",
      "compared as JSON, as /emojis/0/x stands there twice"
    ),
    (
      "a", #"{"emojis":[\#(emoji)],"emojis":[]}"#, "json",
      "compared as JSON, as /emojis stands there twice"
    ),
    (
      "a", #"{"emojis":[{"text":"a","x":9223372036854775808,"y":2,"size":3}]}"#, "json",
      "compared as JSON, as the number /emojis/0/x is too big"
    ),
    ("a", #"{"emojis":[{"text":"a","x":9223372036854775807,"y":1.0,"size":3}]}"#, "drawing", nil),
    (
      "a", #"{"emojis":[{"text":"a","x":1e400,"y":2,"size":3}]}"#, "json",
      "compared as JSON, as the number /emojis/0/x is too big"
    ),
    (
      "a", #"{"emojis":[{"text":"a","x":"1","y":2,"size":3}]}"#, "json",
      "compared as JSON, as /emojis/0/x is missing or of the wrong type"
    ),
    (
      "a", #"{"emojis":[{"text":"a","x":1,"y":2}]}"#, "json",
      "compared as JSON, as /emojis/0/size is missing or of the wrong type"
    ),
    (
      "a", #"{"emojis":[\#(emoji),null]}"#, "json",
      "compared as JSON, as /emojis/1 is missing or of the wrong type"
    ),
    (
      "a", #"{"emojis":[\#(emoji)],"uniqueEmojiId":"x"}"#, "json",
      "compared as JSON, as /uniqueEmojiId is missing or of the wrong type"
    ),
    (
      "a", #"{"background":5,"emojis":[\#(emoji)]}"#, "json",
      "compared as JSON, as /background is missing or of the wrong type"
    ),
    (
      "a", #"{"emojis":[{"text":"a","x":1,"y":2,"size":3,"id":1.5}]}"#, "json",
      "compared as JSON, as /emojis/0/id is missing or of the wrong type"
    ),
    ("a", #"{"emojis":["🐝"],"names":[]}"#, "json", nil),
  ])
  func readsAsFarAsItCanAndSaysWhy(
    name: String, text: String, kind: String, remark: String?
  ) {
    let content = StructuredContent(name: Array(name.utf8), bytes: Array(text.utf8))
    let found =
      switch content {
      case .drawing: "drawing"
      case .json: "json"
      case .unstructured: "unstructured"
      }
    #expect(found == kind)
    #expect(content.remark == remark)
  }

  @Test func whatIsNestedAsDeepAsAllowedWorksEverywhere() throws {
    func deep(_ inner: String) throws -> JSONDocument {
      let open = String(repeating: "[", count: 511)
      let close = String(repeating: "]", count: 511)
      return try JSONDocument(parsing: Array("\(open)\(inner)\(close)".utf8))
    }
    let (base, ours, theirs) = (try deep("1,2"), try deep("3,2"), try deep(" 1,2,4"))
    let diff = JSONDiff(from: ours, to: theirs)
    #expect(diff.changes.count == 2)
    #expect(try JSONDocument(parsing: diff.appliedToOlder()).nodes.count == 514)
    #expect(JSONMerge(base: base, ours: ours, theirs: theirs).conflicts.isEmpty)
    #expect(JSONDiff(from: base, to: try deep("1, 2")).formatChanges.count == 1)
    let blame = JSONBlame(theirs, version: 2) { nil as (version: Int, bytes: [UInt8])? }
    #expect(blame.lines.count == 3)
  }

  @Test func bigWideJSONIsRecognised() {
    let text = "[" + Array(repeating: "\"é\"", count: 60_000).joined(separator: ",") + "]"
    let bytes = JSONSource(text: Array(text.utf8), encoding: .utf16LittleEndian, hasMark: true)
      .bytes
    #expect(ContentType.recognise(name: Array("a".utf8), bytes: bytes).kind == .json)
  }
}
