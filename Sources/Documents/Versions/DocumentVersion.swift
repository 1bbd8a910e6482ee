import Content
import Files
import VersionStore

/// A version of a document, as applications know them: who saved it, where and when, and its content.
///
/// All of it is a moment's picture; ask again after something was saved.
public struct DocumentVersion: Sendable, Identifiable {
  /// The document's place when the version was asked for.
  public let url: FileURL
  /// Whether it is the document's newest, which holds what the file did when it was asked for.
  public let isCurrent: Bool
  /// Whether it is what could not be written, as the file was not what the document was made from.
  public let isConflict: Bool
  /// Whether that has been dealt with; true for versions that are no conflict.
  public let isResolved: Bool

  let stored: Version
  let settings: DocumentSettings

  /// What it is known by for ever.
  public var persistentIdentifier: String {
    String(decoding: stored.persistentIdentifier, as: UTF8.self)
  }
  /// The same.
  public var id: String { persistentIdentifier }
  /// 1, 2, 3 …
  public var number: Int { stored.number }
  /// What brought it about.
  public var event: Event { stored.event }
  /// The name the document had.
  public var name: FileName { FileName(stored.path.name) }
  /// The name without the extension of a known type, for people.
  public var localizedName: String {
    let isKnown = settings.types.type(forExtension: name.extension) != nil
    return printable(isKnown ? name.stem : name.bytes)
  }
  /// The number of the version it came from, of the same document; nil for others.
  public var origin: Int? {
    stored.origin.flatMap { [nil, stored.document].contains($0.document) ? $0.number : nil }
  }
  /// Who saved it.
  public var author: Person { stored.author }
  /// The machine it was saved on.
  public var localizedNameOfSavingComputer: String? { stored.host }
  /// When it was saved.
  public var date: Moment { stored.time }
  /// When the content was last modified before.
  public var modificationDate: Moment { stored.modified }
  /// The name a person gave it.
  public var label: String? { stored.label }
  /// Whether thinning may take it: an autosave without a label.
  public var isDiscardable: Bool { stored.event == .autosave && stored.label == nil }
  /// Whether it says that the document was deleted, and holds nothing.
  public var isDeletion: Bool { stored.isDeletion }

  /// Whether another version holds the same under the same name.
  public func hasSameContent(as other: DocumentVersion) -> Bool { stored.tree == other.stored.tree }
}

extension DocumentVersion {
  /// The newest version of a document; nil where it has none.
  public static func current(
    of url: FileURL, settings: DocumentSettings
  ) async throws -> DocumentVersion? {
    try await all(of: url, settings: settings, limit: 1).first
  }

  /// All versions but the newest, newest first.
  public static func others(
    of url: FileURL, settings: DocumentSettings
  ) async throws -> [DocumentVersion] {
    Array(try await all(of: url, settings: settings).dropFirst())
  }

  /// The conflict versions that nobody has dealt with, newest first.
  public static func unresolvedConflicts(
    of url: FileURL, settings: DocumentSettings
  ) async throws -> [DocumentVersion] {
    try await all(of: url, settings: settings).filter { $0.isConflict && !$0.isResolved }
  }

  /// A document's version by its persistent identifier; nil where there is no such version.
  public static func version(
    of url: FileURL, forPersistentIdentifier identifier: String, settings: DocumentSettings
  ) async throws -> DocumentVersion? {
    let wanted = Array(identifier.utf8)
    return try await all(of: url, settings: settings) {
      $0.persistentIdentifier == wanted
    }.first
  }

  /// A document's version by its number; nil where there is no such version.
  public static func version(
    _ number: Int, of url: FileURL, settings: DocumentSettings
  ) async throws -> DocumentVersion? {
    try await all(of: url, settings: settings) { $0.number == number }.first
  }

  private static func all(
    of url: FileURL, settings: DocumentSettings, limit: Int = .max,
    where fits: @escaping @Sendable (Version) -> Bool = { _ in true }
  ) async throws -> [DocumentVersion] {
    await settings.prepareForReading(url.path)
    return try await DocumentStorage(settings.surroundings).perform(at: url) { library, path in
      try? library.saveWritten(at: path)
      guard let document = try library.present(at: path) else { return [] }
      let place = FileURL(library.location(of: document.path))
      var history = try library.history(of: document)
      var found: [Version] = []
      while found.count < limit, let version = try history.next() {
        if fits(version) { found.append(version) }
      }
      // All of the history is to be looked at for them.
      let open =
        found.contains { $0.event == .conflict }
        ? Set(try library.unresolvedConflicts(of: document).map(\.number)) : []
      return found.map { version in
        DocumentVersion(
          url: place, isCurrent: version.commit == document.head.commit,
          isConflict: version.event == .conflict,
          isResolved: !open.contains(version.number), stored: version, settings: settings)
      }
    }
  }
}
