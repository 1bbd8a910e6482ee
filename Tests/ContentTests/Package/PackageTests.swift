import Testing

@testable import Content

@Suite struct PackageTests {
  static func package(_ parts: [(String, String)]) -> PackageContent<[UInt8]> {
    PackageContent(
      parts.map { .init(path: Array($0.0.utf8), content: Array($0.1.utf8)) })
  }

  static func paths(_ package: PackageContent<[UInt8]>) -> [String] {
    package.parts.map { String(decoding: $0.path, as: UTF8.self) }
  }

  @Test func partsAreSortedByBytesAndFoundByPath() {
    let package = Self.package([("b", "2"), ("a/é", "1"), ("a.txt", "3"), ("B", "4"), ("b", "5")])
    #expect(Self.paths(package) == ["B", "a.txt", "a/é", "b"])
    #expect(package.part(at: Array("b".utf8))?.content == Array("5".utf8))
    #expect(package.part(at: Array("a".utf8)) == nil)
    #expect(package.parts(named: Array("a".utf8)).count == 1)
    #expect(package.parts(named: Array("a/".utf8)).count == 1)
  }

  @Test func theDiffNamesEachPartThatDiffers() {
    let older = Self.package([
      ("info.json", "{}"), ("text.md", "a"), ("assets/x.png", "p"), ("z", "9"),
    ])
    let newer = Self.package([
      ("info.json", "{}"), ("text.md", "b"), ("assets/y.png", "p"), ("new", "1"),
    ])
    let diff = PackageDiff(from: older, to: newer)
    #expect(
      diff.changes.map { "\($0.kind) \(String(decoding: $0.path, as: UTF8.self))" }
        == ["renamed assets/y.png", "added new", "changed text.md", "removed z"])
    #expect(PackageDiff(from: older, to: older).changes.isEmpty)
  }

  @Test func modesAreChangesOfTheirOwn() {
    let plain = PackageContent<Int>([.init(path: [97], content: 1)])
    let executable = PackageContent<Int>([.init(path: [97], content: 1, isExecutable: true)])
    #expect(PackageDiff(from: plain, to: executable).changes.map(\.kind) == [.modeChanged])
  }

  @Test func eachPartIsComparedByItsOwnKind() {
    let older = Self.package([("a.json", "[1]"), ("t.md", "x")])
    let newer = Self.package([("a.json", "[2]"), ("d.emojiart", ""), ("t.md", "y")])
    let answers = PackageDiff(from: older, to: newer).compareParts {
      $0
    } compare: { _, old, new in
      "\(old?.type.kind.rawValue ?? "-") \(new?.type.kind.rawValue ?? "-")"
    }
    #expect(answers.map(\.answer) == ["json json", "- emojiArt", "text text"])
  }

  @Test func aPartIsCopiedByName() throws {
    let older = Self.package([("text.md", "old"), ("assets/x", "1"), ("assets/y", "2")])
    let newer = Self.package([("text.md", "new"), ("assets/z", "3"), ("k", "4")])
    let text = try newer.copying(partsNamed: Array("text.md".utf8), from: older)
    #expect(text == Self.package([("text.md", "old"), ("assets/z", "3"), ("k", "4")]))
    let folder = try newer.copying(partsNamed: Array("assets".utf8), from: older)
    #expect(
      folder
        == Self.package([("text.md", "new"), ("assets/x", "1"), ("assets/y", "2"), ("k", "4")]))
  }

  @Test func partsThatDoNotFitAreRefused() {
    let older = Self.package([("k/x", "1")])
    let newer = Self.package([("k", "4")])
    let missing = #expect(throws: PackageCopyError.self) {
      try newer.copying(partsNamed: Array("no".utf8), from: older)
    }
    #expect(missing?.description == "there is no part 'no' in that version")
    let blocked = #expect(throws: PackageCopyError.self) {
      try newer.copying(partsNamed: Array("k/x".utf8), from: older)
    }
    #expect(blocked?.description == "'k/x' is not copied, as 'k' stands in its way")
  }
}
