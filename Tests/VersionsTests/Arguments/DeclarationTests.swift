import Testing

@testable import versions

/// Notes names; used by one test at a time.
private final class ReadLog: @unchecked Sendable {
  var names: Set<String> = []
}

@Suite struct DeclarationTests {
  @Test("A command reads all that it declares", arguments: CommandName.allCases)
  func readsWhatItDeclares(name: CommandName) throws {
    let declaration = name.type.declaration
    let log = ReadLog()
    var arguments = ParsedArguments(declaration: declaration)
    arguments.onRead = { log.names.insert($0) }
    // Enough words for each operand that must be there, then for all of them.
    let words = ["bash", "1", "x"].map(bytes)
    for count in 0...declaration.operands.count {
      arguments.operands = Array(words.prefix(count))
      _ = try? name.type.init(arguments)
    }
    let declared = declaration.options.map(\.long) + declaration.operands.map(\.placeholder)
    #expect(log.names == Set(declared))
  }

  @Test("Each example is a right command line", arguments: CommandName.allCases)
  func examplesParse(name: CommandName) throws {
    let declaration = name.type.declaration
    #expect(!declaration.examples.isEmpty)
    for example in declaration.examples {
      let line = try run(
        "bash", ["-c", "versions() { printf '%s\\0' \"$@\"; }; \(Self.bare(example.line))"])
      let words = line.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      #expect(!words.isEmpty, "\(example.line)")
      #expect(throws: Never.self, "\(example.line)") {
        try CommandLineParser.parse(words.map { Array($0.utf8) })
      }
    }
  }

  /// The command without what the shell does with it.
  private static func bare(_ line: String) -> String {
    var line = line
    if line.hasPrefix("source <("), line.hasSuffix(")") {
      line = String(line.dropFirst(9).dropLast())
    }
    return line.firstRange(of: " > ").map { String(line[..<$0.lowerBound]) } ?? line
  }

  @Test("Names are well formed and never clash", arguments: CommandName.allCases)
  func namesAreSound(name: CommandName) {
    let declaration = name.type.declaration
    #expect(declaration.name == name.rawValue)
    let longs = declaration.allOptions.map(\.long)
    #expect(Set(longs).count == longs.count)
    #expect(longs.allSatisfy { $0.hasPrefix("--") && $0 == $0.lowercased() })
    let shorts = declaration.allOptions.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
    let placeholders = declaration.operands.map(\.placeholder)
    #expect(Set(placeholders).count == placeholders.count)
    #expect(declaration.operands.dropLast().allSatisfy { !$0.takesSeveral })
    let afterOptional = declaration.operands.drop { $0.isRequired }
    #expect(afterOptional.allSatisfy { !$0.isRequired })
    for group in declaration.exclusive { #expect(group.allSatisfy(longs.contains)) }
  }

  @Test("Sentences of the declarations are written alike", arguments: CommandName.allCases)
  func sentencesAreAlike(name: CommandName) {
    let declaration = name.type.declaration
    let sentences =
      [declaration.summary] + declaration.operands.map(\.help) + declaration.options.map(\.help)
      + declaration.examples.map(\.meaning)
    for sentence in sentences { #expect(!sentence.hasSuffix("."), "\(sentence)") }
    #expect(declaration.summary.first?.isLowercase == true)
    #expect(declaration.summary.utf8.count <= 66)
  }

  @Test func synonymsBelongToOneCommandAndAreNone() {
    let synonyms = CommandName.declarations.flatMap(\.synonyms)
    #expect(Set(synonyms).count == synonyms.count)
    let names = Set(CommandName.allCases.map(\.rawValue) + CommandName.reserved)
    #expect(names.isDisjoint(with: synonyms))
  }

  @Test func optionsOfEveryCommandClashWithNone() {
    let longs = (GlobalOptions.all + [GlobalOptions.author.declaration]).map(\.long)
    #expect(Set(longs).count == longs.count)
  }
}
