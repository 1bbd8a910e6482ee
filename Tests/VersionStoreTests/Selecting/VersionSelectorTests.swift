import Testing

@testable import VersionStore

struct VersionSelectorTests {
  @Test(
    arguments: [
      ("12", .number(12), 0), ("007", .number(7), 0), ("0", .number(0), 0), ("-3", .number(-3), 0),
      ("99999999999999999999999", .number(Int(Int32.max)), 0),
      ("first", .first, 0), ("latest", .latest, 0), ("current", .current, 0), ("saved", .saved, 0),
      ("latest~2", .latest, 2), ("latest~0", .latest, 0), ("latest~1~2", .latest, 3),
      ("12~1", .number(12), 1),
      ("10:00~1", .time(.clock(36000)), 1), ("yesterday", .time(.yesterday), 0),
      ("4h", .time(.ago(14400)), 0), ("2026-11-30", .time(.day(20787)), 0),
      ("latest~99999999999999999999", .latest, Int(Int32.max)),
      ("Latest", .label(Array("Latest".utf8)), 0), ("draft", .label(Array("draft".utf8)), 0),
      ("two words", .label(Array("two words".utf8)), 0),
      ("draft~2", .label(Array("draft".utf8)), 2),
      ("draft~", .label(Array("draft~".utf8)), 0), ("a~b", .label(Array("a~b".utf8)), 0),
      ("label:12", .label(Array("12".utf8)), 0),
      ("label:~1", .label(Array("~1".utf8)), 0),
      ("label:latest~", .label(Array("latest~".utf8)), 0),
      ("label:label:x", .label(Array("label:x".utf8)), 0),
      ("2026-13-40", .label(Array("2026-13-40".utf8)), 0),
      ("commit:AbC0", .commit(Array("abc0".utf8)), 0),
      ("commit:abcd~1", .commit(Array("abcd".utf8)), 1),
    ] as [(String, VersionSelector.Base, Int)])
  func `a word is a keyword, a number, a time or a label`(
    text: String, base: VersionSelector.Base, steps: Int
  ) throws {
    let selector = try VersionSelector(text)
    #expect(selector.base == base)
    #expect(selector.stepsBack == steps)
    #expect(selector.text == Array(text.utf8))
  }

  @Test(arguments: [
    ("", "a version cannot be an empty text"),
    ("~", "in '~' a number of versions is to follow '~'"),
    ("~2", "'~2' does not say before which version"),
    ("latest~", "in 'latest~' a number of versions is to follow '~'"),
    ("latest~x", "in 'latest~x' a number of versions is to follow '~'"),
    ("latest~-1", "in 'latest~-1' a number of versions is to follow '~'"),
    ("10:00~", "in '10:00~' a number of versions is to follow '~'"),
    ("label:", "'label:' is to be followed by the label"),
    ("commit:abc", "'commit:abc' has 3 digits: a commit is given by 4 to 40 of them"),
    ("commit:xyz1", "'commit:xyz1' is no commit: only 0-9 and a-f can follow 'commit:'"),
  ])
  func `what cannot be a selector is refused`(text: String, message: String) {
    let error = #expect(throws: StoreError.self) { try VersionSelector(text) }
    #expect(error?.kind == .invalid)
    #expect(error?.message == message)
  }
}
