import Files
import Testing

/// A pack that is missing or damaged: what is elsewhere works, the rest names the pack.
struct BrokenPackTests {
  /// 'a.txt' is in the first pack, 'b.txt' in the second, 'c.txt' in files of its own.
  private func library() throws -> (sandbox: Sandbox, packOfA: String) {
    let sandbox = try Sandbox()
    try save("a.txt", in: sandbox)
    try sandbox.git("repack", "-q", "-d")
    let first = try packs(of: sandbox)
    #expect(first.count == 1)
    try save("b.txt", in: sandbox)
    try sandbox.git("repack", "-q", "-d")
    #expect(try packs(of: sandbox).count == 2)
    try save("c.txt", in: sandbox)
    return (sandbox, try #require(first.first))
  }

  private func save(_ name: Word, in sandbox: Sandbox) throws {
    for number in 1...3 {
      try sandbox.write(name, Word("\(name.text) \(number)\n"))
      try sandbox.succeed("save", name)
    }
  }

  private func packs(of sandbox: Sandbox) throws -> [String] {
    try Folder.entries(of: sandbox.store.appending("objects/pack"))
      .map { String(decoding: $0.name, as: UTF8.self) }.filter { $0.hasSuffix(".pack") }
      .map { String($0.dropLast(5)) }
  }

  @Test(
    arguments: [
      [".pack"], [".pack", ".idx"], [".pack", ".idx", ".rev"], [".idx"],
    ])
  func missingPackIsNamedAndOthersWork(endings: [String]) throws {
    let (sandbox, pack) = try library()
    let folder = sandbox.store.appending("objects/pack")
    for ending in endings { try FileSystem.removeAll(folder.appending(pack + ending)) }
    // Where nothing of a pack is left, nobody can know its name.
    let packIsKnown = endings == [".pack"] || endings == [".idx"]
    for words in [["list", "a.txt"], ["show", "a.txt", "1"]] as [[Word]] {
      let answer = try sandbox.versions(words, within: .seconds(10))
      #expect(answer.ending == .exit(6), "\(words): \(answer.text) \(answer.errorText)")
      #expect(answer.errorText.contains("damaged"))
      if packIsKnown { #expect(answer.errorText.contains(pack), "\(answer.errorText)") }
    }
    try sandbox.write("a.txt", "a.txt 4\n")
    let save = try sandbox.versions("save", "a.txt", within: .seconds(10))
    #expect(save.ending == .exit(6), "\(save.text)")
    for name in ["b.txt", "c.txt"] as [Word] {
      try sandbox.write(name, Word("\(name.text) 4\n"))
      #expect(try sandbox.succeed("save", name).text == "\(name.text): version 4\n")
      try sandbox.expect(name, holds: (1...4).map { Word("\(name.text) \($0)\n") })
    }
    let list = try sandbox.versions("list", within: .seconds(10))
    #expect(list.ending == .exit(6))
    #expect(list.text.contains("b.txt") && list.text.contains("c.txt"))
    let log = try sandbox.versions("log", within: .seconds(10))
    #expect(log.ending == .exit(6))
    #expect(log.text.contains("b.txt") && log.text.contains("c.txt"))
  }

  @Test(arguments: ["pack", "idx"], ["empty", "header", "half", "allButOneByte", "garbage"])
  func damagedPackNeverHangsOrCrashes(ending: String, damage: String) throws {
    let (sandbox, pack) = try library()
    let path = sandbox.store.appending("objects/pack/\(pack).\(ending)")
    let whole = try File(path).readToEnd()
    let bytes: [UInt8] =
      switch damage {
      case "empty": []
      case "header": Array(whole.prefix(12))
      case "half": Array(whole.prefix(whole.count / 2))
      case "allButOneByte": Array(whole.dropLast())
      default: Array(whole.prefix(12)) + whole.dropFirst(12).map { $0 ^ 0x55 }
      }
    try FileSystem.remove(path)
    try File(path, [.write, .createNew]).write(bytes)
    for words in [["list", "a.txt"], ["show", "a.txt", "1"], ["show", "a.txt"]] as [[Word]] {
      let answer = try sandbox.versions(words, within: .seconds(10))
      #expect(
        [.exit(0), .exit(6)].contains(answer.ending), "\(answer.ending) \(answer.errorText)")
      if answer.ending == .exit(0), words[0] == "show" {
        let number = words.count == 3 ? 1 : 3
        #expect(answer.text == "a.txt \(number)\n")
      }
    }
    try sandbox.write("a.txt", "a.txt 4\n")
    let save = try sandbox.versions("save", "a.txt", within: .seconds(10))
    #expect(
      save.ending == .exit(6) || save.text == "a.txt: version 4\n",
      "\(save.ending) \(save.text) \(save.errorText)")
    for name in ["b.txt", "c.txt"] as [Word] {
      try sandbox.write(name, Word("\(name.text) 4\n"))
      #expect(try sandbox.succeed("save", name).text == "\(name.text): version 4\n")
      try sandbox.expect(name, holds: (1...4).map { Word("\(name.text) \($0)\n") })
    }
  }
}
