import Content
import Files
import VersionStore

/// A draft's folder with its lock, held as long as the draft is open.
struct HeldDraft: ~Copyable {
  private let lock: File

  /// - Throws: `draftInUse`.
  init(_ place: DraftPlace, _ surroundings: Surroundings) throws {
    let library = try VersionsLibrary.around(place.library, surroundings)
    let folder = DraftPlace.folder(place.id, in: library)
    try Folder.makeAll(folder, permissions: 0o700)
    let lock = try File(DraftPlace.lock(folder), [.readWrite, .create], permissions: 0o600)
    guard try lock.lock(waiting: false) else {
      throw DocumentError(.draftInUse, "the draft '\(place.name)' is open in another program")
    }
    self.lock = lock
  }

  /// Where it was taken.
  var folder: FilePath { lock.path.parent }

  /// Where the folder is by now, wherever its library was moved; nil where it is gone.
  var present: FilePath? { (lock.isAtItsPath ? lock.path : lock.presentPath)?.parent }
}

extension DocumentStorage {
  /// Writes a draft, synced when it returns.
  func keepDraft(
    _ place: DraftPlace, _ source: Writing.Source, _ type: TypeIdentifier
  ) throws {
    if held == nil { held = try HeldDraft(place, surroundings) }
    guard let folder = held?.present else {
      throw DocumentError(
        .vanished, "the library of the draft '\(place.name)' is gone",
        hints: ["save the document somewhere"])
    }
    try DocumentContent.flat(Array(type.rawValue.utf8), executable: false)
      .write(to: DraftPlace.type(folder))
    let target = DraftPlace.contents(folder).appending(place.name.bytes)
    switch source {
    case .contents(let contents): try contents.stored.write(to: target)
    case .scratch(let scratch):
      defer { try? FileSystem.removeAll(scratch.path) }
      try DocumentContent.read(at: scratch.path)?.write(to: target)
    }
  }

  /// Takes a draft that was left, and reads it; nil where it is gone.
  func takeDraft(_ place: DraftPlace) throws -> DocumentContent? {
    let found = try HeldDraft(place, surroundings)
    let target = DraftPlace.contents(found.folder).appending(place.name.bytes)
    held = consume found
    return try DocumentContent.read(at: target)
  }

  /// Gives the draft up; it stays to be recovered, or goes.
  func leaveDraft(removing: Bool) {
    if removing, let folder = held?.present { try? FileSystem.removeAll(folder) }
    held = nil
  }
}
