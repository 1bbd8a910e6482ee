/// What brought a version about; a word that is not known here is kept as it is.
public struct Event: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The word in the trailer.
  public let rawValue: String

  /// Makes an event of its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A person saved.
  public static let save = Event(rawValue: "save")
  /// The content was saved without being asked for.
  public static let autosave = Event(rawValue: "autosave")
  /// An earlier version was brought back.
  public static let restore = Event(rawValue: "restore")
  /// A part of an earlier version was copied in.
  public static let copy = Event(rawValue: "copy")
  /// A restore, copy, rename, delete or undo was taken back.
  public static let undo = Event(rawValue: "undo")
  /// The document got another path.
  public static let rename = Event(rawValue: "rename")
  /// The document began as a copy of another.
  public static let duplicate = Event(rawValue: "duplicate")
  /// The document was deleted; the version holds nothing.
  public static let delete = Event(rawValue: "delete")
  /// The version came from elsewhere.
  public static let `import` = Event(rawValue: "import")
  /// The document was locked.
  public static let lock = Event(rawValue: "lock")
  /// The document was unlocked.
  public static let unlock = Event(rawValue: "unlock")
  /// What another program wrote while it must not.
  public static let conflict = Event(rawValue: "conflict")
  /// Two lines of history were joined.
  public static let merge = Event(rawValue: "merge")

  /// All that this format knows.
  public static let known: [Event] = [
    .save, .autosave, .restore, .copy, .undo, .rename, .duplicate, .delete, .import, .lock,
    .unlock, .conflict, .merge,
  ]

  /// Whether `undo` can take it back.
  var isUndoable: Bool {
    [.restore, .copy, .rename, .delete, .undo].contains(self)
  }

  /// Whether a person meant the content to stand, so that saving it again adds nothing.
  var isExplicit: Bool {
    ![.autosave, .rename, .lock, .unlock, .conflict].contains(self)
  }

  /// The word.
  public var description: String { rawValue }
}
