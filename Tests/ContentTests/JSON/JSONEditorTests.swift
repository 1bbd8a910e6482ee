import Testing

@testable import Content

@Suite struct JSONEditorTests {
  static let newline = "\n"

  /// Adds 9 at a position of the array, or a member `k` to the object, at a pointer.
  static func inserted(_ text: String, _ pointer: String, at position: Int?) throws -> String {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var editor = JSONEditor(document)
    let node = try document.node(at: JSONPointer(pointer))
    let value = JSONTree.members(["n": .integer(9), "s": .string("a/é")])
    if let position {
      editor.insert(value, at: position, of: node)
    } else {
      editor.add(Array("k".utf8), value, to: node)
    }
    return String(decoding: editor.result(), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("[]", "", 0, #"[{"n":9,"s":"a/é"}]"#),
      ("[1,2]", "", 1, #"[1,{"n":9,"s":"a/é"},2]"#),
      ("[1, 2]", "", 2, #"[1, 2, {"n": 9, "s": "a/é"}]"#),
      (#"[ {"a": "\/"} ]"#, "", 0, #"[ {"n": 9, "s": "a\/é"}, {"a": "\/"} ]"#),
      ("[\n  1.50\n]\n", "", 1, "[\n  1.50,\n  {\n    \"n\": 9,\n    \"s\": \"a/é\"\n  }\n]\n"),
      (
        "[\n\t{\"a\": 1},\n\t{\"a\": 2}\n]", "", 0,
        "[\n\t{\"n\": 9, \"s\": \"a/é\"},\n\t{\"a\": 1},\n\t{\"a\": 2}\n]"
      ),
      (
        "{\r\n  \"l\" : [\r\n\r\n  ]\r\n}", "/l", 0,
        "{\r\n  \"l\" : [\r\n    {\r\n      \"n\" : 9,\r\n      \"s\" : \"a/é\"\r\n    }\r\n  ]\r\n}"
      ),
      (#"{"a":1}"#, "", nil, #"{"a":1,"k":{"n":9,"s":"a/é"}}"#),
      (#"{ "a": 1 }"#, "", nil, #"{ "a": 1, "k": { "n": 9, "s": "a/é" } }"#),
      (#"["\u00e9"]"#, "", 1, #"["\u00e9",{"n":9,"s":"a/\u00e9"}]"#),
    ] as [(String, String, Int?, String)])
  func additionsFollowTheStyleAround(
    text: String, pointer: String, position: Int?, expected: String
  ) throws {
    #expect(try Self.inserted(text, pointer, at: position) == expected)
  }

  @Test(arguments: [
    ("[1, 2 ,3]", [0], "[2 ,3]"), ("[1, 2 ,3]", [1], "[1 ,3]"), ("[1, 2 ,3]", [2], "[1, 2]"),
    ("[1, 2 ,3]", [0, 1], "[3]"), ("[1, 2 ,3]", [1, 2], "[1]"), ("[ 1, 2 ]", [0, 1], "[]"),
    ("[\n  1,\n  2\n]", [1], "[\n  1\n]"),
  ])
  func removalsTakeTheirCommaAlong(text: String, positions: [Int], expected: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    var editor = JSONEditor(document)
    for position in positions { editor.remove(childAt: position, of: document.root) }
    #expect(String(decoding: editor.result(), as: UTF8.self) == expected)
  }

  @Test func changesOfAllKindsWorkTogether() throws {
    let document = try JSONDocument(parsing: Array("[1, [2], 3, 4]".utf8))
    var editor = JSONEditor(document)
    let elements = document.elements(of: document.root)
    editor.insert(.integer(0), at: 0, of: document.root)
    editor.replace(elements[0], with: .integer(10))
    editor.insert(.integer(5), at: 1, of: elements[1])
    editor.remove(childAt: 2, of: document.root)
    editor.insert(.null, at: 4, of: document.root)
    #expect(String(decoding: editor.result(), as: UTF8.self) == "[0, 10, [2, 5], 4, null]")
  }

  @Test func changesInsideARemovedValueAreDropped() throws {
    let document = try JSONDocument(parsing: Array("[[1],2]".utf8))
    var editor = JSONEditor(document)
    let elements = document.elements(of: document.root)
    editor.insert(.integer(5), at: 0, of: elements[0])
    editor.remove(childAt: 0, of: document.root)
    #expect(String(decoding: editor.result(), as: UTF8.self) == "[2]")
  }

  @Test func wideEncodingsStay() throws {
    let bytes: [UInt8] = [0xFE, 0xFF, 0, 0x5B, 0, 0x31, 0, 0x5D]
    let document = try JSONDocument(parsing: bytes)
    var editor = JSONEditor(document)
    editor.insert(.string("🐝"), at: 1, of: document.root)
    #expect(
      editor.result()
        == bytes.dropLast(2) + [0, 0x2C, 0, 0x22, 0xD8, 0x3D, 0xDC, 0x1D, 0, 0x22, 0, 0x5D])
  }

  @Test func outputNeverSteersATerminalAndDocumentsKeepTheirCharacters() throws {
    let text = "a\u{1B}[2J\u{9B}31m\u{202E}\u{7F}🐝é"
    #expect(
      String(decoding: JSONTree.string(text).bytes, as: UTF8.self)
        == #""a\u001b[2J\u009b31m\u202e\u007f🐝é""#)
    let document = try JSONDocument(parsing: Array("[]".utf8))
    var editor = JSONEditor(document)
    editor.insert(.string("\u{202E}é"), at: 0, of: document.root)
    #expect(editor.result() == Array("[\"\u{202E}é\"]".utf8))
  }
}
