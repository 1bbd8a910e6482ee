import Files
import VersionStore

/// The documents an application has open: saved together when it steps back, or ends.
@MainActor
public final class OpenDocuments {
  private struct Entry {
    weak var document: Document?
  }
  private var entries: [Entry] = []
  /// What other programs ask before they read, by the library's folder.
  var presenters: [FilePath: Presenter] = [:]

  /// None yet; give it to each document's settings.
  public init() {}

  /// The documents, in the order they were opened.
  public var documents: [Document] { entries.compactMap(\.document) }

  /// The open documents at a place.
  public func documents(at url: FileURL) -> [Document] {
    let path = url.path.withoutLinksOnTheWay
    return documents.filter { $0.fileURL?.path == path }
  }

  /// What could not be saved, while all others were.
  public struct Failures: Error {
    /// The documents' names with what went wrong.
    public let failures: [(name: String, error: any Error)]
  }

  /// Autosaves all documents: the application goes to the background, where it may be ended.
  /// - Throws: `Failures`.
  public func enterBackground() async throws {
    try await each(documents) { try await $0.autosave(userInteractionPermitted: false) }
  }

  /// Autosaves all other documents: this one is brought to the front.
  /// - Throws: `Failures`.
  public func bringForward(_ document: Document) async throws {
    try await each(documents.filter { $0 !== document }) { try await $0.autosave() }
  }

  /// Autosaves the documents below a folder: somebody is about to read them, and gets what could be
  /// saved. What could not went to `handleError`.
  public func prepareForReading(_ folder: FilePath) async {
    _ = try? await autosaveUnasked(below: folder, userInteractionPermitted: true)
  }

  /// Autosaves the documents below a folder.
  /// - Throws: `Failures`.
  func autosave(below folder: FilePath) async throws {
    try await each(documents(below: folder)) { try await $0.autosave() }
  }

  /// Autosaves the documents below a folder for somebody who did not make them.
  /// - Throws: `Failures`.
  func autosaveUnasked(below folder: FilePath, userInteractionPermitted: Bool) async throws {
    try await each(documents(below: folder)) {
      try await $0.autosaveUnasked(userInteractionPermitted: userInteractionPermitted)
    }
  }

  private func documents(below folder: FilePath) -> [Document] {
    let resolved = (try? FileSystem.resolved(folder)) ?? folder.withoutLinksOnTheWay
    return documents.filter { $0.isBelow(resolved) || $0.isBelow(folder) }
  }

  /// Closes all documents: the application ends. Those that cannot be saved stay open.
  /// - Throws: `Failures`.
  public func quit() async throws {
    try await each(documents) { try await $0.close(userInteractionPermitted: false) }
  }

  /// Lets the documents that were at a place, or below it, know where they are now.
  func moved(from old: FileURL, to new: FileURL) {
    let old = old.path.withoutLinksOnTheWay
    for document in documents {
      guard let path = document.fileURL?.path else { continue }
      if path == old {
        document.move(to: new)
      } else if let inside = path.relative(to: old) {
        document.move(to: FileURL(new.path.appending(inside)))
      }
    }
  }

  func add(_ document: Document) {
    entries.removeAll { $0.document == nil || $0.document === document }
    entries.append(Entry(document: document))
  }

  func remove(_ document: Document) {
    entries.removeAll { $0.document == nil || $0.document === document }
    presentNoMore()
  }

  private func each(
    _ documents: [Document], _ work: @MainActor (Document) async throws -> Void
  ) async throws {
    var failures: [(name: String, error: any Error)] = []
    for document in documents {
      do { try await work(document) } catch { failures.append((document.localizedName, error)) }
    }
    if !failures.isEmpty { throw Failures(failures: failures) }
  }
}

extension OpenDocuments.Failures: CustomStringConvertible {
  /// One line for each document.
  public var description: String { lines.joined(separator: "\n") }

  var lines: [String] {
    failures.map { name, error in
      let reason = (error as? StoreError)?.message ?? "\(error)"
      return "'\(name)' was not saved: \(reason)"
    }
  }
}

extension Document {
  /// Whether the document is in a folder, or is it.
  func isBelow(_ folder: FilePath) -> Bool {
    guard let path = fileURL?.path else { return false }
    return path == folder || path.relative(to: folder) != nil
  }
}

extension FilePath {
  /// The path as open documents know theirs: the links of the folders on the way are resolved.
  fileprivate var withoutLinksOnTheWay: FilePath {
    guard let folder = try? FileSystem.resolved(parent) else { return self }
    return folder.appending(lastComponent)
  }
}
