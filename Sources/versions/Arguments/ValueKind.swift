/// What stands in an argument's place, for completion and for the manual page.
enum ValueKind: Equatable, Sendable {
  /// The path of a document, on disk or no longer.
  case document
  /// The path of a folder.
  case folder
  /// A path that does not exist yet.
  case newPath
  /// A version selector.
  case version
  /// A time, as selectors write it.
  case time
  /// A person, or a part of a name or mail address.
  case person
  /// A count.
  case number
  /// One of a few words.
  case choice([String])
  /// The name of a setting.
  case setting
  /// A command or a help topic.
  case helpSubject
  /// Any text.
  case text
}
