import Content

/// What a copy would make of a document.
public struct CopyPlan: Sendable {
  /// What the document holds on disk.
  public let present: DocumentContent
  /// What it would hold.
  public let result: DocumentContent

  /// Whether anything would change.
  public var changesAnything: Bool { present != result }
}

extension Library {
  /// Copies a part of a version into a document as it is on disk now.
  ///
  /// What is on disk becomes a version first, and the result is a version with the event `copy` and
  /// where it came from; `undo` takes it back. Bytes beside the copied part stay as they are.
  /// - Parameters:
  ///   - part: What is copied.
  ///   - version: A version of this document or another one.
  ///   - source: The library of the version; nil for this one.
  ///   - document: The document that gets the part.
  /// - Throws: `partNotFound`, `ambiguous` where a name fits several parts, `wrongKind` where a
  ///   side is of another kind or damaged, `locked`, `readOnly`, `changedMeanwhile`. Nothing is
  ///   written then.
  public func copy(
    _ part: CopiedPart, from version: Version, of source: Library? = nil,
    into document: Document, options: RestoreOptions = RestoreOptions()
  ) throws(StoreError) -> RestoreOutcome {
    try requireWritable()
    if document.isLocked { throw StoreError.locked(document.path) }
    let copying = try copying(version, of: source, into: document.path)
    // Refused before anything is written.
    let first = try presentContent(of: document.path)
    var result = try copying.content(copying: part, into: first)
    if result == first {
      return RestoreOutcome(version: document.head, kept: nil, changed: false)
    }
    let before = try keepPresent(document)
    guard let snapshot = before.snapshot else { throw noFile(document.path) }
    let present = snapshot.content
    if present != first { result = try copying.content(copying: part, into: present) }
    return try put(
      result, after: before, event: .copy,
      origin: Version.Origin(
        document: version.document == document.id ? nil : version.document,
        number: version.number),
      permissions: RecordedPermissions(snapshot), force: options.force)
  }

  /// What copying a part of a version into the document at a path would make; writes nothing.
  /// - Throws: What `copy` throws for the part and the kinds of content.
  public func planCopy(
    _ part: CopiedPart, from version: Version, of source: Library? = nil, into path: DocumentPath
  ) throws(StoreError) -> CopyPlan {
    let present = try presentContent(of: path)
    let result = try copying(version, of: source, into: path)
      .content(copying: part, into: present)
    return CopyPlan(present: present, result: result)
  }

  /// The same for what another document holds on disk, saved or not.
  ///
  /// To copy, make a version of that document first, so that the result can say where it came from.
  /// - Parameter origin: Where the other document is.
  public func planCopy(
    _ part: CopiedPart, fromCurrent origin: DocumentPath, of source: Library? = nil,
    into path: DocumentPath
  ) throws(StoreError) -> CopyPlan {
    guard let snapshot = try (source ?? self).snapshot(of: origin) else {
      throw StoreError(.versionNotFound, "'\(origin)' is not on disk, so it has no 'current'")
    }
    let copying = PartCopying(
      sourceName: "'\(origin)'", source: snapshot.content, target: path)
    let present = try presentContent(of: path)
    return CopyPlan(
      present: present, result: try copying.content(copying: part, into: present))
  }

  private func copying(
    _ version: Version, of source: Library?, into path: DocumentPath
  ) throws(StoreError) -> PartCopying {
    PartCopying(
      sourceName: "version \(version.number) of '\(version.path)'",
      source: try (source ?? self).content(of: version), target: path)
  }

  private func presentContent(of path: DocumentPath) throws(StoreError) -> DocumentContent {
    guard let snapshot = try snapshot(of: path) else { throw noFile(path) }
    return snapshot.content
  }

  private func noFile(_ path: DocumentPath) -> StoreError {
    StoreError(
      .documentNotFound, "'\(path)' is not on disk, so nothing can be copied into it",
      hints: ["bring it back with: versions restore \(shellWord(path.bytes)) latest"])
  }
}
