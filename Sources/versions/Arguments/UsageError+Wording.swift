/// How each mistake is told, in one place: a sentence, then what to do.
extension UsageError {
  /// One sentence without a full stop.
  var message: String {
    switch self {
    case .missingCommand:
      "no command given"
    case .unknownCommand(let name):
      "there is no command \(quoted(name))"
    case .reservedCommand(let name):
      "'\(name)' is a reserved name for a command that is not built yet"
    case .unknownTopic(let name):
      "there is no command or help topic \(quoted(name))"
    case .unknownOption(let option, let word, let command):
      if let command {
        "'\(command)' has no option \(quoted(option, in: word))"
      } else {
        "there is no option \(quoted(option, in: word)) before a command"
      }
    case .abbreviatedOption(let option, _):
      "option \(quoted(option)) is not a full name"
    case .missingValue(let option, let placeholder):
      "option '\(option)' needs a value: \(option) \(placeholder)"
    case .unexpectedValue(let option, let value):
      "option '\(option)' takes no value, but was given \(quoted(value))"
    case .repeatedOption(let option):
      "option '\(option)' is given twice"
    case .exclusiveOptions(let one, let other):
      "options '\(one)' and '\(other)' exclude each other"
    case .lonelyOption(let option, let needs):
      "option '\(option)' needs \(needs)"
    case .missingOperand(let placeholder, let command):
      "'\(command)' needs \(placeholder)"
    case .missingChoice(let options, let command):
      "'\(command)' needs one of " + options.joined(separator: ", ")
    case .unexpectedOperand(let value, let command):
      "\(quoted(value)) is one argument too many for '\(command)'"
    case .emptyPath(let place):
      "the path for \(place.text) is empty"
    case .emptyValue(let place):
      "the value of \(place.text) is empty"
    case .nulInPath(let path):
      "the name \(quoted(path)) contains a NUL, which no file name can"
    case .notANumber(let place, let value):
      "\(quoted(value)) is not a number, for \(place.text)"
    case .numberOutOfRange(let place, let value, let range):
      "\(quoted(value)) is out of range for \(place.text): \(range.wording)"
    case .notOneOf(let place, let value, let words):
      "\(quoted(value)) is not a value of \(place.text): \(words.joined(separator: ", "))"
    case .notUTF8(let place, let value):
      "the text \(quoted(value)) for \(place.text) is not UTF-8"
    case .severalLines(let place):
      "the text for \(place.text) has several lines, one is allowed"
    case .tooLong(let place, let count, let limit):
      "the text for \(place.text) has \(count) bytes, \(limit) are allowed"
    case .notAPerson(let place, let value):
      "\(quoted(value)) is not a person for \(place.text): write 'NAME <MAIL>'"
    case .notLines(let place, let value, let example):
      "\(quoted(value)) names no lines for \(place.text): write them as \(example), from 1"
    case .notADuration(let place, let value):
      "\(quoted(value)) is no length of time for \(place.text): write 500ms, 0.5s or 2m"
    case .notASpan(let place, let value):
      "\(quoted(value)) is no span of time for \(place.text): write it as 90m, 12h, 30d, 8w or 1y"
    case .notAPointer(let place, let value):
      "\(quoted(value)) is no JSON Pointer for \(place.text): write it as /list/0/name"
    case .negativePattern(let pattern):
      "\(quoted(pattern)) begins with '!', which git's attributes do not know"
    }
  }

  /// What to do next, each a sentence without a full stop.
  var hints: [String] {
    switch self {
    case .missingCommand:
      return ["'versions help' lists the commands"]
    case .unknownCommand(let name):
      return Self.didYouMean(CommandName.suggestions(for: name))
        + ["'versions help' lists the commands"]
    case .reservedCommand:
      return ["'versions help' lists the commands that are"]
    case .unknownTopic(let name):
      return Self.didYouMean(HelpTopic.suggestions(for: name))
        + ["'versions help' lists commands and topics"]
    case .unknownOption(let option, let word, let command):
      return Self.hints(unknownOption: option, in: word, command)
    case .abbreviatedOption(_, let full):
      return ["say the full name: " + full.map { "'\($0)'" }.joined(separator: ", ")]
    case .missingOperand(_, let command), .unexpectedOperand(_, let command):
      guard let type = CommandName(rawValue: command)?.type else { return [] }
      return ["usage: \(type.declaration.synopsis)"]
    case .notOneOf(_, let value, let words):
      return Self.didYouMean(Suggestion.closest(to: value, among: words))
    case .emptyPath:
      return ["a variable in the shell may have been empty"]
    default:
      return []
    }
  }

  private static func hints(
    unknownOption option: [UInt8], in word: [UInt8], _ command: String?
  ) -> [String] {
    let type = command.flatMap { CommandName(rawValue: $0) }?.type
    let declarations = type?.declaration.allOptions ?? GlobalOptions.all
    // One letter resembles every word; `-since` is `--since` with a hyphen too few.
    let typed = option.count > 2 ? option : [UInt8(ascii: "-")] + word
    var hints =
      typed.count < 5
      ? [] : didYouMean(Suggestion.closest(to: typed, among: declarations.map(\.long)))
    if word.count > 2, word[1] != UInt8(ascii: "-") {
      hints.append("a name that begins with '-' stands after '--': -- \(ShellWord.quoted(word))")
    }
    if let command {
      hints.append("'versions help \(command)' lists its options")
    } else {
      hints.append("options of a command stand after its name: versions COMMAND [OPTION...]")
    }
    return hints
  }

  private static func didYouMean(_ words: [String]) -> [String] {
    guard let last = words.last else { return [] }
    let others = words.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return [others.isEmpty ? "did you mean '\(last)'?" : "did you mean \(others) or '\(last)'?"]
  }

  private func quoted(_ bytes: [UInt8]) -> String { VisibleText.quoted(bytes) }

  /// A letter among others, with the word in which it stands.
  private func quoted(_ option: [UInt8], in word: [UInt8]) -> String {
    let isAmongOthers = word.count > option.count && word[1] != UInt8(ascii: "-")
    return quoted(option) + (isAmongOthers ? " in \(quoted(word))" : "")
  }
}

extension ArgumentPlace {
  /// How messages name it.
  var text: String {
    switch self {
    case .option(let long): "option '\(long)'"
    case .operand(let placeholder): placeholder
    }
  }
}

extension ClosedRange<Int> {
  /// How messages name it: `1 or more`, `0 to 9`.
  fileprivate var wording: String {
    upperBound == .max ? "\(lowerBound) or more" : "\(lowerBound) to \(upperBound)"
  }
}
