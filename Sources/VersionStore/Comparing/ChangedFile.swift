import Content

/// A plain file or link that differs, for what works by bytes: patches and counts of lines.
///
/// Its path begins with that of the document, for a part of a package, too.
public struct ChangedFile: Sendable {
  /// What one side holds.
  public struct State: Sendable, Equatable {
    /// The bytes, of a link where it leads.
    public let bytes: [UInt8]
    /// The mode as git writes it, such as 0o100644.
    public let mode: UInt32

    /// Whether it is a symbolic link.
    public var isLink: Bool { mode == 0o120000 }
  }

  /// The path, the same on both sides, so that a patch changes what has this path.
  public let path: [UInt8]
  /// The older state; nil where there is none.
  public let old: State?
  /// The newer state; nil where there is none.
  public let new: State?
  /// Whether one of the states is neither text nor anything written as text.
  public let isData: Bool
}

extension Comparison {
  /// The files that differ, sorted by the bytes of their paths; empty folders are none.
  ///
  /// - Parameters:
  ///   - path: Where the document is, whatever the sides were called.
  ///   - ignoringFormat: Whether those are left out that only have another form.
  public func changedFiles(at path: [UInt8], ignoringFormat: Bool = false) -> [ChangedFile] {
    guard isDifferent(ignoringFormat: ignoringFormat) else { return [] }
    return files(at: path, ignoringFormat)
  }

  private func files(at path: [UInt8], _ ignoringFormat: Bool) -> [ChangedFile] {
    switch difference {
    case .parts(let parts):
      return parts.filter { !$0.isFolder && $0.isDifferent(ignoringFormat: ignoringFormat) }
        .flatMap { part -> [ChangedFile] in
          let place = path + [UInt8(ascii: "/")] + part.path
          guard let oldPath = part.oldPath else {
            return part.comparison.files(at: place, ignoringFormat)
          }
          let gone = path + [UInt8(ascii: "/")] + oldPath
          return Self.files(part.comparison.old.content, at: gone, isNew: false)
            + Self.files(part.comparison.new.content, at: place, isNew: true)
        }
        .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    case .nature:
      // What is gone makes room before what is there instead.
      return Self.files(old.content, at: path, isNew: false)
        + Self.files(new.content, at: path, isNew: true)
    default:
      let before = old.content.flatMap(Self.state)
      let after = new.content.flatMap(Self.state)
      guard before != nil || after != nil else { return [] }
      if case .data = difference {
        return [ChangedFile(path: path, old: before, new: after, isData: true)]
      }
      // The right to execute is not compared, so a patch does not change it.
      let mode = after?.mode ?? before?.mode ?? 0
      return [
        ChangedFile(
          path: path, old: before.map { .init(bytes: $0.bytes, mode: mode) }, new: after,
          isData: false)
      ]
    }
  }

  private static func state(_ content: DocumentContent) -> ChangedFile.State? {
    switch content {
    case .flat(let bytes, let executable):
      .init(bytes: bytes, mode: executable ? 0o100755 : 0o100644)
    case .link(let target): .init(bytes: target, mode: 0o120000)
    case .package: nil
    }
  }

  /// All files of a content, as gone or as new.
  private static func files(
    _ content: DocumentContent?, at path: [UInt8], isNew: Bool
  ) -> [ChangedFile] {
    let nothing = Side(path: path, content: nil)
    let all = Side(path: path, content: content)
    return Comparison(old: isNew ? nothing : all, new: isNew ? all : nothing)
      .changedFiles(at: path)
  }
}
