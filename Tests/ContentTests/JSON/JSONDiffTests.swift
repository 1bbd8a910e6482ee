import Testing

@testable import Content

@Suite struct JSONDiffTests {
  static func diff(_ older: String, _ newer: String) throws -> JSONDiff {
    JSONDiff(
      from: try JSONDocument(parsing: Array(older.utf8)),
      to: try JSONDocument(parsing: Array(newer.utf8)))
  }

  static func lines(_ diff: JSONDiff) -> [String] {
    diff.changes.map { change in
      let old = change.old.map { String(decoding: diff.older.spelling(of: $0), as: UTF8.self) }
      let new = change.new.map { String(decoding: diff.newer.spelling(of: $0), as: UTF8.self) }
      return "\(change.kind) \(diff.pointer(of: change)) \(old ?? "-") \(new ?? "-")"
    }
  }

  @Test(arguments: [
    ("1", "2", ["changed  1 2"]),
    (#"{"a":1}"#, #"{"a":2}"#, ["changed /a 1 2"]),
    (#"{"a":1,"b":2}"#, #"{"b":2,"c":3}"#, ["removed /a 1 -", "added /c - 3"]),
    ("[1,2,3]", "[0,1,2,3]", ["added /0 - 0"]),
    ("[1,2,3]", "[1,3]", ["removed /1 2 -"]),
    ("[1,2,3,4]", "[1,5,3]", ["changed /1 2 5", "removed /3 4 -"]),
    (
      #"{"a":[{"id":1,"n":1},{"id":2,"n":2}]}"#,
      #"{"a":[{"id":3,"n":0},{"id":1,"n":1},{"id":2,"n":9}]}"#,
      ["added /a/0 - {\"id\":3,\"n\":0}", "changed /a/2/n 2 9"]
    ),
    (#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#, ["changed /a 2 3"]),
    (#"{"a":1,"a":2}"#, #"{"a":1}"#, ["removed /a 2 -"]),
    (#"[{"a":1},{"b":2}]"#, #"[{"b":2}]"#, ["removed /0 {\"a\":1} -"]),
    (
      #"{"checked":true,"text":"Hello!!"}"#, #"{"text":"Hello","checked":false}"#,
      ["changed /checked true false", "changed /text \"Hello!!\" \"Hello\""]
    ),
    (#"{"a~/":{"":1}}"#, #"{"a~/":{"":2}}"#, ["changed /a~0~1/ 1 2"]),
    ("[[1,2],[3]]", "[[1],[3]]", ["removed /0/1 2 -"]),
    ("9007199254740993", "9007199254740992", ["changed  9007199254740993 9007199254740992"]),
    (#""\ud83d""#, #""\ud83e""#, ["changed  \"\\ud83d\" \"\\ud83e\""]),
  ])
  func tellsChangesByPath(older: String, newer: String, expected: [String]) throws {
    let diff = try Self.diff(older, newer)
    #expect(Self.lines(diff) == expected)
    #expect(diff.formatChanges.isEmpty)
    let applied = try JSONDocument(parsing: diff.appliedToOlder())
    #expect(JSONDiff(from: applied, to: diff.newer).changes.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"a":1,"b":[10]}"#, #"{"b":[10.0],"a":1}"#,
      "formatting one line → one line, keys in another order, numbers spelled otherwise"
    ),
    ("[1,2]", "[\n  1,\n  2\n]", "formatting one line → indented by 2 spaces"),
    ("[1,2]", "[1, 2]", "formatting one line → one line, other white space"),
    (#""\u00e9\/""#, #""é/""#, "formatting one line → one line, strings spelled otherwise"),
  ])
  func differencesInFormAreOneChange(older: String, newer: String, expected: String) throws {
    let diff = try Self.diff(older, newer)
    #expect(diff.changes.isEmpty)
    #expect(diff.formatChanges.map(\.sentence) == [expected])
    #expect(diff.formatChanges.map(\.what) == [.jsonFormatting])
    #expect(try Self.diff(older, older).isEmpty)
  }

  @Test func marksAndEncodingsAreDifferencesInForm() throws {
    let plain = try JSONDocument(parsing: Array("[1]".utf8))
    let marked = try JSONDocument(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8))
    let wide = try JSONDocument(parsing: [0xFF, 0xFE, 0x5B, 0, 0x31, 0, 0x5D, 0])
    #expect(
      JSONDiff(from: plain, to: marked).formatChanges.map(\.sentence)
        == ["byte order mark added"])
    #expect(
      JSONDiff(from: marked, to: wide).formatChanges.map(\.sentence) == [
        "encoding UTF-8 → UTF-16LE"
      ])
  }

  @Test(
    "What the eye does not see in a string is named",
    arguments: [
      (
        #"{"a":"x y"}"#, "{\"a\":\"x\u{A0}y\"}",
        #"/a "x y" → "x\u{a0}y" (U+00A0 no-break space added; blanks: 1 → 0)"#
      ),
      (
        #"["xy"]"#, "[\"x\u{200B}y\"]",
        #"/0 "xy" → "x\u{200b}y" (U+200B zero width space added)"#
      ),
      (
        #"["❤"]"#, "[\"❤\u{FE0F}\"]",
        "/0 \"❤\" → \"❤\u{FE0F}\" (U+FE0F emoji variation selector added)"
      ),
      (#"["a"]"#, #"["\u0430"]"#, "/0 \"a\" → \"\u{430}\" (looks alike: U+0061 → U+0430)"),
      ("{}", "{\"a\u{A0}\":\"\u{AD}\"}", #"/a\u{a0} added: "\u{ad}" (U+00AD soft hyphen added)"#),
      (
        "[\"\u{A0}a\u{A0}\"]", "[\"\u{A0}b\u{A0}\"]",
        #"/0 "\u{a0}a\u{a0}" → "\u{a0}b\u{a0}""#
      ),
      (#"["a b"]"#, #"["a  b"]"#, #"/0 "a b" → "a  b" (blanks: 1 → 2)"#),
      ("[1]", "[\"a\u{A0}\"]", #"/0 1 → "a\u{a0}""#),
    ])
  func hiddenDifferences(older: String, newer: String, expected: String) throws {
    let diff = try Self.diff(older, newer)
    #expect(diff.sentences == [expected])
    let tree = String(decoding: try #require(diff.trees.first).bytes, as: UTF8.self)
    #expect(tree.contains(#""hidden":["#) == expected.hasSuffix(")"))
  }

  @Test func stringsInAnotherUnicodeFormAreOneChangeOfForm() throws {
    let diff = try Self.diff(
      "{\"a\":\"é\",\"b\":[1,\"ü\"],\"c\":1}", "{\"a\":\"e\u{301}\",\"b\":[1,\"u\u{308}\"],\"c\":1}"
    )
    #expect(diff.changes.isEmpty)
    #expect(
      diff.sentences == ["same characters, different encoding form: NFC → NFD (/a, /b/1)"])
    #expect(
      diff.trees.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"kind":"formatChanged","what":"normalisation","from":"NFC","to":"NFD","#
          + #""paths":["/a","/b/1"],"pathCount":2}"#
      ])
    #expect(diff.appliedToOlder() == diff.newer.source.bytes)
    let both = try Self.diff("{\"a\":\"é\",\"c\":1}", "{\"a\":\"e\u{301}\",\"c\":2}")
    #expect(both.sentences.count == 2 && both.changes.count == 1)
    #expect(both.appliedToOlder() == both.newer.source.bytes)
  }

  @Test(arguments: [
    ("{\"a\":1}", "{\"a\":1}\n", ["final newline added"]),
    ("{\"a\":1}\r\n", "{\"a\":1}", ["final newline removed"]),
    ("{\n\"a\":1\n}\n", "{\r\n\"a\":1\r\n}\r\n", ["line ends LF → CRLF"]),
    (
      "{\n\"a\":1\n}", "{\r\n\"a\":1\r\n}\r\n", ["line ends LF → CRLF", "final newline added"]
    ),
    ("[1]", "[1 ]\n", ["formatting one line → one line, other white space"]),
    // Beside changes of content, as far as it is certain.
    ("{\"a\":1}\n", "{\"a\":2}", ["/a 1 → 2", "final newline removed"]),
    (
      "{\"a\":1,\"b\":1}", "{\n  \"a\": 2,\n  \"b\": 1\n}\n",
      ["/a 1 → 2", "formatting one line → indented by 2 spaces"]
    ),
    ("{}", "{\n  \"a\": 2\n}\n", ["/a added: 2"]),
    ("[\n1,\n2\n]\n", "[\r\n1,\r\n3\r\n]\r\n", ["/1 2 → 3", "line ends LF → CRLF"]),
  ])
  func endsOfLinesAndLayoutAreTold(older: String, newer: String, expected: [String]) throws {
    #expect(try Self.diff(older, newer).sentences == expected)
  }

  @Test func longArraysThatShareNothingAreBounded() throws {
    let older = "[" + (0..<6000).map { "\"a\($0)\"" }.joined(separator: ",") + "]"
    let newer = "[" + (0..<6000).map { "\"b\($0)\"" }.joined(separator: ",") + "]"
    let diff = try Self.diff(older, newer)
    #expect(diff.changes.count == 6000)
    #expect(diff.isCoarse)
  }

  @Test func programsAndPeopleAreToldTheSame() throws {
    let diff = try Self.diff(
      #"{"checked":true,"a/b":[1],"gone":null}"#, #"{"checked":false,"a/b":[1,{"x":"\u0007"}]}"#)
    #expect(
      diff.trees.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"kind":"changed","path":"/checked","from":true,"to":false}"#,
        #"{"kind":"added","path":"/a~1b/1","to":{"x":"\u0007"}}"#,
        #"{"kind":"removed","path":"/gone","from":null}"#,
      ])
    #expect(
      diff.sentences == [
        "/checked true → false", #"/a~1b/1 added: {"x":"\u0007"}"#, "/gone removed: null",
      ])
    #expect(diff.headline == nil)
    let form = try Self.diff("[1]", "[ 1 ]")
    #expect(form.headline == "no change in the content")
    #expect(
      form.trees.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"kind":"formatChanged","what":"jsonFormatting","from":"one line","to":"one line, other white space"}"#
      ])
  }

  @Test func manyChangesInOneArrayAreMadeInLinearTime() throws {
    let older = "[" + (0..<30_000).map(String.init).joined(separator: ",") + "]"
    var numbers: [String] = []
    for number in 0..<30_000 where number % 50 != 7 {
      numbers.append(String(number))
      if number % 50 == 3 { numbers.append(String(-number)) }
    }
    let newer = "[" + numbers.joined(separator: ",") + "]"
    let diff = try Self.diff(older, newer)
    #expect(diff.changes.count == 1200)
    #expect(diff.appliedToOlder() == Array(newer.utf8))
  }
}
