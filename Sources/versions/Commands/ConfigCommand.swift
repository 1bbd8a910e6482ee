import VersionStore

/// `versions config`: the library's settings.
struct ConfigCommand: Command {
  static let name = OptionalOperand("NAME", .setting, "a setting; without it, list all")
  static let value = OptionalOperand(
    "VALUE", .bytes, "its new value; without it, print the present one")
  static let add = Flag("--add", "add VALUE to those that NAME has, where it can have several")
  static let unset = Flag("--unset", "go back to the default of NAME")

  static let declaration = CommandDeclaration(
    "config", .library, "print or change the settings of the library",
    discussion: [
      """
      Settings are kept in the library's store and hold for all who work in it. What a command is given \
      on its command line comes first. A running 'versions watch' follows a change with the next \
      version it makes.
      """
    ],
    operands: [name, value], options: [add, unset], exclusive: [[add, unset]],
    examples: [
      .init("versions config", "list all settings"),
      .init("versions config author 'Anna Berg <anna@example.org>'", "who saves here"),
      .init("versions config ignore --add '*.log'", "one more pattern of what is no document"),
      .init("versions config author --unset", "back to the default"),
    ],
    synonyms: ["settings", "set", "preferences", "options"])

  /// What to do with the settings.
  enum Action: Equatable, Sendable {
    case list
    case print([UInt8])
    case set([UInt8], [UInt8])
    case add([UInt8], [UInt8])
    case unset([UInt8])
  }

  let action: Action

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let unset = arguments[Self.unset]
    let add = arguments[Self.add]
    switch (try arguments[Self.name], try arguments[Self.value]) {
    case (nil, _) where unset: throw .lonelyOption("--unset", needs: "NAME")
    case (_, nil) where add: throw .lonelyOption("--add", needs: "NAME and VALUE")
    case (nil, _): action = .list
    case (_?, let value?) where unset: throw .unexpectedOperand(value, command: "config --unset")
    case (let name?, let value?): action = add ? .add(name, value) : .set(name, value)
    case (let name?, nil): action = unset ? .unset(name) : .print(name)
    }
  }

  func run(_ context: borrowing Context) throws {
    let library = try Workplace(context).library()
    switch action {
    case .list:
      for setting in Setting.known {
        try write(setting, try library.values(of: setting), to: context)
      }
    case .print(let name):
      let setting = try Setting.named(name)
      try write(setting, try library.values(of: setting), to: context)
    case .set(let name, let value):
      let setting = try Setting.named(name)
      try library.set(setting, to: try text(value))
      try write(setting, try library.values(of: setting), to: context)
    case .add(let name, let value):
      let setting = try Setting.named(name)
      try library.add(try text(value), to: setting)
      try write(setting, try library.values(of: setting), to: context)
    case .unset(let name):
      let setting = try Setting.named(name)
      try library.set(setting, to: nil)
      try write(setting, [], to: context)
    }
  }

  /// What is kept as text must be text: anything else would be set to something similar.
  private func text(_ value: [UInt8]) throws -> String {
    let text = String(decoding: value, as: UTF8.self)
    if text.utf8.elementsEqual(value) { return text }
    throw CommandFailure(.usage, "\(VisibleText.quoted(value)) is not UTF-8, as settings are")
  }

  private func write(
    _ setting: Setting, _ values: [String], to context: borrowing Context
  ) throws {
    if context.globals.json {
      var line = JSONLine()
      line.field("setting", setting.name)
      if setting.takesSeveral {
        if !values.isEmpty { line.array("values", values) }
      } else {
        line.field("value", ifAny: values.last)
      }
      line.field("default", setting.standard)
      line.field("meaning", setting.meaning)
      return try context.output.write(line.finished())
    }
    let values = setting.takesSeveral ? values : values.suffix(1)
    if case .list = action {
      let shown =
        values.isEmpty
        ? "\(setting.standard) (default)"
        : setting.takesSeveral
          ? values.map { ShellWord.quoted(Array($0.utf8)) }.joined(separator: " ") : values[0]
      return try context.output.write(
        "\(setting.name) = \(VisibleText.string(Array(shown.utf8)))\n    \(setting.meaning)\n")
    }
    for value in values.isEmpty ? [setting.standard] : values {
      try context.output.write(VisibleText.bytes(Array(value.utf8)) + [0x0A])
    }
  }
}
