/// For each leaf of a JSON document the version in which it came to be as it is.
public struct JSONBlame<Version> {
  /// A leaf and its version.
  public struct Line {
    /// Where the leaf is in the newest document.
    public let pointer: JSONPointer
    /// Its value there.
    public let value: JSONTree
    /// The version that gave it this value.
    public let version: Version
  }

  /// The leaves in the order of the document.
  public let lines: [Line]

  /// Follows a document back through its versions; those that are not JSON are passed over.
  ///
  /// `older` gives the next older version each time, `nil` after the first one. It is not asked
  /// again once every leaf is explained.
  public init<Failure: Error>(
    _ newest: JSONDocument, version: Version,
    older: () throws(Failure) -> (version: Version, bytes: [UInt8])?
  ) throws(Failure) {
    var leaves = newest.withView { JSONLeaves(view: $0).collected() }
    var versions = [Version?](repeating: nil, count: leaves.nodes.count)
    var open = Array(leaves.nodes.indices)
    var current = newest
    var currentVersion = version
    while !open.isEmpty, let next = try older() {
      guard let document = try? JSONDocument(parsing: next.bytes) else { continue }
      let origins = document.withView { mine in
        current.withView { JSONAlignment(from: mine, to: $0).origins }
      }
      open.removeAll { leaf in
        let origin = origins[leaves.nodes[leaf]]
        leaves.nodes[leaf] = Int(origin)
        if origin < 0 { versions[leaf] = currentVersion }
        return origin < 0
      }
      current = document
      currentVersion = next.version
    }
    lines = leaves.pointers.indices.map { leaf in
      Line(
        pointer: leaves.pointers[leaf], value: newest.tree(JSONDocument.Node(leaves.first[leaf])),
        version: versions[leaf] ?? currentVersion)
    }
  }
}

extension JSONBlame.Line: Sendable where Version: Sendable {}
extension JSONBlame: Sendable where Version: Sendable {}

/// The leaves of a document.
struct JSONLeaves {
  private let view: JSONView
  /// Their nodes in the document that is looked at.
  var nodes: [Int] = []
  /// Their nodes in the document they were collected from.
  private(set) var first: [Int] = []
  private(set) var pointers: [JSONPointer] = []

  init(view: JSONView) { self.view = view }

  consuming func collected() -> JSONLeaves {
    collect(0, JSONPointer())
    first = nodes
    return self
  }

  private mutating func collect(_ index: Int, _ pointer: JSONPointer) {
    guard view.isContainer(index), view.end(index) > index + 1 else {
      nodes.append(index)
      pointers.append(pointer)
      return
    }
    if view.kind(index) == .object {
      var key = index + 1
      while key < view.end(index) {
        collect(key + 1, pointer.appending(view.characters(key)))
        key = view.after(key + 1)
      }
    } else {
      for (position, element) in view.elements(index).enumerated() {
        collect(element, pointer.appending(position))
      }
    }
  }
}
