import Testing

@testable import Content

@Suite(.enabled(if: SharedCases.areThere, SharedCases.absence))
struct SharedDrawingTests {
  static func diff(_ older: String, _ newer: String) throws -> DrawingDiff {
    DrawingDiff(
      from: try Drawing(SharedCases.read(older)), to: try Drawing(SharedCases.read(newer)))
  }

  @Test func changesAreThoseThatTheCaseExpects() throws {
    let answers = try JSONDocument(parsing: SharedCases.read("E02-expected-changes.json"))
    func answer(_ pointer: String) throws -> JSONDocument.Node {
      try answers.node(at: JSONPointer(pointer))
    }
    func integers(_ pointer: String) throws -> [Int] {
      answers.elements(of: try answer(pointer)).compactMap {
        JSONNumber(spelling: String(decoding: answers.spelling(of: $0), as: UTF8.self)).integer
      }
    }
    let diff = try Self.diff("E02-ids-v1.emojiart", "E02-ids-v2.emojiart")
    var added: [Int] = []
    var removed: [Int] = []
    var sentences: [String] = []
    func number(_ id: Emoji.Identifier?) throws -> Int {
      guard case .number(let value) = try #require(id) else { return -1 }
      return value
    }
    for change in diff.changes {
      switch change {
      case .added(let emoji, _): added.append(try number(emoji.id))
      case .removed(let emoji, _): removed.append(try number(emoji.id))
      case .moved(let change):
        let id = try number(change.new.id)
        #expect([change.dx.integer, change.dy.integer] == (try integers("/moved/\(id)")))
      case .resized(let change):
        let id = try number(change.new.id)
        #expect(
          [change.old.size.integer, change.new.size.integer] == (try integers("/resized/\(id)")))
      case .textChanged(let change):
        let id = try number(change.new.id)
        let texts = answers.elements(of: try answer("/text_changed/\(id)"))
        #expect([change.old.text, change.new.text] == texts.map { answers.string(of: $0) })
      case .backgroundChanged: sentences.append(change.sentence)
      case .reordered, .formatChanged, .other: Issue.record("not expected: \(change.sentence)")
      }
    }
    #expect(try integers("/added") == added)
    #expect(try integers("/removed") == removed)
    #expect(sentences == ["background meadow.jpg → night.jpg"])
    #expect(answers.string(of: try answer("/background")) == "meadow.jpg -> night.jpg")
  }

  @Test func withoutIdentifiersTheSameIsFound() throws {
    let diff = try Self.diff("E02-noids-v1.json", "E02-noids-v2.json")
    #expect(diff.sentences == ["🌙 added", "🐝 moved right 10"])
    let doubled = try Self.diff("E02-dupids.emojiart", "E02-ids-v1.emojiart")
    #expect(doubled.sentences == ["☀️ added", "👨‍👩‍👧 added", "/emojis/1/id 1 → 2"])
  }

  @Test(
    arguments: [
      "E01-order-v1.emojiart", "E01-order-v2.emojiart", "E01-order-v3-pretty.emojiart",
    ],
    [
      "E01-order-v1.emojiart", "E01-order-v2.emojiart", "E01-order-v3-pretty.emojiart",
    ])
  func keyOrderAndSpellingAreNoChangeInTheDrawing(older: String, newer: String) throws {
    let diff = try Self.diff(older, newer)
    #expect(diff.isSameDrawing)
    let whats = diff.changes.map { change in
      if case .formatChanged(let change) = change { change.what.rawValue } else { "?" }
    }
    #expect(whats == (older == newer ? [] : ["jsonFormatting"]))
  }

  static let shapes = [
    "E03-2017-url.json", "E03-2020.json", "E03-2021-url.emojiart",
    "E03-2021-fileurlkey.emojiart", "E03-2021-synth-url.emojiart", "E03-2021-location.emojiart",
    "E03-2021-blank.emojiart", "E03-2021-synth-blank.emojiart", "E03-2021-imagedata.emojiart",
    "E03-2021-synth-imagedata.emojiart", "E03-2023.emojiart", "E03-2023-renamed-keys.emojiart",
    "E03-2023-nobackground.emojiart", "E03-2017-imagedata.json", "E03-2017-new.emojiart",
    "E03-2017-fileurl.json", "E03-2020-nobackground.json", "E03-2020-untitled-no-extension",
  ]

  @Test(arguments: shapes, shapes)
  func allShapesCompareAndMerge(older: String, newer: String) throws {
    let first = try Drawing(SharedCases.read(older))
    let second = try Drawing(SharedCases.read(newer))
    let diff = DrawingDiff(from: first, to: second)
    #expect(diff.isEmpty == (older == newer))
    // Whatever differs, the bees at 10, -20 are the same one.
    let hasBee = [first, second].allSatisfy { drawing in
      drawing.emojis.contains { $0.text == "🐝" && $0.x.integer == 10 && $0.size.integer == 64 }
    }
    if hasBee {
      #expect(!diff.sentences.contains("🐝 added"))
      #expect(!diff.sentences.contains { $0.hasPrefix("🐝 moved") })
    }
    let merge = DrawingMerge(base: first, ours: first, theirs: second)
    #expect(merge.bytes == second.document?.source.bytes ?? [])
  }

  @Test(arguments: [
    ("E03-2021-url.emojiart", "E03-2021-synth-url.emojiart", "2021", "2021, compiler-made"),
    ("E03-2021-blank.emojiart", "E03-2021-synth-blank.emojiart", "2021", "2021, compiler-made"),
    (
      "E03-2021-imagedata.emojiart", "E03-2021-synth-imagedata.emojiart", "2021",
      "2021, compiler-made"
    ),
    ("E03-2021-url.emojiart", "E03-2021-fileurlkey.emojiart", "2021", "2021 (file_url)"),
  ])
  func theSameDrawingOfTwoYearsIsOnlyAFormatChange(
    older: String, newer: String, from: String, to: String
  ) throws {
    #expect(try Self.diff(older, newer).sentences == ["format \(from) → \(to)"])
    #expect(try Self.diff(newer, older).sentences == ["format \(to) → \(from)"])
  }

  @Test func copyingKeepsEveryOtherByte() throws {
    let from = try SharedCases.read("E06-copy-from-old.emojiart")
    let into = try SharedCases.read("E06-copy-into-now.emojiart")
    let expected = try SharedCases.read("E06-expected-after-copy.emojiart")
    #expect(try Drawing.copyEmoji(named: "2", from: from, into: into).bytes == expected)
    #expect(try Drawing.copyEmoji(named: "🌻", from: from, into: into).bytes == expected)
    #expect(try Drawing.copyEmoji(named: "#1", from: from, into: into).bytes == expected)
  }

  @Test(arguments: [
    "E04-hugeint.emojiart", "E04-not-object.json", "E04-truncated.emojiart", "E04-unrelated.json",
    "E04-wrong-types.emojiart",
  ])
  func damagedDrawingsAreNeverCopiedFromOrInto(name: String) throws {
    let damaged = try SharedCases.read(name)
    let sound = try SharedCases.read("E02-ids-v1.emojiart")
    #expect(throws: PartCopyError.self) {
      try Drawing.copyEmoji(named: "#0", from: damaged, into: sound)
    }
    #expect(throws: PartCopyError.self) {
      try Drawing.copyEmoji(named: "#0", from: sound, into: damaged)
    }
    #expect(throws: PartCopyError.self) { try Drawing.copyBackground(from: sound, into: damaged) }
  }

  @Test func marksAndEncodingsOfTheTargetStay() throws {
    let from = try SharedCases.read("E02-ids-v1.emojiart")
    for name in ["E04-bom.emojiart", "E04-utf16.emojiart"] {
      let into = try SharedCases.read(name)
      let copy = try Drawing.copyEmoji(named: "🌻", from: from, into: into)
      let result = try Drawing(copy.bytes)
      #expect(result.document?.source.encoding == (try Drawing(into).document?.source.encoding))
      #expect(result.document?.source.hasMark == true)
      #expect(result.emojis.map(\.text) == ["🐝", "🌻"])
      #expect(copy.bytes.starts(with: into.prefix(100)))
    }
  }
}
