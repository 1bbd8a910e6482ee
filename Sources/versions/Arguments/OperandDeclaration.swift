/// What stands at a place of the command line that no option names.
struct OperandDeclaration: Sendable {
  /// The word in capitals that help shows in its place.
  let placeholder: String
  let kind: ValueKind
  let count: Count
  /// One sentence without a full stop.
  let help: String

  /// How many arguments may stand there. Only the last operand of a command may take several.
  enum Count: Sendable {
    case one
    case atMostOne
    case oneOrMore
    case any
  }

  /// How help shows it: `DOC`, `[VERSION]`, `DOC...`.
  var synopsis: String {
    switch count {
    case .one: placeholder
    case .atMostOne: "[\(placeholder)]"
    case .oneOrMore: "\(placeholder)..."
    case .any: "[\(placeholder)...]"
    }
  }

  var isRequired: Bool { count == .one || count == .oneOrMore }

  var takesSeveral: Bool { count == .oneOrMore || count == .any }
}

/// An operand as a command declares it: the constant that stands in the declaration also reads it.
protocol DeclaredOperand: Sendable {
  var declaration: OperandDeclaration { get }
}

/// An operand that must be there, read as `Value`.
struct Operand<Value>: DeclaredOperand {
  let declaration: OperandDeclaration
  let parser: ValueParser<Value>

  init(_ placeholder: String, _ parser: ValueParser<Value>, _ help: String) {
    declaration = OperandDeclaration(
      placeholder: placeholder, kind: parser.kind, count: .one, help: help)
    self.parser = parser
  }
}

/// An operand that may be missing, read as `Value?`.
struct OptionalOperand<Value>: DeclaredOperand {
  let declaration: OperandDeclaration
  let parser: ValueParser<Value>

  init(_ placeholder: String, _ parser: ValueParser<Value>, _ help: String) {
    declaration = OperandDeclaration(
      placeholder: placeholder, kind: parser.kind, count: .atMostOne, help: help)
    self.parser = parser
  }
}

/// All remaining operands, read as `[Value]`.
struct OperandList<Value>: DeclaredOperand {
  let declaration: OperandDeclaration
  let parser: ValueParser<Value>

  init(_ placeholder: String, _ parser: ValueParser<Value>, orNone: Bool = false, _ help: String) {
    declaration = OperandDeclaration(
      placeholder: placeholder, kind: parser.kind, count: orNone ? .any : .oneOrMore, help: help)
    self.parser = parser
  }
}
