import Content
import Testing

@testable import VersionStore

struct ComparisonTests {
  private static let drawing =
    #"{"background":{"blank":{}},"emojis":[{"text":"🐝","x":1,"y":2,"size":40,"id":1}],"uniqueEmojiId":1}"#
  private static let moved =
    #"{"background":{"blank":{}},"emojis":[{"text":"🐝","x":9,"y":2,"size":40,"id":1}],"uniqueEmojiId":1}"#

  private func flat(_ text: String) -> DocumentContent {
    .flat(Array(text.utf8), executable: false)
  }

  private func compare(
    _ old: DocumentContent?, _ new: DocumentContent?, name: String = "a",
    options: ComparisonOptions = ComparisonOptions()
  ) -> Comparison {
    let path = Array(name.utf8)
    return Comparison(
      old: .init(path: path, content: old), new: .init(path: path, content: new),
      options: options)
  }

  /// The way in which something was compared, in one word.
  private func way(_ comparison: Comparison) -> String {
    switch comparison.difference {
    case .none: "none"
    case .text: "text"
    case .drawing: "drawing"
    case .json: "json"
    case .link: "link"
    case .parts: "parts"
    case .data: "data"
    case .nature: "nature"
    }
  }

  @Test(
    "The content of both sides decides how they are compared",
    arguments: [
      ("a", "a\n", "a\n", "none", nil),
      ("a", "a\n", "b\n", "text", nil),
      ("a", drawing, moved, "drawing", nil),
      ("a.emojiart", "", drawing, "drawing", nil),
      ("a", "", drawing, "drawing", nil),
      ("a", #"{"a":1}"#, #"{"a":2}"#, "json", nil),
      ("a", #"{"a":1}"#, drawing, "json", "compared as JSON, as the older one is not a drawing"),
      ("a", drawing, "[1]", "json", "compared as JSON, as the newer one is not a drawing"),
      ("a", drawing, "words", "text", "compared as text, as the newer one is not a drawing"),
      ("a", "words", "[1]", "text", "compared as text, as the older one is not JSON"),
      ("a", "", "[1]", "text", "compared as text, as the older one is empty"),
      (
        "a.emojiart", drawing, #"{"emojis":["#, "text",
        "compared as text, as it is cut off at byte 11"
      ),
      ("a.JSON", "{", "{{", "text", "compared as text, as it is cut off at byte 1"),
      ("a", "words", "\u{89}PNG\r\n\u{1a}\n\0\0", "text", nil),
    ] as [(String, String, String, String, String?)])
  func choosesTheWay(
    name: String, old: String, new: String, expected: String, remark: String?
  ) {
    let comparison = compare(flat(old), flat(new), name: name)
    #expect(way(comparison) == expected)
    #expect(comparison.remark == remark)
    #expect(comparison.isDifferent() == (expected != "none"))
  }

  @Test func bytesThatAreNoTextAreComparedAsAWhole() {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0xD]
    let comparison = compare(flat("words"), .flat(picture, executable: false))
    guard case .data(let from?, let to?) = comparison.difference else {
      Issue.record("compared as \(way(comparison))")
      return
    }
    #expect((from.size, to.size) == (5, 12))
    #expect(to.type.kind == .data)
  }

  @Test func missingSideIsNotAnEmptyOne() {
    #expect(compare(nil, flat("")).isDifferent(ignoringFormat: true))
    #expect(compare(flat(""), nil).isDifferent(ignoringFormat: true))
    #expect(!compare(nil, nil).isDifferent())
    #expect(way(compare(nil, flat("a"))) == "text")
    #expect(way(compare(nil, flat(Self.drawing))) == "drawing")
    #expect(way(compare(nil, .package([]))) == "parts")
  }

  @Test func rightToExecuteIsNoDifference() {
    let bytes = Array("#!/bin/sh\n".utf8)
    #expect(
      !compare(.flat(bytes, executable: false), .flat(bytes, executable: true)).isDifferent())
  }

