/// What help explains apart from single commands.
enum HelpTopic: String, CaseIterable, Sendable {
  case selectors
  case exitCodes = "exit-codes"
  case scripting
  case differences = "diff-json"

  var summary: String {
    switch self {
    case .selectors: "how to name a version"
    case .exitCodes: "what exit codes mean"
    case .scripting: "JSON, names that end with NUL, and what is stable"
    case .differences: "the objects that 'diff --json' prints"
    }
  }

  /// The heading of its section in the manual page.
  var title: String {
    switch self {
    case .selectors: "Version selectors"
    case .exitCodes: "Exit status"
    case .scripting: "For scripts"
    case .differences: "Differences in JSON"
    }
  }

  var text: [Prose] {
    switch self {
    case .selectors: Self.selectorsText
    case .exitCodes: Self.exitCodesText
    case .scripting: Self.scriptingText
    case .differences: Self.differencesText
    }
  }

  /// Commands and topics that a wrong subject of help may have meant.
  static func suggestions(for name: [UInt8]) -> [String] {
    let topics = Suggestion.closest(to: name, among: allCases.map(\.rawValue))
    return topics + CommandName.suggestions(for: name)
  }

  private static let selectorsText: [Prose] = [
    "Wherever a command takes a VERSION, it can be one of these:",
    .terms([
      ("12", "the version with this number"),
      ("first, latest", "the oldest and the newest version"),
      ("current", "the file as it is on disk, saved or not"),
      ("saved", "the last version that was saved and not only autosaved"),
      ("a label", "the version with this label, which must be whole"),
      ("2026-11-30", "the version in force at the end of that day"),
      (
        "2026-11-30T10:00",
        "the version in force then; '2026-11-30 10:00' in quotes is the same"
      ),
      ("10:00", "the version in force when it was last 10:00"),
      ("yesterday", "the version in force at the end of yesterday"),
      ("90m, 4h, 3d, 2w", "the version in force so many minutes, hours, days or weeks ago"),
      ("commit:1a2b", "the version stored as this commit; at least four digits"),
      ("label:TEXT", "the version with this label, even where TEXT would read as something else"),
      ("latest~2", "two before the latest; ~N follows any of these and steps back N versions"),
    ]),
    """
    A bare word is tried as a keyword, a number, a time and a label, in this order. A time means \
    the last version that was saved at or before it. 'first', 'latest', 'saved' and ~N never mean \
    a version that records a deletion.
    """,
    """
    Where nothing matches, or a label is on several versions, the command ends with exit code 3 \
    and lists what there is.
    """,
    """
    A document is a path, or id:UUID for one that was deleted and whose path another document has \
    taken; the start of the UUID is enough where it is the only one.
    """,
  ]

  private static let exitCodesText: [Prose] = [
    .terms(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
    """
    With several documents all are tried; the exit code is that of the first failure. A closed \
    pipe, as in 'versions log | head', ends quietly with 0.
    """,
  ]

  private static let scriptingText: [Prose] = [
    """
    Nothing prompts. Only the answer goes to standard output; remarks and progress go to standard \
    error, progress only on a terminal.
    """,
    """
    --json prints one JSON object a line. Fields may be added later, none is changed or removed. A \
    version is always the same object, in which a key without a value is left out:
    """,
    .terms([
      ("document, id", "path in the library, and UUID of the document"),
      ("version, versionId", "number of the version, and its UUID, which pruning keeps"),
      ("event, label", "what made it, and what it is called"),
      ("time, modified", "when it was saved, and when the content was last changed"),
      ("author", "an object with 'name' and 'email'"),
      ("host, app", "where it was saved, and by which program"),
      ("size, type", "bytes of the content, and its uniform type identifier"),
      ("commit", "the commit that holds it"),
      ("from", "the version it came from: a number, or UUID@NUMBER of another document"),
      ("source", "what an imported version was before, such as a commit"),
    ]),
    """
    'versions list' without DOC prints objects with 'document', 'id', 'versions' (how many), \
    'latest' (a version) and 'state': same, changed, missing, untracked, tooBig or deleted.
    """,
    """
    'versions log' also prints entries of the journal, with "journal":true and, for what else they \
    say, 'details'. 'versions verify' prints objects with 'finding', 'severity' (damage or note), \
    'message' and what it is about, with --repair objects with 'repair' (done or impossible), and at \
    the end one with 'result' (whole or damaged). 'versions stats' prints objects with 'stats': \
    document, kind, month or total.
    """,
    """
    Times are RFC 3339 with their offset. A path that is not UTF-8 comes percent-encoded, together \
    with "documentEncoding":"percent".
    """,
    "With --json each line on standard error is an object too, of one of these forms:",
    .lines([
      #"{"error":{"code":"busy","exit":5,"message":"...","hints":["..."]}}"#,
      #"{"warning":{"code":"renamed","message":"..."}}"#,
      #"{"progress":{"done":20,"total":100}}"#,
    ]),
    """
    Without --json, -z ends names with NUL and prints them as they are, whatever bytes they have. \
    -- ends options: what follows is a name even where it begins with a hyphen.
    """,
  ]

  private static let differencesText: [Prose] = [
    """
    'versions diff --json' prints one object for each change, with a 'kind'. Texts have the kinds \
    added, removed and changed, with these keys:
    """,
    .terms([
      ("oldLines, newLines", "the lines: 'start', 'count' and 'unit'"),
      ("removed, added", "lists of the lines themselves, without their ends"),
      ("words", "changed words: 'side', 'line', 'start', 'count', 'unit', 'text'"),
      ("hidden", "sentences on what the eye does not see"),
      ("escaped", "true where bytes that are no text are written as \\xNN"),
    ]),
    """
    Lines and graphemes count from 1; where 'count' is 0, 'start' is what follows the place.
    """,
    """
    Drawings have the kinds added, removed, moved, resized, textChanged, backgroundChanged and \
    reordered, with 'emoji' ('id', 'text', 'index'), 'from' and 'to'. For another order there is \
    one reordered for each of the fewest emojis that moved among the others, with 'from' and 'to' \
    as their places in the order, from 0. JSON has added, removed and changed with 'path', 'from' \
    and 'to', the path being a JSON Pointer. Strings have 'hidden' as texts do.
    """,
    """
    What differs only in form has the kind formatChanged with 'what': lineEnds, finalNewline, \
    encoding, byteOrderMark, normalisation, jsonFormatting or drawingFormat.
    """,
    """
    Data has the kind dataChanged with 'size' and 'type' in 'from' and 'to'. Changes inside a file \
    package have 'part'; whole parts are partAdded, partRemoved and partRenamed. A side that is \
    missing is told first, as documentAdded or documentRemoved. A link has linkChanged, a file \
    that became a link or a package natureChanged.
    """,
  ]
}
