/// A folder that is one document: its parts, without regard to where their bytes are kept.
///
/// `Content` is what stands for a part's bytes, such as the bytes themselves or an object's name;
/// equal ones must mean equal bytes.
public struct PackageContent<Content: Hashable> {
  /// A file inside the package.
  public struct Part {
    /// The path from the package's folder, `/`-separated, as on disk.
    public let path: [UInt8]
    /// The part's bytes, or what stands for them.
    public let content: Content
    /// Whether the file may be run.
    public let isExecutable: Bool
    /// Whether it is a symbolic link, its target being the content.
    public let isLink: Bool

    /// A part.
    public init(path: [UInt8], content: Content, isExecutable: Bool = false, isLink: Bool = false) {
      self.path = path
      self.content = content
      self.isExecutable = isExecutable
      self.isLink = isLink
    }
  }

  /// The parts, sorted by the bytes of their paths; a path stands once.
  public let parts: [Part]

  /// A package of parts in any order; of several with one path the last counts.
  public init(_ parts: some Sequence<Part>) {
    var sorted = Array(parts.enumerated())
    sorted.sort { left, right in
      if left.element.path == right.element.path { return left.offset < right.offset }
      return left.element.path.lexicographicallyPrecedes(right.element.path)
    }
    var kept: [Part] = []
    for (_, part) in sorted {
      if kept.last?.path == part.path { kept.removeLast() }
      kept.append(part)
    }
    self.parts = kept
  }

  /// The part with a path, by binary search.
  public func part(at path: [UInt8]) -> Part? {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].path.lexicographicallyPrecedes(path) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < parts.count && parts[low].path == path ? parts[low] : nil
  }

  /// The parts that a person names: the one at the path, else all in the folder of that path.
  public func parts(named path: [UInt8]) -> [Part] {
    if let part = part(at: path) { return [part] }
    let folder = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
    return parts.filter { $0.path.starts(with: folder) }
  }

  /// The package with the named parts of another one in it.
  ///
  /// A folder is copied whole: what it holds here and not there is taken out. Throws `notThere`
  /// where the other package has nothing of that name, and `blocked` where a file here stands in
  /// the way of a folder or the reverse.
  public func copying(
    partsNamed path: [UInt8], from other: PackageContent
  ) throws(PackageCopyError) -> PackageContent {
    let copied = other.parts(named: path)
    guard let first = copied.first else { throw .notThere(path) }
    let isFolder = first.path != path
    let replaced = isFolder ? Set(parts(named: path).map(\.path)) : [path]
    let kept = parts.filter { !replaced.contains($0.path) }
    for part in copied {
      if let obstacle = kept.first(where: { PackageContent.collide($0.path, part.path) }) {
        throw .blocked(path: part.path, by: obstacle.path)
      }
    }
    return PackageContent(kept + copied)
  }

  /// Whether one path would have to be a folder of the other.
  private static func collide(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    return long.count > short.count && long.starts(with: short)
      && long[short.count] == UInt8(ascii: "/")
  }
}

extension PackageContent.Part: Hashable {}
extension PackageContent.Part: Sendable where Content: Sendable {}
extension PackageContent: Hashable {}
extension PackageContent: Sendable where Content: Sendable {}

/// Why a part of a package is not copied.
public enum PackageCopyError: Error, Hashable, Sendable {
  /// The source has no part of this name.
  case notThere([UInt8])
  /// A file of the target stands where a folder has to be, or the reverse.
  case blocked(path: [UInt8], by: [UInt8])
}

extension PackageCopyError: CustomStringConvertible {
  /// One sentence for people, without a full stop.
  public var description: String {
    func name(_ path: [UInt8]) -> String { Visible.text(String(decoding: path, as: UTF8.self)) }
    switch self {
    case .notThere(let path): return "there is no part '\(name(path))' in that version"
    case .blocked(let path, let obstacle):
      return "'\(name(path))' is not copied, as '\(name(obstacle))' stands in its way"
    }
  }
}