  @Test func linkThatBecameAFileIsAnotherNature() {
    #expect(way(compare(.link([0x61]), flat("a"))) == "nature")
    #expect(way(compare(.link([0x61]), .link([0x62]))) == "link")
    #expect(!compare(.link([0x61]), .link([0x61])).isDifferent())
  }

  @Test(
    "What differs only in form does not differ where form does not count",
    arguments: [
      ("a\nb\n", "a\r\nb\r\n"), ("a", "a\n"), ("\u{feff}a\n", "a\n"), ("é\n", "e\u{301}\n"),
      (#"{"a":1}"#, #"{ "a": 1 }"#), (drawing, drawing + "\n"),
    ])
  func formCountsUnlessIgnored(old: String, new: String) {
    let comparison = compare(flat(old), flat(new))
    #expect(comparison.isDifferent())
    #expect(!comparison.isDifferent(ignoringFormat: true))
    #expect(comparison.changedFiles(at: [0x61]).count == 1)
    #expect(comparison.changedFiles(at: [0x61], ignoringFormat: true).isEmpty)
  }

  @Test(
    "Blanks do not count where they are ignored, nor do the ends of lines",
    arguments: [
      ("a b\n", "a  b\n", true), ("a\n", "a\r\n", true), ("a", "a\n", true), ("a", "b", false),
    ])
  func blanksCanBeIgnored(old: String, new: String, isSame: Bool) {
    var options = ComparisonOptions()
    options.whitespace = .ignoringChange
    #expect(compare(flat(old), flat(new), options: options).isDifferent() != isSame)
  }

  @Test func blankLinesCanBeIgnored() {
    var options = ComparisonOptions()
    options.ignoresBlankLines = true
    #expect(!compare(flat("a\nb\n"), flat("a\n\nb\n"), options: options).isDifferent())
    #expect(compare(flat("a\nb\n"), flat("a\nx\nb\n"), options: options).isDifferent())
  }

  // MARK: Packages

  private func part(_ path: String, _ kind: DocumentContent.Part.Kind) -> DocumentContent.Part {
    .init(path: Array(path.utf8), kind: kind)
  }

  private func file(_ text: String) -> DocumentContent.Part.Kind {
    .file(Array(text.utf8), executable: false)
  }

  private func describe(_ part: PartDifference) -> String {
    let path = String(decoding: part.path, as: UTF8.self)
    let from = part.oldPath.map { " from " + String(decoding: $0, as: UTF8.self) } ?? ""
    return "\(part.kind) \(path)\(from) \(part.isFolder ? "folder" : way(part.comparison))"
  }

  @Test func packagesAreComparedPartByPart() {
    let old = DocumentContent.package([
      part("a.txt", file("1\n")), part("b.json", file("[1]")), part("gone", file("gone")),
      part("l", .link([0x61])), part("old", file("moved")), part("same", file("same")),
      part("full", .folder), part("full/x", file("x")),
    ])
    let new = DocumentContent.package([
      part("a.txt", file("2\n")), part("b.json", file("[2]")), part("empty", .folder),
      part("l", file("a")), part("moved", file("moved")), part("same", file("same")),
      part("new", file("new\n")), part("full", .folder), part("full/x", file("x")),
    ])
    let comparison = compare(old, new, name: "p")
    guard case .parts(let parts) = comparison.difference else {
      Issue.record("compared as \(way(comparison))")
      return
    }
    #expect(
      parts.map(describe) == [
        "changed a.txt text", "changed b.json json", "added empty folder", "removed gone text",
        "changed l nature", "renamed moved from old none", "added new text",
      ])
    let files = comparison.changedFiles(at: Array("p".utf8)).map { file in
      String(decoding: file.path, as: UTF8.self)
        + (file.old == nil ? "+" : "") + (file.new == nil ? "-" : "")
    }
    #expect(
      files == ["p/a.txt", "p/b.json", "p/gone-", "p/l-", "p/l+", "p/moved+", "p/new+", "p/old-"])
  }

  @Test func equalPackagesDoNotDiffer() {
    let package = DocumentContent.package([part("d", .folder), part("d/x", file("x"))])
    #expect(!compare(package, package).isDifferent())
  }
}
