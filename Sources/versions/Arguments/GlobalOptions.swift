/// The options that stand with every command, before or after its name.
enum GlobalOptions {
  static let library = ValueOption(
    "--library", "FOLDER", .folder, "use the library in FOLDER instead of looking for one")
  static let json = Flag("--json", "print one JSON object a line, errors too")
  static let null = Flag("--null", short: "z", "end each name with NUL instead of a line break")
  static let color = ValueOption(
    "--color", alias: "--colour", "WHEN", .choice(of: ColourSetting.self),
    "use colour: auto (on a terminal), always or never")
  static let noPager = Flag("--no-pager", "print long output straight to the terminal")
  static let help = Flag("--help", short: "h", "explain the command, with examples")
  static let version = Flag("--version", "print the version of this program")

  /// With commands that make versions; elsewhere a command may have a filter of this name.
  static let author = ValueOption(
    "--author", "PERSON", .person, "save as PERSON, written as 'NAME <MAIL>'")

  static let all: [OptionDeclaration] = [
    library.declaration, json.declaration, null.declaration, color.declaration,
    noPager.declaration, help.declaration, version.declaration,
  ]
}

/// When to use colour.
enum ColourSetting: String, CaseIterable, Sendable {
  case auto, always, never
}

/// What the options of every command said.
struct GlobalArguments: Equatable, Sendable {
  var library: [UInt8]?
  var json = false
  var endsNamesWithNull = false
  var author: Person?
  var colour = ColourSetting.auto
  var usesPager = true

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    library = try arguments[GlobalOptions.library]
    json = arguments[GlobalOptions.json]
    endsNamesWithNull = arguments[GlobalOptions.null]
    colour = try arguments[GlobalOptions.color] ?? .auto
    usesPager = !arguments[GlobalOptions.noPager]
    if arguments.declaration.saves { author = try arguments[GlobalOptions.author] }
  }
}
