import Files
import Testing

/// What is damaged in a store is told at once and by name, and touches nothing that is whole.
struct DamageTests {
  /// What can become of a file.
  enum Damage: String, CaseIterable {
    case empty, oneByte, half, allButOneByte, garbage, longer, deleted

    func apply(to path: FilePath, content: [UInt8]) throws {
      try FileSystem.removeAll(path)
      let bytes: [UInt8]
      switch self {
      case .empty: bytes = []
      case .oneByte: bytes = Array(content.prefix(1))
      case .half: bytes = Array(content.prefix(content.count / 2))
      case .allButOneByte: bytes = Array(content.dropLast())
      case .garbage: bytes = content.indices.map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
      case .longer: bytes = content + content
      case .deleted: return
      }
      try File(path, [.write, .createNew], permissions: 0o600).write(bytes)
    }
  }

  /// Time in which an endless loop shows, on a loaded machine, too.
  private static let limit = Duration.seconds(10)

  private let sandbox: Sandbox
  private let image: StoreImage
  private let contents: [Word] = ["one\n", "one\ntwo\n", "one\ntwo\nthree\n"]

  /// Two documents: 'a.txt' with three versions, 'b.txt' with two.
  init() throws {
    sandbox = try Sandbox()
    for content in contents {
      try sandbox.write("a.txt", content)
      try sandbox.succeed("save", "a.txt")
    }
    for content in ["eins\n", "zwei\n"] as [Word] {
      try sandbox.write("b.txt", content)
      try sandbox.succeed("save", "b.txt")
    }
    image = try StoreImage(of: sandbox.store)
  }

