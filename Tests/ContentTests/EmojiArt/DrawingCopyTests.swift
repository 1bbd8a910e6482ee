import Testing

@testable import Content

@Suite struct DrawingCopyTests {
  static let source = Array(
    #"{"background":{"theURL":"https://a.org/n.jpg"},"emojis":[{"text":"🌻","x":1,"y":-2,"size":40,"id":2,"opacity":0.50},{"text":"🐝","x":5,"y":5,"size":9,"id":3},{"text":"🐝","x":6,"y":6,"size":9,"id":4},{"text":"7","x":0,"y":0,"size":1,"id":9}],"uniqueEmojiId":9}"#
      .utf8)

  static func copied(_ name: String, into target: String) throws -> String {
    let copy = try Drawing.copyEmoji(named: name, from: source, into: Array(target.utf8))
    let again = try Drawing(Array(target.utf8)).document?.bytes(applying: copy.splices)
    if again != nil { #expect(again == copy.bytes) }
    return String(decoding: copy.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (
      "",
      #"{"background":{},"emojis":[{"text":"🌻","x":1,"y":-2,"size":40,"id":1}],"uniqueEmojiId":1}"#
    ),
    (
      #"{"url":"https:\/\/a.org","emojis":[]}"#,
      #"{"url":"https:\/\/a.org","emojis":[{"x":1,"y":-2,"text":"🌻","size":40,"opacity":0.50}]}"#
    ),
    (
      #"{"emojis": [{"size": 1, "text": "a", "y": 0, "x": 0}], "url": "u"}"#,
      #"{"emojis": [{"size": 1, "text": "a", "y": 0, "x": 0}, {"size": 40, "text": "🌻", "y": -2, "x": 1, "opacity": 0.50}], "url": "u"}"#
    ),
    (
      #"{"image":{"emoji":[]}}"#,
      #"{"image":{"emoji":[{"x":1,"y":-2,"symbol":"🌻","size":40,"opacity":0.50}]}}"#
    ),
    (
      #"{"emojis":[],"uniqueEmojiId":0}"#,
      #"{"emojis":[{"text":"🌻","x":1,"y":-2,"size":40,"id":1,"opacity":0.50}],"uniqueEmojiId":1}"#
    ),
    (
      #"{"uniqueEmojiId":3,"emojis":[{"string":"a","position":{"y":0,"x":0},"size":1,"id":5}]}"#,
      #"{"uniqueEmojiId":6,"emojis":[{"string":"a","position":{"y":0,"x":0},"size":1,"id":5},{"string":"🌻","position":{"x":1,"y":-2},"size":40,"id":6,"opacity":0.50}]}"#
    ),
    (
      #"{"emojiCount":1,"emojis":[{"text":"a","location":[0,0],"size":1,"id":0}]}"#,
      #"{"emojiCount":2,"emojis":[{"text":"a","location":[0,0],"size":1,"id":0},{"text":"🌻","location":[1,-2],"size":40,"id":1,"opacity":0.50}]}"#
    ),
    (
      "{\n  \"emojis\" : [\n    {\n      \"id\" : 1,\n      \"size\" : 64,\n      \"text\" : \"\\ud83d\\udc1d\",\n      \"x\" : 10,\n      \"y\" : -20\n    }\n  ],\n  \"uniqueEmojiId\" : 1\n}\n",
      "{\n  \"emojis\" : [\n    {\n      \"id\" : 1,\n      \"size\" : 64,\n      \"text\" : \"\\ud83d\\udc1d\",\n      \"x\" : 10,\n      \"y\" : -20\n    },\n    {\n      \"id\" : 2,\n      \"size\" : 40,\n      \"text\" : \"\\ud83c\\udf3b\",\n      \"x\" : 1,\n      \"y\" : -2,\n      \"opacity\" : 0.50\n    }\n  ],\n  \"uniqueEmojiId\" : 2\n}\n"
    ),
  ])
  func anEmojiIsWrittenAsTheTargetWritesThem(target: String, expected: String) throws {
    #expect(try Self.copied("🌻", into: target) == expected)
  }

  @Test(
    "What an empty drawing tells of its year",
    arguments: [
      (#"{"emojis":[]}"#, "2017"),
      (#"{"url":null,"emojis":[]}"#, "2017"),
      (#"{"image":{"emoji":[]}}"#, "2018"),
      (#"{"backgroundURL":null,"emojis":[],"uniqueEmojiId":0}"#, "2020"),
      (#"{"backgroundURL":"https://a.org","emojis":[],"uniqueEmojiId":0}"#, "2020"),
      (#"{"background":{},"emojis":[],"uniqueEmojiId":0}"#, "2021"),
      (#"{"background":{"theURL":"https://a.org"},"emojis":[],"uniqueEmojiId":0}"#, "2021"),
      (#"{"background":{"blank":{}},"emojis":[],"uniqueEmojiId":0}"#, "2021, compiler-made"),
      (#"{"background":null,"emojis":[],"uniqueEmojiId":0}"#, "2023"),
      (#"{"background":"https://a.org","emojis":[],"uniqueEmojiId":0}"#, "2023"),
      // Both courses write these, in any order of the keys; the earlier one is told.
      (#"{"emojis":[],"uniqueEmojiId":0}"#, "2020"),
      (#"{"uniqueEmojiId":7,"emojis":[]}"#, "2020"),
    ])
  func yearOfAnEmptyDrawing(text: String, year: String) throws {
    #expect(try Drawing(Array(text.utf8)).format.name == year)
  }

  /// What is copied or merged into an empty drawing of 2020 or 2023 shows which it is.
  @Test func anOpenYearIsThatOfWhatComesIn() throws {
    let empty = #"{"emojis":[],"uniqueEmojiId":4}"#
    let newer =
      #"{"background":"https://a.org","emojis":[{"string":"a","position":{"x":1,"y":2},"size":3,"id":4}],"uniqueEmojiId":4}"#
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    func text(_ copy: PartCopy) -> String { String(decoding: copy.bytes, as: UTF8.self) }
    let emoji = #"{"string":"a","position":{"x":1,"y":2},"size":3,"id":5}"#
    #expect(
      text(try Drawing.copyEmoji(named: "a", from: bytes(newer), into: bytes(empty)))
        == #"{"emojis":[\#(emoji)],"uniqueEmojiId":5}"#)
    #expect(
      text(try Drawing.copyBackground(from: bytes(newer), into: bytes(empty)))
        == #"{"emojis":[],"uniqueEmojiId":4,"background":"https://a.org"}"#)
    // One that says which year it is of stays so.
    let other = #"{"backgroundURL":null,"emojis":[],"uniqueEmojiId":4}"#
    #expect(
      text(try Drawing.copyEmoji(named: "a", from: bytes(newer), into: bytes(other)))
        == #"{"backgroundURL":null,"emojis":[{"text":"a","x":1,"y":2,"size":3,"id":5}],"uniqueEmojiId":5}"#
    )
  }

  @Test func textIdentifiersAreFreshAndTheSameEachTime() throws {
    let target = #"{"emojis":[{"text":"a","x":0,"y":0,"size":1,"id":"A1"}],"uniqueEmojiId":1}"#
    let first = try Drawing(Array(Self.copied("🌻", into: target).utf8))
    let second = try Drawing(Array(Self.copied("🌻", into: target).utf8))
    #expect(first.emojis[1].id == second.emojis[1].id)
    guard case .text(let id) = first.emojis[1].id else {
      Issue.record("not a text")
      return
    }
    #expect(id.count == 36)
    #expect(first.counter == 1)
  }

  @Test func fractionsAreRoundedForProgramsOfWholeNumbers() throws {
    let old = #"{"image":{"emoji":[{"x":1.5,"y":-2.5,"symbol":"a","size":3.25}]}}"#
    let copy = try Drawing.copyEmoji(
      named: "a", from: Array(old.utf8), into: Array(#"{"emojis":[],"uniqueEmojiId":0}"#.utf8))
    #expect(
      String(decoding: copy.bytes, as: UTF8.self)
        == #"{"emojis":[{"text":"a","x":2,"y":-3,"size":3,"id":1}],"uniqueEmojiId":1}"#)
  }

  @Test func theSameEmojiCanBeSetBack() throws {
    let target = #"{"emojis":[{"text":"🌻","x":9.0,"y":-2,"size":41,"id":2}],"uniqueEmojiId":2}"#
    let copy = try Drawing.copyEmoji(
      named: "2", from: Self.source, into: Array(target.utf8), replacesSame: true)
    #expect(
      String(decoding: copy.bytes, as: UTF8.self)
        == #"{"emojis":[{"text":"🌻","x":1,"y":-2,"size":40,"id":2}],"uniqueEmojiId":2}"#)
  }

  @Test(arguments: [
    ("8", "there is no emoji 8 in that version"), ("#4", "there is no emoji #4 in that version"),
    ("🌙", "there is no emoji 🌙 in that version"), ("🐝", "🐝 stands there 2 times: #1, #2"),
  ])
  func partsThatAreNotThereAreRefused(name: String, why: String) {
    let error = #expect(throws: PartCopyError.self) {
      try Self.copied(name, into: #"{"emojis":[],"uniqueEmojiId":0}"#)
    }
    #expect(error?.description == why)
  }

  @Test func identifiersComeBeforeGlyphs() throws {
    let drawing = try Drawing(Self.source)
    #expect(try drawing.index(named: "9") == 3)
    #expect(try drawing.index(named: "7") == 3)
    #expect(try drawing.index(named: "#0") == 0)
    #expect(throws: PartCopyError.self) { try drawing.index(named: "#") }
  }

  @Test func withoutAnIdentifierLeftNothingIsCopied() {
    #expect(throws: PartCopyError.noIdentifierLeft) {
      try Self.copied("🌻", into: #"{"emojis":[],"uniqueEmojiId":9223372036854775807}"#)
    }
  }

  static let picture = #"{"background":{"imageData":"iVBORw0KGgo="},"emojis":[]}"#

  @Test(arguments: [
    (#"{"url":"u","emojis":[]}"#, #"{"url":"https://a.org/n.jpg","emojis":[]}"#),
    (#"{"url":"https:\/\/u","emojis":[]}"#, #"{"url":"https:\/\/a.org\/n.jpg","emojis":[]}"#),
    (#"{"imageData":"AAAA","emojis":[]}"#, #"{"emojis":[],"url":"https://a.org/n.jpg"}"#),
    (
      #"{"emojis":[],"uniqueEmojiId":0}"#,
      #"{"emojis":[],"uniqueEmojiId":0,"backgroundURL":"https://a.org/n.jpg"}"#
    ),
    (
      #"{"background":{},"emojis":[]}"#,
      #"{"background":{"theURL":"https://a.org/n.jpg"},"emojis":[]}"#
    ),
    (
      #"{"background":{"file_url":"u","k":1.50},"emojis":[]}"#,
      #"{"background":{"file_url":"https://a.org/n.jpg","k":1.50},"emojis":[]}"#
    ),
    (
      #"{"background":{"imageData":"AAAA","k":1.50},"emojis":[]}"#,
      #"{"background":{"k":1.50,"theURL":"https://a.org/n.jpg"},"emojis":[]}"#
    ),
    (
      #"{"background":{"blank":{}},"emojis":[]}"#,
      #"{"background":{"url":{"_0":"https://a.org/n.jpg"}},"emojis":[]}"#
    ),
    (
      #"{"background":{"url":{"_0":"u"}},"emojis":[]}"#,
      #"{"background":{"url":{"_0":"https://a.org/n.jpg"}},"emojis":[]}"#
    ),
    (#"{"background":"u","emojis":[]}"#, #"{"background":"https://a.org/n.jpg","emojis":[]}"#),
    (
      #"{"emojis":[{"string":"a","position":{"x":0,"y":0},"size":1,"id":1}],"uniqueEmojiId":1}"#,
      #"{"emojis":[{"string":"a","position":{"x":0,"y":0},"size":1,"id":1}],"uniqueEmojiId":1,"background":"https://a.org/n.jpg"}"#
    ),
  ])
  func aBackgroundIsWrittenAsTheTargetWritesIt(target: String, expected: String) throws {
    let copy = try Drawing.copyBackground(from: Self.source, into: Array(target.utf8))
    #expect(String(decoding: copy.bytes, as: UTF8.self) == expected)
    #expect(try Drawing(copy.bytes).background.url == "https://a.org/n.jpg")
    let again = try Drawing.copyBackground(from: Self.source, into: copy.bytes)
    #expect(again.splices.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"background":{"theURL":"u"},"emojis":[]}"#,
      #"{"background":{"imageData":"iVBORw0KGgo="},"emojis":[]}"#
    ),
    (
      #"{"background":{"blank":{}},"emojis":[]}"#,
      #"{"background":{"imageData":{"_0":"iVBORw0KGgo="}},"emojis":[]}"#
    ),
    (#"{"url":"u","emojis":[]}"#, #"{"imageData":"iVBORw0KGgo=","emojis":[]}"#),
    (#"{"backgroundURL":"u","emojis":[],"uniqueEmojiId":0}"#, nil),
    (#"{"background":"u","emojis":[]}"#, nil),
  ])
  func picturesGoWhereTheFormatCanHoldThem(target: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: PartCopyError.self) {
        try Drawing.copyBackground(from: Array(Self.picture.utf8), into: Array(target.utf8))
      }
      return
    }
    let copy = try Drawing.copyBackground(
      from: Array(Self.picture.utf8), into: Array(target.utf8))
    let result = try Drawing(copy.bytes)
    #expect(result.background == (try Drawing(Array(expected.utf8)).background))
    if !target.contains("url") {
      #expect(String(decoding: copy.bytes, as: UTF8.self) == expected)
    }
  }

  @Test(arguments: [
    (
      #"{"url":"http://e/b","emojis":[{"text":"a","x":0,"y":0,"size":1}]}"#,
      #"{"emojis":[],"url":"http://e/b"}"#
    ),
    (
      #"{"backgroundURL":"http://e/b","emojis":[],"uniqueEmojiId":4}"#,
      #"{"emojis":[],"uniqueEmojiId":0,"backgroundURL":"http://e/b"}"#
    ),
    (
      #"{"background":{"theURL":"http://e/b"},"emojis":[],"uniqueEmojiId":4}"#,
      #"{"background":{"theURL":"http://e/b"},"emojis":[],"uniqueEmojiId":0}"#
    ),
    (
      #"{"background":{"url":{"_0":"http://e/b"}},"emojis":[],"uniqueEmojiId":4}"#,
      #"{"background":{"url":{"_0":"http://e/b"}},"emojis":[],"uniqueEmojiId":0}"#
    ),
    (
      #"{"background":"http://e/b","emojis":[],"uniqueEmojiId":4}"#,
      #"{"emojis":[],"uniqueEmojiId":0,"background":"http://e/b"}"#
    ),
    (#"{"background":{},"emojis":[],"uniqueEmojiId":4}"#, ""),
  ])
  func aNewDrawingTakesABackgroundInTheFormatItComesFrom(source: String, expected: String) throws {
    let copy = try Drawing.copyBackground(from: Array(source.utf8), into: [])
    #expect(String(decoding: copy.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (#"{"background":{"theURL":"u"},"emojis":[]}"#, #"{"background":{},"emojis":[]}"#),
    (
      #"{"background":{"url":{"_0":"u"}},"emojis":[]}"#,
      #"{"background":{"blank":{}},"emojis":[]}"#
    ),
    (
      #"{"backgroundURL":"u","emojis":[],"uniqueEmojiId":0}"#,
      #"{"emojis":[],"uniqueEmojiId":0}"#
    ),
    (#"{"emojis":[],"background":"u"}"#, #"{"emojis":[]}"#),
  ])
  func noBackgroundCanBeCopiedToo(target: String, expected: String) throws {
    let blank = Array(#"{"background":{},"emojis":[]}"#.utf8)
    let copy = try Drawing.copyBackground(from: blank, into: Array(target.utf8))
    #expect(String(decoding: copy.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (
      #"{"a":{"b":[1,2.50]},"k":"x"}"#, "/a/b/1", #"{"k":1,"a":{"b":[7,8,9]}}"#,
      #"{"k":1,"a":{"b":[7,2.50,9]}}"#
    ),
    (#"{"a":{"b":[1,2.50]}}"#, "/a/b", #"{"a":{}}"#, #"{"a":{"b":[1,2.50]}}"#),
    (#"[1,2,3]"#, "/2", "[ 0, 0 ]", "[ 0, 0, 3 ]"),
    (#"{"a":1}"#, "", "[]", #"{"a":1}"#),
    (#"{"a":10}"#, "/a", #"{"a":1e1}"#, #"{"a":1e1}"#),
  ])
  func valuesAreCopiedByPointer(
    source: String, pointer: String, target: String, expected: String
  ) throws {
    let copy = try JSONDocument.copy(
      JSONPointer(pointer), from: Array(source.utf8), into: Array(target.utf8))
    #expect(String(decoding: copy.bytes, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("{}", "/a", "{}", "in that version there is no /a"),
    (#"{"a":{"b":1}}"#, "/a/b", "{}", "in the document there is no /a"),
    ("[1,2,3]", "/2", "[0]", "in the document there is no /2"),
    (#"{"a":1}"#, "/a", #"{"a":1,"a":2}"#, "in the document /a stands there twice"),
    (#"{"a":1}"#, "/a", "[", "the document is not JSON: it is cut off at byte 1"),
    ("", "/a", "[]", "that version is not JSON: it is empty"),
    (#"{"a":{"b":1}}"#, "/a/b", #"{"a":5}"#, "in the document there is no /a/b"),
  ])
  func pointersWithoutAPlaceAreRefused(
    source: String, pointer: String, target: String, why: String
  ) throws {
    let error = #expect(throws: PartCopyError.self) {
      try JSONDocument.copy(
        JSONPointer(pointer), from: Array(source.utf8), into: Array(target.utf8))
    }
    #expect(error?.description == why)
  }
}
