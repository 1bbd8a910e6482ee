import VersionStore

/// What a command that makes versions says of each: a line for people, an object with `--json`.
struct Answer {
  private let output: Output
  private let globals: GlobalArguments

  init(_ context: borrowing Context) {
    output = context.output
    globals = context.globals
  }

  /// Says what became of a document.
  /// - Parameters:
  ///   - result: A word for scripts, such as `saved`.
  ///   - version: The version that is the answer.
  ///   - sentence: The rest of the line after the document's name.
  func write(_ result: String, _ version: Version, _ sentence: String) throws {
    if globals.json {
      var line = JSONLine()
      line.fields(of: version)
      line.field("result", result)
      return try output.write(line.finished())
    }
    if globals.endsNamesWithNull { return try output.write(version.path.bytes + [0]) }
    var text = VisibleText.bytes(version.path.bytes)
    text += ": \(sentence)\n".utf8
    try output.write(text)
  }

  /// Says what became of a save.
  func write(_ outcome: SaveOutcome) throws {
    let version = outcome.version
    switch outcome {
    case .saved: try write("saved", version, "version \(version.number)")
    case .unchanged:
      try write("unchanged", version, "unchanged since version \(version.number)")
    case .labelled(_, let former):
      try write(
        "labelled", version,
        "unchanged; version \(version.number) has the label now" + Answer.instead(of: former))
    case .conflict:
      try write(
        "conflict", version, "locked; what was written is kept as version \(version.number)")
    }
  }

  /// The end of a sentence about a label that took the place of another.
  static func instead(of former: String?) -> String {
    guard let former else { return "" }
    return ", instead of '\(VisibleText.string(Array(former.utf8)))'"
  }

  /// Says what became of a document of a library that was autosaved.
  /// - Parameter failure: Called with what went wrong.
  func write(_ outcome: AutosaveOutcome, failure: (StoreError) -> Void) throws {
    switch outcome {
    case .saved(_, let outcome): try write(outcome)
    case .renamed(let old, let version):
      try write(
        "renamed", version,
        "renamed from '\(VisibleText.string(old.bytes))', version \(version.number)")
    case .deleted(_, let version):
      try write("deleted", version, "deleted, version \(version.number)")
    case .failed(_, let error): failure(error)
    }
  }

  /// Says what became of bringing something back.
  func write(_ result: String, _ outcome: RestoreOutcome, _ sentence: String) throws {
    var sentence = sentence
    if let kept = outcome.kept { sentence += "; what was there is version \(kept.number)" }
    try write(result, outcome.version, sentence)
  }
}
