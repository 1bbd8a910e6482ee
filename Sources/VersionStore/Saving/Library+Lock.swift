extension Library {
  /// Refuses new versions of a document from now on; what is on disk becomes a version first.
  /// - Returns: The version that locks it, or did already.
  public func lock(_ document: Document) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    if document.isLocked {
      return RestoreOutcome(version: document.head, kept: nil, changed: false)
    }
    if document.isDeleted {
      throw StoreError(.documentNotFound, "'\(document.path)' is deleted")
    }
    let (present, _, kept) = try keepPresent(document)
    return try mark(present, .lock, kept: kept)
  }

  /// Allows new versions of a document again.
  public func unlock(_ document: Document) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    guard document.isLocked else {
      return RestoreOutcome(version: document.head, kept: nil, changed: false)
    }
    return try mark(document, .unlock, kept: nil)
  }

  private func mark(
    _ document: Document, _ event: Event, kept: Version?
  ) throws(StoreError) -> RestoreOutcome {
    let expected = document.head.commit
    let size = try size(of: document.head)
    let versions = try append(to: document.id) { (head) throws(StoreError) in
      guard let head, head.commit == expected else {
        throw StoreError(
          .changedMeanwhile, "'\(document.path)' was saved by another program meanwhile",
          hints: ["run the same command again"])
      }
      var draft = Draft(event, contentOf: head)
      draft.size = size
      return [draft]
    }
    guard let version = versions.last else {
      throw StoreError(.busy, "'\(document.path)' could not be marked")
    }
    return RestoreOutcome(version: version, kept: kept, changed: true)
  }
}
