/// Reads a command line: options in any order, GNU style, names as bytes.
struct CommandLineParser {
  private let words: [[UInt8]]
  private var next = 0
  private var parsed: ParsedArguments
  /// Options before the command's name are known to every command, and `--author`.
  private var known: [OptionDeclaration]
  private var command: (any Command.Type)?
  private var optionsEnded = false

  /// What a command line asks for.
  enum Request: Sendable {
    case run(any Command, GlobalArguments)
    case help((any Command.Type)?)
    case version(json: Bool)
  }

  /// Reads the arguments after the program's name.
  static func parse(_ words: [[UInt8]]) throws(UsageError) -> Request {
    var parser = CommandLineParser(words)
    do {
      return try parser.request()
    } catch {
      // Whoever asks for help amid a mistake gets the help.
      if parser.asksForHelpLater { return .help(parser.command) }
      throw error
    }
  }

  /// Whether a command line, right or wrong, asks for JSON: how to report that it is wrong.
  static func wantsJSON(_ words: [[UInt8]]) -> Bool {
    words.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8))
  }

  private init(_ words: [[UInt8]]) {
    self.words = words
    known = [GlobalOptions.author.declaration] + GlobalOptions.all
    parsed = ParsedArguments(declaration: Self.noCommand)
  }

  private static let noCommand = CommandDeclaration("", .library, "", saves: true, examples: [])

  private mutating func request() throws(UsageError) -> Request {
    while next < words.count {
      let word = words[next]
      next += 1
      if optionsEnded || word.first != UInt8(ascii: "-") || word.count == 1 {
        try takePlain(word)
      } else if word.count == 2, word[1] == UInt8(ascii: "-") {
        optionsEnded = true
      } else if word[1] == UInt8(ascii: "-") {
        try takeLong(word)
      } else {
        try takeShort(word)
      }
    }
    if parsed[GlobalOptions.help] { return .help(command) }
    if parsed[GlobalOptions.version] { return .version(json: parsed[GlobalOptions.json]) }
    guard let command else { throw .missingCommand }
    try checkExclusive()
    try checkOperands()
    let globals = try GlobalArguments(parsed)
    return .run(try command.init(parsed), globals)
  }

  private var asksForHelpLater: Bool {
    if parsed[GlobalOptions.help] { return true }
    guard !optionsEnded else { return false }
    return words[min(next, words.count)...].prefix { $0 != Array("--".utf8) }.contains {
      $0 == Array("--help".utf8) || $0 == Array("-h".utf8)
    }
  }

  private mutating func takePlain(_ word: [UInt8]) throws(UsageError) {
    guard command == nil else {
      parsed.operands.append(word)
      return
    }
    let type = try CommandName.find(word)
    command = type
    let declaration = type.declaration
    parsed = ParsedArguments(
      declaration: declaration, options: parsed.options, onRead: parsed.onRead)
    known = declaration.allOptions
    for given in parsed.options where !known.contains(where: { $0.long == given.long }) {
      let long = Array(given.long.utf8)
      throw .unknownOption(long, word: long, command: declaration.name)
    }
  }

  private mutating func takeLong(_ word: [UInt8]) throws(UsageError) {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let name = word[..<(equals ?? word.endIndex)]
    let option = known.first {
      name.elementsEqual($0.long.utf8) || ($0.alias.map { name.elementsEqual($0.utf8) } ?? false)
    }
    guard let option else {
      let full = known.map(\.long).filter { $0.utf8.starts(with: name) && name.count > 2 }
      if !full.isEmpty { throw .abbreviatedOption(Array(name), full: full) }
      throw .unknownOption(Array(name), word: word, command: command?.declaration.name)
    }
    guard let value = option.value else {
      if let equals {
        throw .unexpectedValue(option: option.long, value: Array(word[(equals + 1)...]))
      }
      return try record(option, [])
    }
    if let equals { return try record(option, Array(word[(equals + 1)...])) }
    try recordNext(option, value)
  }

  /// Takes `-z`, several flags in one word, and `-n5` or `-n 5`.
  private mutating func takeShort(_ word: [UInt8]) throws(UsageError) {
    for index in 1..<word.count {
      let option = known.first { $0.short.map { $0.value == UInt32(word[index]) } ?? false }
      guard let option else {
        let letter = word[index] < 0x80 ? [UInt8(ascii: "-"), word[index]] : word
        throw .unknownOption(letter, word: word, command: command?.declaration.name)
      }
      if let value = option.value {
        let rest = word[(index + 1)...]
        return rest.isEmpty ? try recordNext(option, value) : try record(option, Array(rest))
      }
      try record(option, [])
    }
  }

  private mutating func recordNext(
    _ option: OptionDeclaration, _ value: OptionDeclaration.Value
  ) throws(UsageError) {
    guard next < words.count else {
      throw .missingValue(option: option.long, placeholder: value.placeholder)
    }
    next += 1
    try record(option, words[next - 1])
  }

  private mutating func record(_ option: OptionDeclaration, _ value: [UInt8]) throws(UsageError) {
    if option.repetition == .refused, parsed.options.contains(where: { $0.long == option.long }) {
      throw .repeatedOption(option.long)
    }
    parsed.options.append((option.long, value))
  }

  private func checkExclusive() throws(UsageError) {
    for group in parsed.declaration.exclusive {
      let given = group.filter { long in parsed.options.contains { $0.long == long } }
      if given.count > 1 { throw .exclusiveOptions(given[0], given[1]) }
    }
  }

  private func checkOperands() throws(UsageError) {
    let declaration = parsed.declaration
    let required = declaration.operands.filter(\.isRequired)
    if parsed.operands.count < required.count {
      throw .missingOperand(
        required[parsed.operands.count].placeholder, command: declaration.name)
    }
    let takesSeveral = declaration.operands.last?.takesSeveral ?? false
    if !takesSeveral, parsed.operands.count > declaration.operands.count {
      throw .unexpectedOperand(
        parsed.operands[declaration.operands.count], command: declaration.name)
    }
  }
}
