import Testing

@testable import Content

@Suite struct DrawingDiffTests {
  static let meadow = #""background":{"theURL":"https://example.org/meadow.jpg"}"#

  static func drawing(_ text: String) throws -> Drawing { try Drawing(Array(text.utf8)) }

  static func sentences(_ older: String, _ newer: String) throws -> [String] {
    DrawingDiff(from: try drawing(older), to: try drawing(newer)).sentences
  }

  /// A drawing of 2017, without identifiers.
  static func plain(_ emojis: [(String, Int, Int, Int)]) -> String {
    let list = emojis.map { text, x, y, size in
      #"{"text":"\#(text)","x":\#(x),"y":\#(y),"size":\#(size)}"#
    }
    return #"{"url":"https://example.org/meadow.jpg","emojis":[\#(list.joined(separator: ","))]}"#
  }

  static let first =
    #"{\#(meadow),"emojis":[{"text":"🐝","x":10,"y":-20,"size":64,"id":1},"#
    + #"{"text":"🌻","x":0,"y":0,"size":40,"id":2},{"text":"☀️","x":-50,"y":90,"size":40,"id":3},"#
    + #"{"text":"👨‍👩‍👧","x":7,"y":7,"size":50,"id":4}],"uniqueEmojiId":4}"#
  static let second =
    #"{"background":{"theURL":"https://example.org/night.jpg"},"emojis":["#
    + #"{"text":"🌙","x":120,"y":-200,"size":80,"id":5},{"text":"🐝","x":60,"y":-20,"size":64,"id":1},"#
    + #"{"text":"☀️","x":-50,"y":90,"size":96,"id":3},"#
    + #"{"text":"👨‍👩‍👧‍👦","x":7,"y":7,"size":50,"id":4}],"uniqueEmojiId":5}"#

