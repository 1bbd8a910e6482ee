/// What an option is called, takes and means: the one source of parsing, help, manual and completion.
struct OptionDeclaration: Sendable {
  /// The full name, with its two hyphens.
  let long: String
  /// The letter after one hyphen, if there is one.
  let short: Unicode.Scalar?
  /// Another spelling that is understood but shown nowhere.
  let alias: String?
  /// What stands in the value's place, nil for a flag.
  let value: Value?
  /// What happens when it is given twice.
  let repetition: Repetition
  /// One sentence without a full stop.
  let help: String

  /// The value of an option that takes one.
  struct Value: Sendable {
    /// The word in capitals that help shows in its place.
    let placeholder: String
    let kind: ValueKind
  }

  /// What it means to give an option twice.
  enum Repetition: Sendable {
    /// The same as once.
    case harmless
    /// The last one counts, so that an alias can be overridden.
    case lastCounts
    /// All are collected.
    case collected
    /// Wrong: one of the values would be lost without a word.
    case refused
  }

  /// How help shows it: `-n, --limit N`.
  var synopsis: String {
    var text = ""
    if let short { text = "-\(short), " }
    text += long
    if let value { text += " \(value.placeholder)" }
    return text
  }
}

/// An option as a command declares it: the constant that stands in the declaration also reads the value.
protocol DeclaredOption: Sendable {
  var declaration: OptionDeclaration { get }
}

/// An option without a value.
struct Flag: DeclaredOption {
  let declaration: OptionDeclaration

  init(_ long: String, short: Unicode.Scalar? = nil, _ help: String) {
    declaration = OptionDeclaration(
      long: long, short: short, alias: nil, value: nil, repetition: .harmless, help: help)
  }
}

/// An option with a value, read as `Value?`.
struct ValueOption<Value>: DeclaredOption {
  let declaration: OptionDeclaration
  let parser: ValueParser<Value>

  init(
    _ long: String, short: Unicode.Scalar? = nil, alias: String? = nil, _ placeholder: String,
    _ parser: ValueParser<Value>, repeated: OptionDeclaration.Repetition = .lastCounts,
    _ help: String
  ) {
    declaration = OptionDeclaration(
      long: long, short: short, alias: alias,
      value: .init(placeholder: placeholder, kind: parser.kind), repetition: repeated, help: help)
    self.parser = parser
  }
}

/// An option that may be given several times, read as `[Value]`.
struct ListOption<Value>: DeclaredOption {
  let declaration: OptionDeclaration
  let parser: ValueParser<Value>

  init(
    _ long: String, short: Unicode.Scalar? = nil, _ placeholder: String,
    _ parser: ValueParser<Value>, _ help: String
  ) {
    declaration = OptionDeclaration(
      long: long, short: short, alias: nil,
      value: .init(placeholder: placeholder, kind: parser.kind), repetition: .collected, help: help)
    self.parser = parser
  }
}
