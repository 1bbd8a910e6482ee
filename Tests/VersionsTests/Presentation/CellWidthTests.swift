import Content
import Testing

@testable import versions

@Suite struct CellWidthTests {
  @Test(
    "Cells are counted by character",
    arguments: [
      ("", 0), ("abc", 3), ("café", 4), ("cafe\u{301}", 4), ("日本語", 6), ("ﾊﾝｶｸ", 4), ("한국어", 6),
      ("\u{1112}\u{1161}\u{11ab}", 2), ("Ａ", 2), ("🐝", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("👩🏽‍🚒", 2),
      ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("🇩🇪", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("a\u{fe0f}", 1), ("ไทย", 3),
      ("กี่", 1), ("क्षि", 3), ("“a…”", 4), ("\u{301}", 0), ("─", 1), ("㊙", 2), ("㊙️", 2),
    ])
  func countsCells(text: String, width: Int) {
    #expect(CellWidth.of(text) == width)
    #expect(CellWidth.of(bytes(text)) == width)
  }

  @Test(
    "Text is cut between characters and says so",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""), ("日本語", 6, "日本語"),
      ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
      ("cafe\u{301}s", 4, "caf…"), ("cafe\u{301}sx", 5, "cafe\u{301}…"),
    ])
  func cuts(text: String, limit: Int, expected: String) {
    #expect(CellWidth.truncated(bytes(text), to: limit) == bytes(expected))
    #expect(CellWidth.of(CellWidth.truncated(bytes(text), to: limit)) <= limit)
  }
}
