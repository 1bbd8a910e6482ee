import Testing

@testable import Content

@Suite struct ContentMergeTests {
  private func merge(
    _ name: String, _ base: String, _ ours: String, _ theirs: String
  ) -> (text: String, conflicts: [String]) {
    let merge = ContentMerge(
      name: Array(name.utf8), base: Array(base.utf8), ours: Array(ours.utf8),
      theirs: Array(theirs.utf8))
    return (String(decoding: merge.bytes, as: UTF8.self), merge.conflicts)
  }

  @Test(
    "An unchanged side gives the other one, whatever it is",
    arguments: ["", "a\n", "{", #"{"emojis":[]}"#, "\0\u{1}binary"])
  func unchangedSideGivesTheOther(content: String) {
    for other in ["", "b\n", "[1]", "\0\0"] {
      for name in ["a.txt", "a.json", "a.emojiart", "a"] {
        #expect(merge(name, content, content, other) == (other, []))
        #expect(merge(name, content, other, content) == (other, []))
        #expect(merge(name, content, other, other) == (other, []))
      }
    }
  }

  @Test(
    "What cannot be joined keeps ours whole",
    arguments: [
      (
        "a.json", #"{"a":1}"#, #"{"a":2}"#, "{",
        "theirs is not JSON, so it cannot be joined; ours is kept"
      ),
      (
        "a.json", "{", #"{"a":2}"#, #"{"a":3}"#,
        "the common ancestor is not JSON, so it cannot be joined; ours is kept"
      ),
      (
        "a.emojiart", #"{"emojis":[]}"#, "", #"{"emojis":[],"x":1}"#,
        "ours is empty and theirs was changed; ours is kept"
      ),
      (
        "a.png", "\u{89}PNG\r\n\u{1A}\n\0\0", "\0\0\0\u{1}\u{2}\u{3}", "\0\0\0\u{1}\u{2}\u{4}",
        "both sides changed it, and it is no text; ours is kept"
      ),
    ])
  func keepsOurs(name: String, base: String, ours: String, theirs: String, sentence: String) {
    #expect(merge(name, base, ours, theirs) == (ours, [sentence]))
  }

  @Test func documentsThatBeganApartJoinByElement() {
    #expect(merge("a.json", "", #"{"a":1}"#, #"{"b":2}"#) == (#"{"a":1,"b":2}"#, []))
    #expect(
      merge("a.json", "", #"{"a":1}"#, #"{"a":2}"#)
        == (#"{"a":1}"#, ["/a: 1 here, 2 there"]))
  }

  @Test func damagedJSONOfUsIsMergedAsTextWithMarks() {
    let (text, conflicts) = merge("a.json", "{\n", "{ours\n", "{theirs\n")
    #expect(text == "<<<<<<< ours\n{ours\n=======\n{theirs\n>>>>>>> theirs\n")
    #expect(conflicts == ["1 place is in conflict"])
  }

  @Test func formsInConflictAreTold() {
    let (text, conflicts) = merge("a.txt", "a\nb\n", "a\r\nb\r\n", "a\rb\r")
    #expect(text == "a\r\nb\r\n")
    #expect(conflicts == ["both sides changed the line ends differently; that of ours is kept"])
  }

  @Test("Whatever is damaged, ours or theirs stays whole", arguments: JSONPropertyTests.blocks)
  func structureStaysWhole(block: Int) {
    JSONPropertyTests.forEachSeed(block) { random, seed in
      let year = random.pick(Seeded.years)
      let base = random.sketch()
      var states = [base]
      states += [random.changed(base), random.changed(base)]
      var contents = states.map { random.document($0, year) }
      if random.chance(2) {
        let index = random.below(3)
        contents[index] = random.damaged(contents[index])
      }
      let name = random.pick(["a.emojiart", "a.json", "a.txt", "a"])
      let merge = ContentMerge(
        name: Array(name.utf8), base: contents[0], ours: contents[1], theirs: contents[2])
      let isWhole = contents.allSatisfy { (try? Drawing($0)) != nil && !$0.isEmpty }
      if isWhole { holds((try? Drawing(merge.bytes)) != nil, "seed \(seed)") }
      // Only an unchanged side lets damage of the other one through.
      let isJSON = (try? JSONDocument(parsing: contents[1])) != nil
      if isJSON, name == "a.emojiart", contents[0] != contents[1] {
        holds((try? JSONDocument(parsing: merge.bytes)) != nil, "seed \(seed)")
      }
      for sentence in merge.conflicts {
        holds(
          sentence.unicodeScalars.allSatisfy { !Visible.isUnsafe($0.value) },
          "seed \(seed): \(sentence.debugDescription)")
      }
    }
  }

  @Test func sentencesNeverSteerTheTerminal() {
    let (_, conflicts) = merge(
      "a.json", #"{"a":"1"}"#, #"{"a":"\u001b[2J"}"#, #"{"a":"\u202e"}"#)
    #expect(conflicts.count == 1)
    for sentence in conflicts {
      #expect(sentence.unicodeScalars.allSatisfy { !Visible.isUnsafe($0.value) }, "\(sentence)")
    }
  }
}
