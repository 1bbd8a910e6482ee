import Content

/// A part of a file package that differs.
public struct PartDifference: Sendable {
  /// What happened to the part.
  public enum Kind: String, Sendable, Hashable {
    /// It is new.
    case added
    /// It is gone.
    case removed
    /// It holds something else.
    case changed
    /// It has another path.
    case renamed
  }

  /// What happened.
  public let kind: Kind
  /// The path in the newer package, else in the older one.
  public let path: [UInt8]
  /// The path in the older package where it was another one.
  public let oldPath: [UInt8]?
  /// Whether the part is a folder, which is told only where nothing is in it.
  public let isFolder: Bool
  /// The part compared by its own kind.
  public let comparison: Comparison

  /// Whether it still differs where other forms of the same do not count.
  public func isDifferent(ignoringFormat: Bool) -> Bool {
    kind != .changed || comparison.isDifferent(ignoringFormat: ignoringFormat)
  }

  /// All differences of two packages, sorted by the bytes of their paths.
  static func all(
    _ old: [DocumentContent.Part], _ new: [DocumentContent.Part], _ options: ComparisonOptions
  ) -> [PartDifference] {
    let before = contents(old)
    let after = contents(new)
    let diff = PackageDiff(from: package(before), to: package(after))
    var all = diff.changes.map { change in
      let kind: Kind =
        switch change.kind {
        case .added: .added
        case .removed: .removed
        case .renamed: .renamed
        case .changed, .modeChanged: .changed
        }
      return PartDifference(
        kind: kind, path: change.path, oldPath: kind == .renamed ? change.old?.path : nil,
        isFolder: false,
        comparison: Comparison(
          old: .init(
            path: change.old?.path ?? change.path, content: change.old.flatMap { before[$0.path] }),
          new: .init(path: change.path, content: change.new.flatMap { after[$0.path] }),
          options: options))
    }
    all += emptyFolders(old, missingFrom: new).map { folder($0, .removed) }
    all += emptyFolders(new, missingFrom: old).map { folder($0, .added) }
    return all.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Files and links by their paths.
  private static func contents(_ parts: [DocumentContent.Part]) -> [[UInt8]: DocumentContent] {
    var contents: [[UInt8]: DocumentContent] = [:]
    for part in parts {
      switch part.kind {
      case .file(let bytes, let executable):
        contents[part.path] = .flat(bytes, executable: executable)
      case .link(let target): contents[part.path] = .link(target)
      case .folder: break
      }
    }
    return contents
  }

  private static func package(_ contents: [[UInt8]: DocumentContent]) -> PackageContent<[UInt8]> {
    PackageContent(
      contents.compactMap { path, content in
        switch content {
        case .flat(let bytes, _): .init(path: path, content: bytes)
        case .link(let target): .init(path: path, content: target, isLink: true)
        case .package: nil
        }
      })
  }

  private static func folder(_ path: [UInt8], _ kind: Kind) -> PartDifference {
    let nothing = Comparison.Side(path: path, content: nil)
    return PartDifference(
      kind: kind, path: path, oldPath: nil, isFolder: true,
      comparison: Comparison(old: nothing, new: nothing))
  }

  /// Folders with nothing in them that the other package does not have.
  private static func emptyFolders(
    _ parts: [DocumentContent.Part], missingFrom others: [DocumentContent.Part]
  ) -> [[UInt8]] {
    let folders = parts.filter { $0.kind == .folder }.map(\.path)
    if folders.isEmpty { return [] }
    let theirs = Set(others.filter { $0.kind == .folder }.map(\.path))
    var inhabited = Set<[UInt8]>()
    for part in parts {
      guard let slash = part.path.lastIndex(of: UInt8(ascii: "/")) else { continue }
      inhabited.insert(Array(part.path[..<slash]))
    }
    return folders.filter { !inhabited.contains($0) && !theirs.contains($0) }
  }
}