  @Test(arguments: Damage.allCases)
  func damagedObjectIsNamedAndHidesNothingElse(damage: Damage) throws {
    let objects = try objectsOfA()
    #expect(objects.count == 10)
    for (name, role) in objects {
      let path = "objects/\(name.prefix(2))/\(name.dropFirst(2))"
      try image.putBack()
      try damage.apply(to: sandbox.store.appending(path), content: image.content(of: path))
      let row = "\(damage) \(role)"
      try expectSurvival(row, naming: name)
      // Versions of which nothing is damaged can be shown.
      for number in 1...3 where !role.hasSuffix(" \(number)") {
        let answer = try sandbox.versions("show", "a.txt", "\(number)", within: Self.limit)
        #expect(
          answer.ending == .exit(0) && Word(answer.output) == contents[number - 1],
          "\(row): show \(number): \(answer.ending) \(answer.errorText)")
      }
      try expectNoNewBeginning(row, naming: name)
    }
    try image.putBack()
  }

  @Test func objectCutAtAnyLengthIsToldAsDamage() throws {
    let head = try #require(try sandbox.history("a.txt").last).commit
    let path = "objects/\(head.prefix(2))/\(head.dropFirst(2))"
    let whole = image.content(of: path)
    for length in 0..<whole.count {
      let file = sandbox.store.appending(path)
      try FileSystem.remove(file)
      try File(file, [.write, .createNew]).write(Array(whole.prefix(length)))
      let answer = try sandbox.versions("show", "a.txt", within: Self.limit)
      #expect(answer.ending == .exit(6), "cut at \(length): \(answer.ending)")
      #expect(answer.errorText.contains(head) && answer.output.isEmpty, "cut at \(length)")
    }
    try image.putBack()
  }

  @Test(arguments: ["chain", "alias"])
  func referenceCutAtAnyLengthNeverBeginsAnotherHistory(kind: String) throws {
    let path = try references()[kind == "chain" ? 0 : 1]
    let whole = image.content(of: path)
    let file = sandbox.store.appending(path)
    // An object's name has 40 digits; a length is as good as its neighbours but at the ends.
    for length in [0, 1, 2, 10, 20, 30, 38, 39, 40] where length < whole.count {
      try image.putBack()
      try File(file, [.write, .truncate]).write(Array(whole.prefix(length)))
      let row = "\(kind) cut at \(length)"
      let answer = try sandbox.versions("list", "a.txt", within: Self.limit)
      #expect([.exit(0), .exit(6)].contains(answer.ending), "\(row): \(answer.ending)")
      try expectNoNewBeginning(row, naming: path)
    }
    try image.putBack()
  }

  @Test(arguments: Damage.allCases)
  func damagedReferenceIsNamedAndHidesNothingElse(damage: Damage) throws {
    for path in try references() {
      try image.putBack()
      let file = sandbox.store.appending(path)
      try damage.apply(to: file, content: image.content(of: path))
      func check() throws {
        try expectSurvival("\(damage) \(path)", naming: path)
        try expectNoNewBeginning("\(damage) \(path)", naming: path)
      }
      try check()
    }
    try image.putBack()
  }

  @Test(arguments: Damage.allCases)
  func damagedPackedReferencesNeverBeginAnotherHistory(damage: Damage) throws {
    try sandbox.git("pack-refs", "--all")
    // The next save counts what is packed, and 'b.txt' gets a reference in a file again.
    try sandbox.write("b.txt", "drei\n")
    try sandbox.succeed("save", "b.txt")
    let packed = try StoreImage(of: sandbox.store)
    let file = sandbox.store.appending("packed-refs")
    try damage.apply(to: file, content: packed.content(of: "packed-refs"))
    for words in [["list", "a.txt"], ["show", "a.txt", "1"], ["log"], ["list"]] as [[Word]] {
      let answer = try sandbox.versions(words, within: Self.limit)
      #expect(
        answer.ending == .exit(6) && answer.errorText.contains("packed-refs"),
        "\(damage): \(words): \(answer.ending) \(answer.text) \(answer.errorText)")
    }
    for name in ["a.txt", "new.txt"] as [Word] {
      try sandbox.write(name, "something else\n")
      let answer = try sandbox.versions("save", name, within: Self.limit)
      #expect(
        answer.ending == .exit(6) && answer.errorText.contains("packed-refs"),
        "\(damage): save \(name): \(answer.ending) \(answer.text) \(answer.errorText)")
    }
    // Once the file is back, so is everything, and the numbers go on.
    try packed.putBack()
    #expect(try sandbox.succeed("save", "a.txt").text == "a.txt: version 4\n")
    try sandbox.checkStore()
  }

  @Test(arguments: Damage.allCases)
  func damagedFilesOfOurOwnAreNoObstacle(damage: Damage) throws {
    for path in image.paths where path.hasPrefix("versions/") {
      try image.putBack()
      try damage.apply(to: sandbox.store.appending(path), content: image.content(of: path))
      for name in ["a.txt", "b.txt"] as [Word] {
        try sandbox.write(name, Word("after \(damage) of \(path)\n"))
        let answer = try sandbox.versions("save", name, within: Self.limit)
        let next = name == "a.txt" ? 4 : 3
        #expect(
          answer.ending == .exit(0) && answer.text == "\(name.text): version \(next)\n",
          "\(damage) \(path): \(answer.text) \(answer.errorText)")
      }
    }
    try image.putBack()
  }

  @Test(arguments: ["HEAD", "config"], Damage.allCases)
  func damagedHeadAndSettings(path: String, damage: Damage) throws {
    try image.putBack()
    try damage.apply(to: sandbox.store.appending(path), content: image.content(of: path))
    try sandbox.write("a.txt", "new\n")
    let commands: [[Word]] = [
      ["list"], ["list", "a.txt"], ["show", "b.txt", "1"], ["log"], ["save", "a.txt"],
    ]
    for words in commands {
      let answer = try sandbox.versions(words, within: Self.limit)
      #expect(
        answer.ending == .exit(0)
          || answer.ending == .exit(6) && answer.errorText.contains(path),
        "\(damage) \(path): \(words.map(\.text)): \(answer.ending) \(answer.errorText)")
      if words[0] == "save", answer.ending == .exit(0) {
        #expect(answer.text == "a.txt: version 4\n", "\(damage) \(path)")
      }
    }
    try image.putBack()
  }

  // MARK: -

  /// Every object that 'a.txt' needs, with what it is: "commit 2", "blob 3", "alias".
  private func objectsOfA() throws -> [(name: String, role: String)] {
    var objects: [(String, String)] = []
    for version in try sandbox.history("a.txt") {
      objects.append((version.commit, "commit \(version.version)"))
      for (kind, path) in [("tree", "^{tree}"), ("blob", ":a.txt")] {
        let name = try sandbox.git("rev-parse", Word(version.commit + path)).lines[0]
        objects.append((name, "\(kind) \(version.version)"))
      }
    }
    let alias = try references()[1]
    objects.append((try sandbox.git("rev-parse", Word(alias)).lines[0], "alias"))
    return objects
  }

  /// Paths in the store of the references of 'a.txt': its chain and its alias.
  private func references() throws -> [String] {
    let digits = try #require(try sandbox.history("a.txt").last).id.filter { $0 != "-" }
    // The SHA-1 of "a.txt".
    let alias = "refs/paths/cf/c7b4885384957ae445bc14914d4588f607651c"
    return ["refs/documents/\(digits.prefix(2))/\(digits.dropFirst(2))", alias]
  }

  /// All commands end by themselves with 0 or 6, the damage named, and the other document works.
  private func expectSurvival(_ row: String, naming name: String) throws {
    try sandbox.write("a.txt", contents[2])
    let commands: [[Word]] = [
      ["list", "a.txt"], ["show", "a.txt"], ["log"], ["list"], ["log", "a.txt"],
    ]
    for words in commands {
      let answer = try sandbox.versions(words, within: Self.limit)
      let told =
        answer.errorText.contains("damaged")
        && (answer.errorText.contains(name) || words.count == 1)
      #expect(
        answer.ending == .exit(0) || answer.ending == .exit(6) && told,
        "\(row): \(words.map(\.text)): \(answer.ending) \(answer.errorText)")
      if words.count == 1 { #expect(answer.text.contains("b.txt"), "\(row): \(words[0])") }
    }
    try sandbox.write("b.txt", "drei\n")
    let save = try sandbox.versions("save", "b.txt", within: Self.limit)
    #expect(save.text == "b.txt: version 3\n", "\(row): \(save.errorText)")
    let shown = try sandbox.versions("show", "b.txt", "2", within: Self.limit)
    #expect(shown.text == "zwei\n", "\(row): \(shown.errorText)")
  }

  /// The next save is the next version or is refused; it is never version 1 again.
  private func expectNoNewBeginning(_ row: String, naming name: String) throws {
    try sandbox.write("a.txt", "four\n")
    let answer = try sandbox.versions("save", "a.txt", within: Self.limit)
    if answer.ending == .exit(0) {
      #expect(answer.text == "a.txt: version 4\n", "\(row)")
      let shown = try sandbox.versions("show", "a.txt", "4", within: Self.limit)
      #expect(Word(shown.output) == "four\n", "\(row): \(shown.errorText)")
    } else {
      #expect(
        answer.ending == .exit(6) && answer.errorText.contains(name),
        "\(row): save: \(answer.ending) \(answer.errorText)")
    }
    #expect(try sandbox.read("a.txt") == "four\n")
  }
}
