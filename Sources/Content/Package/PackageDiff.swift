/// The differences between two packages, part by part.
public struct PackageDiff<Content: Hashable> {
  /// One part that differs.
  public struct Change {
    /// What happened to it.
    public enum Kind: String, Hashable, Sendable {
      /// The part is new.
      case added
      /// The part is gone.
      case removed
      /// Its bytes changed.
      case changed
      /// Only whether it may be run, or is a link, changed.
      case modeChanged
      /// The same bytes stand under another path.
      case renamed
    }

    /// What happened.
    public let kind: Kind
    /// The older part; `nil` where it was added.
    public let old: PackageContent<Content>.Part?
    /// The newer part; `nil` where it was removed.
    public let new: PackageContent<Content>.Part?

    /// The path in the newer package, else in the older one.
    public var path: [UInt8] { new?.path ?? old?.path ?? [] }
  }

  /// The changes, sorted by the bytes of their paths.
  public let changes: [Change]

  /// Compares packages; parts that only moved are found by their content where it stands once.
  public init(from older: PackageContent<Content>, to newer: PackageContent<Content>) {
    var changes: [Change] = []
    var removed: [PackageContent<Content>.Part] = []
    var added: [PackageContent<Content>.Part] = []
    var left = older.parts[...]
    var right = newer.parts[...]
    while let first = left.first ?? right.first {
      guard let old = left.first, let new = right.first else {
        if left.isEmpty { added.append(first) } else { removed.append(first) }
        left = left.dropFirst()
        right = right.dropFirst()
        continue
      }
      if old.path == new.path {
        if old.content != new.content {
          changes.append(Change(kind: .changed, old: old, new: new))
        } else if old != new {
          changes.append(Change(kind: .modeChanged, old: old, new: new))
        }
        left = left.dropFirst()
        right = right.dropFirst()
      } else if old.path.lexicographicallyPrecedes(new.path) {
        removed.append(old)
        left = left.dropFirst()
      } else {
        added.append(new)
        right = right.dropFirst()
      }
    }
    changes += PackageDiff.renames(&removed, &added)
    changes += removed.map { Change(kind: .removed, old: $0, new: nil) }
    changes += added.map { Change(kind: .added, old: nil, new: $0) }
    self.changes = changes.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  private static func renames(
    _ removed: inout [PackageContent<Content>.Part], _ added: inout [PackageContent<Content>.Part]
  ) -> [Change] {
    let old = Dictionary(grouping: removed, by: \.content).filter { $0.value.count == 1 }
    let new = Dictionary(grouping: added, by: \.content).filter { $0.value.count == 1 }
    var changes: [Change] = []
    for (content, parts) in old {
      guard let target = new[content]?.first, let source = parts.first else { continue }
      changes.append(Change(kind: .renamed, old: source, new: target))
    }
    let sources = Set(changes.compactMap { $0.old?.path })
    let targets = Set(changes.compactMap { $0.new?.path })
    removed.removeAll { sources.contains($0.path) }
    added.removeAll { targets.contains($0.path) }
    return changes
  }
}

extension PackageDiff.Change: Hashable {}
extension PackageDiff.Change: Sendable where Content: Sendable {}
extension PackageDiff: Sendable where Content: Sendable {}

extension PackageDiff {
  /// Compares each part that differs by its own kind.
  ///
  /// `read` gives a part's bytes, `compare` gets its kind on both sides and the bytes, those of a
  /// missing side being empty; its answers come back with the changes, in their order.
  public func compareParts<Answer, Failure: Error>(
    read: (Content) throws(Failure) -> [UInt8],
    compare: (Change, _ old: PartContent?, _ new: PartContent?) throws(Failure) -> Answer
  ) throws(Failure) -> [(change: Change, answer: Answer)] {
    var answers: [(change: Change, answer: Answer)] = []
    for change in changes {
      let old = try PackageDiff.content(change.old, read)
      let new = try PackageDiff.content(change.new, read)
      answers.append((change, try compare(change, old, new)))
    }
    return answers
  }

  private static func content<Failure: Error>(
    _ part: PackageContent<Content>.Part?, _ read: (Content) throws(Failure) -> [UInt8]
  ) throws(Failure) -> PartContent? {
    guard let part else { return nil }
    let bytes = try read(part.content)
    let type = part.isLink ? .symbolicLink : ContentType.recognise(name: part.path, bytes: bytes)
    return PartContent(type: type, bytes: bytes)
  }
}

/// The bytes of a part of a package, with what they are.
public struct PartContent: Hashable, Sendable {
  /// What the bytes are.
  public let type: ContentType
  /// The bytes.
  public let bytes: [UInt8]
}
