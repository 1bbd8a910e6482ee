import Files
import Git

extension Library {
  /// Takes back the latest restore, copy, rename, delete or undo of a document; a version itself,
  /// so that undoing again does it again.
  /// - Throws: `nothingToUndo` where there is none, or where content came after it.
  public func undo(
    _ document: Document, options: RestoreOptions = RestoreOptions()
  ) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    if document.isLocked { throw StoreError.locked(document.path) }
    let (undone, before) = try lastUndoable(of: document)
    let word = shellWord(document.path.bytes)
    if let snapshot = try snapshot(of: document.path) {
      let same = try holds(document.head, snapshot.content)
      guard same else {
        throw StoreError(
          .nothingToUndo,
          "'\(document.path)' was changed after the \(undone.event) of version \(undone.number)",
          hints: [
            "keep the change with: versions save \(word)",
            "bring the state before it back with: versions restore \(word) \(before.number)",
          ])
      }
    }
    let origin = Version.Origin(document: nil, number: before.number)
    if before.isDeletion, undone.event == .rename {
      throw StoreError(
        .nothingToUndo,
        "'\(document.path)' came from another library with version \(undone.number)",
        hints: ["move it back with: versions rename \(word) PATH-IN-THAT-LIBRARY"])
    }
    if before.isDeletion {
      return try remove(document, event: .undo, origin: origin)
    }
    if before.path != undone.path {
      return try move(document, to: before.path, event: .undo, origin: origin)
    }
    return try bringBack(
      try content(of: before), in: document, event: .undo, origin: origin,
      permissions: RecordedPermissions(before), force: options.force)
  }

  /// The version to be taken back, and the one whose state comes back.
  private func lastUndoable(
    of document: Document
  ) throws(StoreError) -> (undone: Version, before: Version) {
    let word = shellWord(document.path.bytes)
    var history = try history(of: document)
    var later: Version?
    while let version = try history.next() {
      if version.event.isUndoable {
        if let later, later.tree != version.tree || later.path != version.path {
          throw StoreError(
            .nothingToUndo,
            "content came after the \(version.event) of version \(version.number) of "
              + "'\(document.path)'",
            hints: [
              "see what there is with: versions list \(word)",
              "bring a version back with: versions restore \(word) VERSION",
            ])
        }
        if let before = try history.next() { return (version, before) }
        throw StoreError(
          .nothingToUndo,
          "'\(document.path)' began with the \(version.event) of version \(version.number)",
          hints: ["remove it with: versions delete \(word)"])
      }
      later = later ?? version
    }
    throw StoreError(
      .nothingToUndo,
      "'\(document.path)' has no restore, copy, rename, delete or undo to take back",
      hints: ["bring a version back with: versions restore \(word) VERSION"])
  }
}
