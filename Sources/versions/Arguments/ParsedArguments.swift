/// The arguments of one command, sorted by what they are, each read with the constant that declares it.
struct ParsedArguments: Sendable {
  let declaration: CommandDeclaration
  var options: [(long: String, value: [UInt8])] = []
  var operands: [[UInt8]] = []
  /// Notes what is read, so that a test finds what is declared and never read.
  var onRead: (@Sendable (String) -> Void)?

  subscript(flag: Flag) -> Bool {
    let long = flag.declaration.long
    noteRead(long)
    return options.contains { $0.long == long }
  }

  subscript<Value>(option: ValueOption<Value>) -> Value? {
    get throws(UsageError) {
      let long = option.declaration.long
      noteRead(long)
      guard let given = options.last(where: { $0.long == long }) else { return nil }
      return try option.parser.parse(given.value, .option(long))
    }
  }

  subscript<Value>(option: ListOption<Value>) -> [Value] {
    get throws(UsageError) {
      let long = option.declaration.long
      noteRead(long)
      var values: [Value] = []
      for given in options where given.long == long {
        values.append(try option.parser.parse(given.value, .option(long)))
      }
      return values
    }
  }

  subscript<Value>(operand: Operand<Value>) -> Value {
    get throws(UsageError) {
      let placeholder = operand.declaration.placeholder
      guard let bytes = given(placeholder).first else {
        throw .missingOperand(placeholder, command: declaration.name)
      }
      return try operand.parser.parse(bytes, .operand(placeholder))
    }
  }

  subscript<Value>(operand: OptionalOperand<Value>) -> Value? {
    get throws(UsageError) {
      let placeholder = operand.declaration.placeholder
      guard let bytes = given(placeholder).first else { return nil }
      return try operand.parser.parse(bytes, .operand(placeholder))
    }
  }

  subscript<Value>(operand: OperandList<Value>) -> [Value] {
    get throws(UsageError) {
      let placeholder = operand.declaration.placeholder
      var values: [Value] = []
      for bytes in given(placeholder) {
        values.append(try operand.parser.parse(bytes, .operand(placeholder)))
      }
      return values
    }
  }

  /// The arguments that stand in an operand's place.
  private func given(_ placeholder: String) -> ArraySlice<[UInt8]> {
    noteRead(placeholder)
    guard
      let index = declaration.operands.firstIndex(where: { $0.placeholder == placeholder }),
      index < operands.count
    else { return [] }
    return declaration.operands[index].takesSeveral ? operands[index...] : operands[index...index]
  }

  private func noteRead(_ name: String) {
    assert(
      declaration.allOptions.contains { $0.long == name }
        || declaration.operands.contains { $0.placeholder == name },
      "\(declaration.name) reads \(name) without declaring it")
    onRead?(name)
  }
}
