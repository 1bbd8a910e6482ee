import VersionStore

/// `versions label`: names a version.
struct LabelCommand: Command {
  static let document = Operand("DOC", .document, "the document")
  static let version = Operand("VERSION", .version, "which version")
  static let text = OptionalOperand(
    "TEXT", .labelOrNone,
    "the label: one line of at most 200 bytes; it replaces an earlier one, '' takes it away")
  static let pin = Flag(
    "--pin", "only keep it from being thinned out: name it 'pinned' where it has no label")
  static let remove = Flag("--remove", "take the label away, as '' does")

  static let declaration = CommandDeclaration(
    "label", .guarding, "name a version, so that it is never thinned out",
    discussion: [
      """
      A label stands wherever a VERSION does, and 'versions prune' lets no version go that has one: a \
      label is what pins a version.
      """
    ],
    operands: [document, version, text], options: [pin, remove], exclusive: [[pin, remove]],
    saves: true,
    examples: [
      .init("versions label notes.txt latest 'as printed'", "name the latest version"),
      .init("versions show notes.txt 'as printed'", "and use the name"),
      .init("versions label notes.txt 3 --pin", "keep version 3, whatever is thinned"),
      .init("versions label notes.txt 'as printed' --remove", "take the label away"),
    ],
    synonyms: ["tag", "name", "mark", "pin", "keep"])

  let document: [UInt8]
  let version: [UInt8]
  /// The label; nil to take it away.
  let text: String?
  let pins: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    document = try arguments[Self.document]
    version = try arguments[Self.version]
    text = try arguments[Self.text]
    let removes = arguments[Self.remove]
    if let text, removes {
      throw .unexpectedOperand(Array(text.utf8), command: "label --remove")
    }
    pins = arguments[Self.pin]
    if let text, pins { throw .unexpectedOperand(Array(text.utf8), command: "label --pin") }
    if text == nil, !removes, !pins { throw .missingOperand("TEXT", command: "label") }
  }

  func run(_ context: borrowing Context) throws {
    let workplace = try Workplace(context)
    let selector = try VersionSelector(version)
    let (library, document) = try workplace.documentToChange(self.document)
    guard case .version(var version) = try library.resolve(selector, in: document) else {
      throw CommandFailure(
        .usage, "what is on disk cannot have a label before it is a version",
        hints: [
          "save it with one: versions save -m LABEL \(ShellWord.quoted(document.path.bytes))"
        ])
    }
    if pins {
      let label = try library.pin(version)
      version.label = label
      return try Answer(context).write(
        "labelled", version,
        "version \(version.number) is named '\(VisibleText.string(Array(label.utf8)))', and is kept"
      )
    }
    let former = try library.label(version, text ?? "")
    version.label = text?.isEmpty == false ? text : nil
    try Answer(context).write(
      version.label == nil ? "unlabelled" : "labelled", version,
      text == nil || text == ""
        ? "version \(version.number) has no label now"
        : "version \(version.number) is named '\(VisibleText.string(Array((text ?? "").utf8)))'"
          + Answer.instead(of: former))
  }
}