  @Test func tellsEveryKindOfChangeByIdentifier() throws {
    #expect(
      try Self.sentences(Self.first, Self.second) == [
        "background meadow.jpg → night.jpg", "🌻 removed", "🌙 added", "🐝 moved right 50",
        "☀️ grew 40 → 96", "👨‍👩‍👧 became 👨‍👩‍👧‍👦",
      ])
  }

  @Test func tellsProgramsInFixedFields() throws {
    let diff = DrawingDiff(
      from: try Self.drawing(Self.first), to: try Self.drawing(Self.second))
    #expect(
      diff.trees.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"kind":"backgroundChanged","from":"https://example.org/meadow.jpg","#
          + #""to":"https://example.org/night.jpg"}"#,
        #"{"kind":"removed","emoji":{"id":2,"text":"🌻","index":1},"#
          + #""from":{"x":0,"y":0,"size":40}}"#,
        #"{"kind":"added","emoji":{"id":5,"text":"🌙","index":0},"#
          + #""to":{"x":120,"y":-200,"size":80}}"#,
        #"{"kind":"moved","emoji":{"id":1,"text":"🐝","index":1},"from":{"x":10,"y":-20},"#
          + #""to":{"x":60,"y":-20},"delta":{"x":50,"y":0}}"#,
        #"{"kind":"resized","emoji":{"id":3,"text":"☀️","index":2},"from":40,"to":96}"#,
        #"{"kind":"textChanged","emoji":{"id":4,"text":"👨‍👩‍👧‍👦","index":3},"#
          + #""from":"👨‍👩‍👧","to":"👨‍👩‍👧‍👦"}"#,
      ])
  }

  @Test func withoutIdentifiersMatchesByTextAndPlace() throws {
    let older = Self.plain([("🐝", 10, -20, 64), ("🐝", 200, 5, 64), ("🌻", 0, 0, 40), ("👧", 7, 7, 9)])
    let newer = Self.plain([
      ("🌙", 120, -200, 80), ("🐝", 10, -20, 64), ("🐝", 210, 5, 64), ("🌻", 0, 0, 40), ("👦", 7, 7, 9),
    ])
    #expect(
      try Self.sentences(older, newer) == ["🌙 added", "🐝 moved right 10", "👧 became 👦"])
  }

  @Test func directionsCountFromTheCentreDownward() throws {
    let here = Self.plain([("🐝", 0, 0, 1)])
    #expect(
      try Self.sentences(here, Self.plain([("🐝", -5, -7, 1)])) == ["🐝 moved left 5, up 7"])
    #expect(try Self.sentences(here, Self.plain([("🐝", 0, 9, 1)])) == ["🐝 moved down 9"])
    #expect(try Self.sentences(here, Self.plain([("🐝", 0, 0, 0)])) == ["🐝 shrank 1 → 0"])
  }

  @Test func stackingOrderIsToldOnce() throws {
    let older = Self.plain([("1", 0, 0, 1), ("2", 1, 0, 1), ("3", 2, 0, 1), ("4", 3, 0, 1)])
    let newer = Self.plain([("2", 1, 0, 1), ("3", 2, 0, 1), ("4", 3, 0, 1), ("1", 0, 0, 1)])
    let diff = DrawingDiff(from: try Self.drawing(older), to: try Self.drawing(newer))
    #expect(diff.sentences == ["order changed"])
    #expect(
      diff.trees.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"kind":"reordered","emoji":{"text":"1","index":3},"from":0,"to":3}"#
      ])
  }

  @Test func programsGetOneObjectForEachEmojiThatMovedAmongTheOthers() throws {
    func named(_ ids: [Int]) -> String {
      let emojis = ids.map { #"{"text":"\#($0)","x":\#($0),"y":0,"size":1,"id":\#($0)}"# }
      return #"{"emojis":["# + emojis.joined(separator: ",") + #"],"uniqueEmojiId":9}"#
    }
    let diff = DrawingDiff(
      from: try Self.drawing(named([1, 2, 3, 4, 5])), to: try Self.drawing(named([5, 2, 3, 4, 1])))
    #expect(diff.sentences == ["order changed"])
    #expect(
      diff.trees.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"kind":"reordered","emoji":{"id":5,"text":"5","index":0},"from":4,"to":0}"#,
        #"{"kind":"reordered","emoji":{"id":1,"text":"1","index":4},"from":0,"to":4}"#,
      ])
  }

  @Test func doubledIdentifiersMatchByTextAndPlace() throws {
    let doubled =
      #"{\#(Self.meadow),"emojis":[{"text":"🐝","x":10,"y":-20,"size":64,"id":1},"#
      + #"{"text":"🌻","x":0,"y":0,"size":40,"id":1}],"uniqueEmojiId":1}"#
    let moved = doubled.replacing(#""x":0,"y":0"#, #""x":0,"y":8"#)
    #expect(try Self.sentences(doubled, moved) == ["🌻 moved down 8"])
    let mended = moved.replacing(#""size":40,"id":1"#, #""size":40,"id":2"#)
    #expect(
      try Self.sentences(doubled, mended) == ["🌻 moved down 8", "/emojis/1/id 1 → 2"])
  }

  @Test(arguments: [
    (
      #"{"emojis":[{"x":10,"y":-20,"id":1,"text":"🐝","size":64}],"uniqueEmojiId":1}"#,
      #"{"uniqueEmojiId":1,"emojis":[{"size":64.0,"id":1,"text":"\ud83d\udc1d","x":1e1,"y":-20}]}"#,
      [
        "formatting one line → one line, keys in another order, numbers spelled otherwise, "
          + "strings spelled otherwise"
      ]
    ),
    ("", #"{"emojis":[],"uniqueEmojiId":0}"#, ["format empty file → 2020"]),
    ("", #"{"emojis":[{"text":"🐝","x":1,"y":2,"size":3}]}"#, ["🐝 added"]),
    (
      #"{"emojis":[],"uniqueEmojiId":0}"#, #"{"emojis":[],"uniqueEmojiId":5}"#,
      ["/uniqueEmojiId 0 → 5"]
    ),
    (
      #"{"emojis":[],"uniqueEmojiId":0,"zoomScale":1}"#,
      #"{"emojis":[],"uniqueEmojiId":0,"zoomScale":2,"panOffset":[0,1]}"#,
      ["/zoomScale 1 → 2", "/panOffset added: [0,1]"]
    ),
    (
      #"{"emojis":[{"text":"🐝","x":1,"y":2,"size":3,"id":1,"opacity":0.5}],"uniqueEmojiId":1}"#,
      #"{"emojis":[{"text":"🐝","x":1,"y":2,"size":3,"id":1,"opacity":0.6}],"uniqueEmojiId":1}"#,
      ["/emojis/0/opacity 0.5 → 0.6"]
    ),
    (
      #"{"background":{"imageData":"iVBORw0KGgo="},"emojis":[]}"#,
      #"{"background":{},"emojis":[]}"#, ["background picture (public.png, 8 bytes) → none"]
    ),
    (
      #"{"background":{"theURL":"https://a.org/x.jpg"},"emojis":[]}"#,
      #"{"background":{"theURL":"https://b.org/x.jpg"},"emojis":[]}"#,
      ["background https://a.org/x.jpg → https://b.org/x.jpg"]
    ),
    (
      #"{"emojis":[{"text":"a\nb\u001b[2J","x":1,"y":2,"size":3}]}"#, #"{"emojis":[]}"#,
      [#"a\nb\u{1b}[2J removed"#]
    ),
    (
      #"{"image":{"emoji":[{"x":1.5,"y":2,"symbol":"🐝","size":3}]}}"#,
      #"{"image":{"emoji":[{"x":2.75,"y":2,"symbol":"🐝","size":3}]}}"#, ["🐝 moved right 1.25"]
    ),
  ])
  func tellsTheRest(older: String, newer: String, expected: [String]) throws {
    #expect(try Self.sentences(older, newer) == expected)
    #expect(try Self.sentences(older, older) == [])
  }

  @Test func whatTheEyeDoesNotSeeIsNamed() throws {
    func drawing(_ text: String, _ url: String) -> String {
      #"{"emojis":[{"text":"\#(text)","x":1,"y":2,"size":3}],"url":"\#(url)"}"#
    }
    let diff = DrawingDiff(
      from: try Self.drawing(drawing("❤", "a b")),
      to: try Self.drawing(drawing("❤\u{FE0F}", "a\u{A0}b")))
    #expect(
      diff.sentences == [
        #"background a b → a\u{a0}b (U+00A0 no-break space added; blanks: 1 → 0)"#,
        "❤ became ❤\u{FE0F} (U+FE0F emoji variation selector added)",
      ])
    #expect(
      String(decoding: try #require(diff.trees.last).bytes, as: UTF8.self)
        == #"{"kind":"textChanged","emoji":{"text":"❤\#u{FE0F}","index":0},"from":"❤","#
        + #""to":"❤\#u{FE0F}","hidden":["U+FE0F emoji variation selector added"]}"#)
    let form = DrawingDiff(
      from: try Self.drawing(drawing("é", "ü")),
      to: try Self.drawing(drawing("e\u{301}", "u\u{308}")))
    #expect(form.isSameButForm)
    #expect(
      form.sentences == [
        "same characters, different encoding form: NFC → NFD (background, /emojis/0)"
      ])
  }

  @Test func reformattingIsToldBesideOtherChanges() throws {
    let older = #"{"emojis":[{"text":"🐝","x":1,"y":2,"size":3}],"url":"u"}"#
    let newer =
      "{\n  \"emojis\": [{\"text\": \"🐝\", \"x\": 2, \"y\": 2, \"size\": 3}],\n  \"url\": \"u\"\n}"
    #expect(
      try Self.sentences(older, newer) == [
        "🐝 moved right 1", "formatting one line → indented by 2 spaces",
      ])
  }

  @Test(arguments: [0, 1]) func manyEmojisWithoutIdentifiersFindThemselves(step: Int) throws {
    // One glyph on a grid, in another order, each a step to the right of where it was.
    var order = Array(0..<2000)
    var random = Seeded(step)
    let older = order.map { ("🐝", $0 % 50 * 10, $0 / 50 * 10, 5) }
    order.shuffle(using: &random)
    let newer = order.map { ("🐝", $0 % 50 * 10 + step, $0 / 50 * 10, 5) }
    let diff = DrawingDiff(
      from: try Self.drawing(Self.plain(older)), to: try Self.drawing(Self.plain(newer)))
    #expect(diff.origins.map { $0 ?? -1 } == order)
    let sentences = diff.sentences
    #expect(sentences.last == "order changed")
    #expect(sentences.count == (step == 0 ? 1 : 2001))
    #expect(sentences.dropLast().allSatisfy { $0 == "🐝 moved right 1" })
  }

  static let sameDrawings = [
    #"{"url":"https://a.org/m.jpg","emojis":[{"x":1,"y":2,"text":"🐝","size":3},{"x":1,"y":9,"text":"🐝","size":3}]}"#,
    #"{"image":{"url":"https://a.org/m.jpg","emoji":[{"x":1.0,"y":2,"symbol":"🐝","size":3},{"x":1,"y":9,"symbol":"🐝","size":3}]}}"#,
    #"{"backgroundURL":"https://a.org/m.jpg","uniqueEmojiId":2,"emojis":[{"x":1,"y":2,"text":"🐝","size":3,"id":1},{"x":1,"y":9,"text":"🐝","size":3,"id":2}]}"#,
    #"{"background":{"theURL":"https://a.org/m.jpg"},"uniqueEmojiId":2,"emojis":[{"x":1,"y":2,"text":"🐝","size":3,"id":1},{"x":1,"y":9,"text":"🐝","size":3,"id":2}]}"#,
    #"{"background":{"url":{"_0":"https://a.org/m.jpg"}},"uniqueEmojiId":2,"emojis":[{"x":1,"y":2,"text":"🐝","size":3,"id":1},{"x":1,"y":9,"text":"🐝","size":3,"id":2}]}"#,
    #"{"background":{"url":{"url":"https://a.org/m.jpg"}},"uniqueEmojiId":2,"emojis":[{"x":1,"y":2,"text":"🐝","size":3,"id":1},{"x":1,"y":9,"text":"🐝","size":3,"id":2}]}"#,
    #"{"background":{"file_url":"https://a.org/m.jpg"},"emojiCount":2,"emojis":[{"location":{"x":1,"y":2},"text":"🐝","size":3,"id":0},{"location":{"x":1,"y":9},"text":"🐝","size":3,"id":1}]}"#,
    #"{"background":"https://a.org/m.jpg","uniqueEmojiId":2,"emojis":[{"position":{"x":1,"y":2},"string":"🐝","size":3,"id":1},{"position":{"x":1,"y":9},"string":"🐝","size":3,"id":2}]}"#,
    #"{"backgroud":"https://a.org/m.jpg","uniqueId":2,"emoji":[{"position":[1,2],"emoji":"🐝","size":3,"id":1},{"position":[1,9],"content":"🐝","size":3,"id":2}]}"#,
  ]

  @Test(arguments: sameDrawings, sameDrawings)
  func theSameDrawingInTwoFormatsIsOneChange(older: String, newer: String) throws {
    let diff = DrawingDiff(from: try Self.drawing(older), to: try Self.drawing(newer))
    let isSame = diff.isSameDrawing
    #expect(isSame)
    #expect(diff.changes.count == (older == newer ? 0 : 1), "\(diff.sentences)")
    if older != newer { #expect(diff.sentences.first?.hasPrefix("format 20") == true) }
  }
}

extension String {
  fileprivate func replacing(_ part: String, _ other: String) -> String {
    var bytes = Array(utf8)
    let wanted = Array(part.utf8)
    guard
      let at = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) })
    else { return self }
    bytes.replaceSubrange(at..<at + wanted.count, with: Array(other.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
