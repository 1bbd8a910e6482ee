import Testing

@testable import Content

@Suite struct DrawingMergeTests {
  static func emoji(_ text: String, _ x: Int, _ size: Int, _ id: Int) -> String {
    #"{"text":"\#(text)","x":\#(x),"y":0,"size":\#(size),"id":\#(id)}"#
  }

  static func document(_ emojis: [String], counter: Int, url: String = "u") -> String {
    #"{"background":{"theURL":"\#(url)"},"emojis":[\#(emojis.joined(separator: ","))],"uniqueEmojiId":\#(counter)}"#
  }

  static func merge(_ base: String, _ ours: String, _ theirs: String) throws -> DrawingMerge {
    DrawingMerge(
      base: try Drawing(Array(base.utf8)), ours: try Drawing(Array(ours.utf8)),
      theirs: try Drawing(Array(theirs.utf8)))
  }

  static let bee = emoji("🐝", 1, 10, 1)
  static let sun = emoji("☀️", 2, 20, 2)
  static let base = document([bee, sun], counter: 2)

  struct Case: Sendable {
    let ours: String
    let theirs: String
    let expected: String
  }

  static let cases = [
    // Different emojis, and different parts of one.
    Case(
      ours: document([emoji("🐝", 5, 10, 1), sun], counter: 2),
      theirs: document([emoji("🐝", 1, 11, 1), emoji("☀️", 2, 21, 2)], counter: 2, url: "v"),
      expected: document([emoji("🐝", 5, 11, 1), emoji("☀️", 2, 21, 2)], counter: 2, url: "v")),
    // Both added one, with the same identifier.
    Case(
      ours: document([bee, sun, emoji("🌙", 0, 1, 3)], counter: 3),
      theirs: document([bee, sun, emoji("🌻", 0, 1, 3)], counter: 3),
      expected: document(
        [bee, sun, emoji("🌙", 0, 1, 3), emoji("🌻", 0, 1, 4)], counter: 4)),
    // Both added the same one.
    Case(
      ours: document([bee, sun, emoji("🌙", 0, 1, 3)], counter: 3),
      theirs: document([bee, sun, emoji("🌙", 0, 1, 3)], counter: 3, url: "v"),
      expected: document([bee, sun, emoji("🌙", 0, 1, 3)], counter: 3, url: "v")),
    // One removed, the other changed another one and the order.
    Case(
      ours: document([sun], counter: 2),
      theirs: document([emoji("🌙", 0, 1, 3), bee, sun], counter: 3),
      expected: document([emoji("🌙", 0, 1, 3), sun], counter: 3)),
    Case(
      ours: document([emoji("🐝", 9, 10, 1), sun], counter: 2),
      theirs: document([sun, bee], counter: 2),
      expected: document([sun, emoji("🐝", 9, 10, 1)], counter: 2)),
  ]

  @Test(arguments: cases.indices) func changesToDifferentPartsJoin(index: Int) throws {
    let example = Self.cases[index]
    let merge = try Self.merge(Self.base, example.ours, example.theirs)
    #expect(String(decoding: merge.bytes, as: UTF8.self) == example.expected)
    #expect(merge.conflicts.isEmpty)
  }

  @Test func whatBothChangedIsToldAndOursStays() throws {
    let ours = Self.document([Self.emoji("🐝", 5, 11, 1)], counter: 2, url: "v")
    let theirs = Self.document(
      [Self.emoji("🐝", 6, 12, 1), Self.emoji("☀️", 2, 22, 2)], counter: 2, url: "w")
    let merge = try Self.merge(Self.base, ours, theirs)
    #expect(String(decoding: merge.bytes, as: UTF8.self) == ours)
    #expect(
      merge.conflicts.map(\.sentence) == [
        #"🐝: place {"x":5,"y":0} here, {"x":6,"y":0} there"#, "🐝: size 11 here, 12 there",
        "☀️ was removed here and changed there (size 20 → 22)", #"background "v" here, "w" there"#,
      ])
    #expect(
      String(decoding: merge.conflicts[1].tree.bytes, as: UTF8.self)
        == #"{"kind":"conflict","part":"size","emoji":{"id":1,"text":"🐝"},"base":10,"ours":11,"theirs":12}"#
    )
  }

  @Test func whatOneSideRemovedIsToldWithWhatTheOtherMadeOfIt() throws {
    let ours = Self.document([Self.bee, Self.emoji("☀️", 5, 22, 2)], counter: 2)
    let theirs = Self.document([Self.bee], counter: 2)
    let merge = try Self.merge(Self.base, ours, theirs)
    #expect(
      merge.conflicts.map(\.sentence) == [
        "☀️ was changed here (x 2 → 5, size 20 → 22) and removed there"
      ])
  }

  @Test func ourFormatStaysWhenTheirsIsAnotherYear() throws {
    let theirs =
      #"{"emojis":[{"string":"🐝","position":{"x":7,"y":0},"size":10,"id":1},{"string":"☀️","position":{"x":2,"y":0},"size":20,"id":2}],"uniqueEmojiId":2,"background":"u"}"#
    let ours = Self.document([Self.bee, Self.emoji("☀️", 2, 30, 2)], counter: 2)
    let merge = try Self.merge(Self.base, ours, theirs)
    #expect(
      String(decoding: merge.bytes, as: UTF8.self)
        == Self.document([Self.emoji("🐝", 7, 10, 1), Self.emoji("☀️", 2, 30, 2)], counter: 2))
  }

  @Test func otherKeysJoinToo() throws {
    let base = #"{"emojis":[{"text":"a","x":0,"y":0,"size":1,"o":1}],"zoom":1,"pan":[0,0]}"#
    let ours = #"{"emojis":[{"text":"a","x":0,"y":0,"size":1,"o":2}],"zoom":1,"pan":[0,0]}"#
    let theirs = #"{"emojis":[{"text":"a","x":0,"y":5,"size":1,"o":1,"p":3}],"zoom":2,"pan":[0,0]}"#
    let merge = try Self.merge(base, ours, theirs)
    #expect(
      String(decoding: merge.bytes, as: UTF8.self)
        == #"{"emojis":[{"text":"a","x":0,"y":5,"size":1,"o":2,"p":3}],"zoom":2,"pan":[0,0]}"#)
  }
}
