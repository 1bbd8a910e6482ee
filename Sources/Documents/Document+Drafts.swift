import Content
import Files
import VersionStore

extension Document {
  /// Opens this document, which has no file yet, as a draft that another one left.
  /// - Throws: `draftInUse` where a program has it open.
  public func recover(_ draft: DocumentDraft) async throws {
    try await turns.run {
      guard !isOpen else {
        throw DocumentError(.alreadyOpen, "'\(localizedName)' is open already")
      }
      let place = draft.place
      let found = try await storage.takeDraft(place)
      guard let found else {
        throw DocumentError(.vanished, "the draft '\(place.name)' is gone")
      }
      let url = FileURL(draft.location)
      let type = fileType
      fileType = draft.type
      handing = Handing(url: url, contents: FileContents(found))
      defer { handing = nil }
      do {
        try await read(from: url)
      } catch {
        fileType = type
        await storage.leaveDraft(removing: false)
        throw error
      }
      fileURL = nil
      self.draft = place
      known = nil
      undoManager.removeAll()
      // It is safe as a draft, and was never saved.
      changes.update(.done)
      changes.update(.autosaved)
      becomeOpen()
    }
  }

  func storeDraft(_ token: ChangeToken) async throws {
    guard let draft else {
      throw DocumentError(.noFile, "the document has no place")
    }
    let source = try await snapshot(beside: draft.library)
    let type = fileType
    states.set(.progressAvailable, true)
    defer { states.set(.progressAvailable, false) }
    try await storage.keepDraft(draft, source, type)
    changes.autosaved(token)
  }
}

/// A document that was never saved, as its program left it when it ended.
public struct DocumentDraft: Sendable, Identifiable {
  /// What tells it from others.
  public var id: UUID { place.id }
  /// The name it had.
  public var name: FileName { place.name }
  /// What kind of document it is.
  public let type: TypeIdentifier
  /// When it was last autosaved.
  public let modificationDate: FileTime

  let place: DraftPlace
  let location: FilePath

  /// The drafts of a library that no program has open, newest first.
  /// - Parameter library: A folder that is a library, or is in one.
  public static func recoverable(
    in library: FilePath, settings: DocumentSettings
  ) async throws -> [DocumentDraft] {
    let surroundings = settings.surroundings
    return try await DocumentStorage(surroundings).perform {
      try DocumentDraft.find(in: library, surroundings)
    }
  }

  /// Removes the draft for good.
  /// - Throws: `draftInUse` where a program has it open.
  public func remove(settings: DocumentSettings) async throws {
    let storage = DocumentStorage(settings.surroundings)
    _ = try await storage.takeDraft(place)
    await storage.leaveDraft(removing: true)
  }

  private static func find(
    in folder: FilePath, _ surroundings: Surroundings
  ) throws -> [DocumentDraft] {
    let library = try VersionsLibrary.around(folder, surroundings)
    let all = DraftPlace.all(in: library)
    guard try FileStatus.find(all) != nil else { return [] }
    var drafts: [DocumentDraft] = []
    for entry in try Folder.entries(of: all) {
      let place = all.appending(entry.name)
      guard let id = UUID(entry.name), try isFree(place),
        let found = try? Folder.entries(of: DraftPlace.contents(place)).first(where: {
          !$0.name.starts(with: ".versions-".utf8)
        })
      else { continue }
      let location = DraftPlace.contents(place).appending(found.name)
      let type = try? File(DraftPlace.type(place)).readToEnd()
      drafts.append(
        DocumentDraft(
          type: TypeIdentifier(type.map { String(decoding: $0, as: UTF8.self) } ?? "public.data"),
          modificationDate: try FileStatus(of: location).modified,
          place: DraftPlace(library: folder, id: id, name: FileName(found.name)),
          location: location))
    }
    return drafts.sorted { $0.modificationDate > $1.modificationDate }
  }

  /// Whether no program holds the lock.
  private static func isFree(_ folder: FilePath) throws -> Bool {
    guard try FileStatus.find(DraftPlace.lock(folder)) != nil else { return true }
    return try File(DraftPlace.lock(folder), .readWrite).lock(waiting: false)
  }
}
