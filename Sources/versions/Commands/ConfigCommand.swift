import VersionStore

/// `versions config`: the library's settings.
struct ConfigCommand: Command {
  static let name = OptionalOperand("NAME", .setting, "a setting; without it, list all")
  static let value = OptionalOperand(
    "VALUE", .bytes, "its new value; without it, print the present one")
  static let unset = Flag("--unset", "go back to the default of NAME")

  static let declaration = CommandDeclaration(
    "config", .library, "print or change the settings of the library",
    operands: [name, value], options: [unset],
    examples: [
      .init("versions config", "list all settings"),
      .init("versions config author 'Anna Berg <anna@example.org>'", "who saves here"),
      .init("versions config author --unset", "back to the default"),
    ],
    synonyms: ["settings", "set", "preferences", "options"])

  /// What to do with the settings.
  enum Action: Equatable, Sendable {
    case list
    case print([UInt8])
    case set([UInt8], [UInt8])
    case unset([UInt8])
  }

  let action: Action

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let unset = arguments[Self.unset]
    switch (try arguments[Self.name], try arguments[Self.value]) {
    case (nil, _) where unset: throw .lonelyOption("--unset", needs: "NAME")
    case (nil, _): action = .list
    case (_?, let value?) where unset: throw .unexpectedOperand(value, command: "config --unset")
    case (let name?, let value?): action = .set(name, value)
    case (let name?, nil): action = unset ? .unset(name) : .print(name)
    }
  }

  func run(_ context: borrowing Context) throws {
    let library = try Workplace(context).library()
    switch action {
    case .list:
      for setting in Setting.known {
        try write(setting, try library.value(of: setting), to: context)
      }
    case .print(let name):
      let setting = try Setting.named(name)
      try write(setting, try library.value(of: setting), to: context)
    case .set(let name, let value):
      let setting = try Setting.named(name)
      try library.set(setting, to: String(decoding: value, as: UTF8.self))
      try write(setting, try library.value(of: setting), to: context)
    case .unset(let name):
      let setting = try Setting.named(name)
      try library.set(setting, to: nil)
      try write(setting, nil, to: context)
    }
  }

  private func write(
    _ setting: Setting, _ value: String?, to context: borrowing Context
  ) throws {
    if context.globals.json {
      var line = JSONLine()
      line.field("setting", setting.name)
      line.field("value", ifAny: value)
      line.field("default", setting.standard)
      line.field("meaning", setting.meaning)
      return try context.output.write(line.finished())
    }
    if case .list = action {
      let shown = value ?? "\(setting.standard) (default)"
      return try context.output.write(
        "\(setting.name) = \(VisibleText.string(Array(shown.utf8)))\n    \(setting.meaning)\n")
    }
    try context.output.write(VisibleText.bytes(Array((value ?? setting.standard).utf8)) + [0x0A])
  }
}
