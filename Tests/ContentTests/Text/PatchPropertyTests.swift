import Testing

@testable import Content

@Suite struct PatchPropertyTests {
  @Test("git apply takes the unified form and gives the newer text, for 10,000 pairs")
  func gitAppliesEveryPatch() {
    for batch in 0..<10 {
      var generator = TextGenerator(seed: 100 + UInt64(batch))
      let scratch = ScratchFolder()
      var patch: [UInt8] = []
      var expected: [(name: String, content: [UInt8]?)] = []
      for index in 0..<1000 {
        let (old, new) = generator.pair()
        let kind = generator.number(0..<12)
        let name = (kind == 2 ? "ü \"\(index)\t" : "f \(index)")
        var older = PatchSide(name: name, content: TextContent(generator.encoded(old)))
        var newer = PatchSide(name: name, content: TextContent(generator.encoded(new)))
        if kind == 0 { older.content = nil }
        if kind == 1 { newer.content = nil }
        if let content = older.content {
          writeFile(scratch.path + "/" + name, content.bytes)
        }
        var options = ComparisonOptions()
        options.algorithm = kind % 2 == 0 ? .myers : .patience
        options.context = kind == 3 ? 1 : 3
        patch += UnifiedPatch(old: older, new: newer, options: options).bytes
        expected.append((name, newer.content?.bytes))
      }
      let result = runProgram(["git", "apply", "-p1", "-"], in: scratch.path, input: patch)
      #expect(result.status == 0, "\(result.errors.prefix(500))")
      let wrong = expected.filter { readFile(scratch.path + "/" + $0.name) != $0.content }
      #expect(wrong.isEmpty, "batch \(batch): \(wrong.first?.name ?? "")")
      withExtendedLifetime(scratch) {}
    }
  }

  @Test("patch takes the unified form too")
  func patchAppliesPatches() throws {
    var generator = TextGenerator(seed: 200)
    let scratch = ScratchFolder()
    var patch: [UInt8] = []
    var expected: [(name: String, content: [UInt8])] = []
    for index in 0..<300 {
      let lines = generator.lines()
      let old = generator.joined(lines + [Array("end".utf8)], ends: [[0x0A]])
      let new = generator.joined(
        generator.edited(lines) + [Array("end".utf8)], ends: [[0x0A]])
      let name = "f\(index)"
      writeFile(scratch.path + "/" + name, old)
      patch +=
        UnifiedPatch(
          old: PatchSide(name: name, content: TextContent(old)),
          new: PatchSide(name: name, content: TextContent(new))
        ).bytes
      expected.append((name, new))
    }
    let result = runProgram(
      ["patch", "--binary", "-s", "-p1"], in: scratch.path, input: patch)
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self).prefix(500))")
    let wrong = expected.filter { readFile(scratch.path + "/" + $0.name) != $0.content }
    #expect(wrong.map(\.name) == [])
    withExtendedLifetime(scratch) {}
  }

  @Test("The unified form of valid UTF-8 is valid UTF-8, for 10,000 pairs")
  func validTextGivesValidPatches() {
    var generator = TextGenerator(seed: 300)
    for round in 0..<10_000 {
      let lines = generator.lines().map { Array(repeatElement($0, count: 3).joined()) }
      let old = generator.joined(lines)
      let new = generator.joined(generator.edited(lines))
      let patch = UnifiedPatch(
        old: PatchSide(name: "ä\u{1}", content: TextContent(old)),
        new: PatchSide(name: "ä\u{1}", content: TextContent(new)))
      guard UTF8Check.isValid(patch.bytes) else {
        Issue.record("round \(round): \(old) -> \(new)")
        return
      }
    }
  }
}
