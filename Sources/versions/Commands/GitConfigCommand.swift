import Files
import VersionStore

/// `versions git-config`: has git compare, show and merge files in the way of this program.
struct GitConfigCommand: Command {
  static let patterns = OperandList(
    "PATTERN", .gitPattern, orNone: true,
    "which files, as in .gitattributes; '*.emojiart' unless told")
  static let local = Flag("--local", "in the repository around the current folder; the default")
  static let global = Flag("--global", "for all your repositories")
  static let print = Flag("--print", "only print what would be done, as commands")
  static let remove = Flag(
    "--remove", "take it back: the lines of PATTERN, without one everything")

  static let declaration = CommandDeclaration(
    "git-config", .library, "let git compare and merge drawings as 'diff' does",
    discussion: [
      """
      Sets diff.versions and merge.versions in git's settings, and for each PATTERN a line in \
      .git/info/attributes, with --global in the person's attributes file. What is there already \
      stays. 'git diff' then tells of drawings in sentences, 'git log -p' and 'git show' emoji by \
      emoji, and 'git merge' joins changes to different emojis.
      """,
      """
      It suits JSON and texts, too, but then 'git diff' prints no patch of them; 'git diff \
      --no-ext-diff --no-textconv' does, and so does 'git format-patch'.
      """,
    ],
    operands: [patterns], options: [local, global, print, remove],
    exclusive: [[local, global], [print, remove]],
    examples: [
      .init("versions git-config", "drawings in this repository"),
      .init("versions git-config --global '*.emojiart' '*.json'", "drawings and JSON everywhere"),
      .init("versions git-config --remove", "back to git's own ways here"),
    ])

  let patterns: [[UInt8]]
  let scope: GitRegistration.Scope
  let isPrinting: Bool
  let isRemoving: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    patterns = try arguments[Self.patterns]
    let isLocal = arguments[Self.local]
    scope = arguments[Self.global] && !isLocal ? .global : .local
    isPrinting = arguments[Self.print]
    isRemoving = arguments[Self.remove]
  }

  func run(_ context: borrowing Context) throws {
    let registration = try GitRegistration(scope)
    if isRemoving { return try remove(registration, context) }
    let wanted = patterns.isEmpty ? [Array("*.emojiart".utf8)] : patterns
    let lines = wanted.map(GitAttributes.line)
    if isPrinting { return try show(registration, lines, context) }
    // Attributes last: a line that names a driver which is not there would not do.
    for setting in try GitRegistration.settings() {
      let isThere = try registration.present(setting) == setting.value
      if !isThere { try registration.set(setting) }
      try tell(isThere ? "unchanged" : "set", setting.name, setting.value, context)
    }
    var attributes = try GitAttributes(registration.attributes)
    let results = lines.map { (line: $0, isNew: attributes.add($0)) }
    if results.contains(where: \.isNew) { try attributes.write() }
    for (line, isNew) in results {
      try tell(
        isNew ? "set" : "unchanged", registration.attributes.bytes, line, context,
        isAttribute: true)
    }
  }

  private func remove(_ registration: GitRegistration, _ context: borrowing Context) throws {
    var attributes = try GitAttributes(registration.attributes)
    let lines = patterns.isEmpty ? attributes.ownLines : patterns.map(GitAttributes.line)
    let gone = lines.filter { attributes.remove($0) }
    if !gone.isEmpty { try attributes.write() }
    for line in gone {
      try tell(
        "removed", registration.attributes.bytes, line, context, isAttribute: true)
    }
    guard patterns.isEmpty else { return }
    for setting in try GitRegistration.settings() where try registration.unset(setting) {
      try tell("removed", setting.name, nil, context)
    }
  }

  /// The same as commands for a shell.
  private func show(
    _ registration: GitRegistration, _ lines: [[UInt8]], _ context: borrowing Context
  ) throws {
    for setting in try GitRegistration.settings() {
      if context.globals.json {
        try tell("wanted", setting.name, setting.value, context)
      } else {
        let words = [Array("git".utf8)] + registration.words(nil, setting) + [setting.value]
        try context.output.write(
          words.map(ShellWord.quoted).joined(separator: " ") + "\n")
      }
    }
    let file = registration.attributes.bytes
    for line in lines {
      if context.globals.json {
        try tell("wanted", file, line, context, isAttribute: true)
      } else {
        try context.output.write(
          "printf '%s\\n' \(ShellWord.quoted(line)) >> \(ShellWord.quoted(file))\n")
      }
    }
  }

  private func tell(
    _ result: String, _ name: [UInt8], _ value: [UInt8]?, _ context: borrowing Context,
    isAttribute: Bool = false
  ) throws {
    if context.globals.json {
      var line = JSONLine()
      if isAttribute {
        line.field("attributes", path: name, encodingKey: "attributesEncoding")
        line.field("line", text: value ?? [])
      } else {
        line.field("setting", text: name)
        if let value { line.field("value", text: value) }
      }
      line.field("result", result)
      return try context.output.write(line.finished())
    }
    let end = result == "unchanged" ? " (unchanged)" : ""
    if result == "removed" {
      let what = isAttribute ? ": " + VisibleText.string(value ?? []) : ""
      return try context.output.write("removed \(VisibleText.string(name))\(what)\n")
    }
    try context.output.write(
      VisibleText.string(name) + (isAttribute ? ": " : " = ") + VisibleText.string(value ?? [])
        + end + "\n")
  }
}
