import Testing

@testable import Content

@Suite struct JSONMergeTests {
  static func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"a":9,"b":2}"#, #"{"b":3,"a":1}"#, #"{"a":9,"b":3}"#),
    (#"{"a":1}"#, #"{"a":1, "b":2}"#, #"{"a":1,"c":3}"#, #"{"a":1, "b":2, "c":3}"#),
    (#"{"a":1,"b":2}"#, #"{"b":2}"#, #"{"a":1,"b":5}"#, #"{"b":5}"#),
    (#"{"a":[1,2,3]}"#, #"{"a":[0,1,2,3]}"#, #"{"a":[1,2,3,4]}"#, #"{"a":[0,1,2,3,4]}"#),
    ("[1,2,3,4]", "[1,3,4]", "[1,2,3]", "[1,3]"),
    (
      #"[{"id":1,"n":1},{"id":2,"n":2}]"#, #"[{"id":1,"n":5},{"id":2,"n":2}]"#,
      #"[{"id":1,"n":1},{"id":2,"n":6}]"#, #"[{"id":1,"n":5},{"id":2,"n":6}]"#
    ),
    ("[1]", "[1,2]", "[1,2]", "[1,2]"), (#"{"a":1}"#, #"{"a":2}"#, #"{"a":2.0}"#, #"{"a":2}"#),
    (
      #"{"t":"x","c":false}"#, #"{"t":"y","c":false}"#, #"{"t":"x","c":true}"#,
      #"{"t":"y","c":true}"#
    ),
  ])
  func changesToDifferentPlacesJoin(
    base: String, ours: String, theirs: String, expected: String
  ) throws {
    let merge = JSONMerge(
      base: try Self.document(base), ours: try Self.document(ours),
      theirs: try Self.document(theirs))
    #expect(String(decoding: merge.bytes, as: UTF8.self) == expected)
    #expect(merge.conflicts.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#,
      #"{"kind":"conflict","path":"/a","base":1,"ours":2,"theirs":3}"#
    ),
    (#"{"a":1}"#, #"{}"#, #"{"a":3}"#, #"{"kind":"conflict","path":"/a","base":1,"theirs":3}"#),
    (#"{"a":1}"#, #"{"a":2}"#, "{}", #"{"kind":"conflict","path":"/a","base":1,"ours":2}"#),
    ("{}", #"{"a":2}"#, #"{"a":3}"#, #"{"kind":"conflict","path":"/a","ours":2,"theirs":3}"#),
    ("[1]", "[1,2]", "[1,3]", #"{"kind":"conflict","path":"/1","ours":[2],"theirs":[3]}"#),
    ("1", "[]", "{}", #"{"kind":"conflict","path":"","base":1,"ours":[],"theirs":{}}"#),
  ])
  func whatBothChangedIsTold(
    base: String, ours: String, theirs: String, conflict: String
  ) throws {
    let merge = JSONMerge(
      base: try Self.document(base), ours: try Self.document(ours),
      theirs: try Self.document(theirs))
    #expect(String(decoding: merge.bytes, as: UTF8.self) == ours)
    #expect(merge.conflicts.map { String(decoding: $0.tree.bytes, as: UTF8.self) } == [conflict])
  }
}

@Suite struct JSONAndDrawingBlameTests {
  static func history(_ texts: [String]) -> () -> (version: Int, bytes: [UInt8])? {
    var rest = texts.enumerated().reversed().dropFirst().makeIterator()
    return { rest.next().map { ($0.offset + 1, Array($0.element.utf8)) } }
  }

  @Test func everyLeafHasTheVersionThatMadeIt() throws {
    let texts = [
      #"{"a":1,"list":[1,2],"e":{}}"#, #"{"list":[1,2],"a":1.0,"b":true,"e":{}}"#, "not JSON",
      #"{"a":2,"b":true,"list":[0,1,2],"e":{}}"#, #"{"a":2,"b":true,"list":[0,1,3],"e":{}}"#,
    ]
    let blame = JSONBlame(
      try JSONDocument(parsing: Array(texts[4].utf8)), version: 5, older: Self.history(texts))
    let lines = blame.lines.map { "\($0.pointer) \($0.version)" }
    #expect(lines == ["/a 4", "/b 2", "/list/0 4", "/list/1 1", "/list/2 5", "/e 1"])
  }

  @Test func historyIsNotReadFurtherThanNeeded() throws {
    var asked = 0
    _ = JSONBlame(try JSONDocument(parsing: Array("[2]".utf8)), version: 9) {
      asked += 1
      return (9 - asked, Array("[\(asked)]".utf8))
    }
    #expect(asked == 1)
  }

  @Test func everyPartOfAnEmojiHasItsVersion() throws {
    let texts = [
      "", #"{"emojis":[{"text":"🐝","x":1,"y":1,"size":1,"id":1}],"uniqueEmojiId":1}"#,
      #"{"emojis":[{"text":"🐝","x":2,"y":1,"size":1,"id":1}],"uniqueEmojiId":1}"#, "damaged",
      #"{"emojis":[{"string":"🌙","position":{"x":0,"y":0},"size":1,"id":2},{"string":"🐝","position":{"x":2,"y":1},"size":5,"id":1}],"uniqueEmojiId":2,"background":"u"}"#,
      #"{"emojis":[{"string":"🌙","position":{"x":0,"y":0},"size":1,"id":2},{"string":"🌻","position":{"x":2,"y":1},"size":5.0,"id":1}],"uniqueEmojiId":2,"background":"u"}"#,
    ]
    let blame = DrawingBlame(
      try Drawing(Array(texts[5].utf8)), version: 6, older: Self.history(texts))
    let lines = blame.lines.map {
      "\($0.emoji.text) added \($0.added) text \($0.text) place \($0.place) size \($0.size)"
    }
    #expect(
      lines == ["🌙 added 5 text 5 place 5 size 5", "🌻 added 2 text 6 place 3 size 5"])
    #expect(blame.background == 5)
  }
}
