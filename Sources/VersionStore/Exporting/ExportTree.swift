import Files
import Git

/// The tree of an exported branch: all documents at one moment, each under its own name.
final class ExportTree {
  private var entries: [[UInt8]: Node] = [:]
  private var written: ObjectID?

  private enum Node {
    case document(Tree.Entry, UUID)
    case folder(ExportTree)
  }

  /// Puts a document at a path; what was in its way gives way.
  func put(_ components: ArraySlice<[UInt8]>, _ entry: Tree.Entry, of document: UUID) {
    guard let name = components.first else { return }
    written = nil
    if components.count == 1 {
      entries[name] = .document(
        Tree.Entry(mode: entry.mode, name: name, id: entry.id), document)
    } else if case .folder(let folder) = entries[name] {
      folder.put(components.dropFirst(), entry, of: document)
    } else {
      let folder = ExportTree()
      entries[name] = .folder(folder)
      folder.put(components.dropFirst(), entry, of: document)
    }
  }

  /// Removes a document from a path, unless another one has it, and folders that become empty.
  func remove(_ components: ArraySlice<[UInt8]>, of document: UUID) {
    guard let name = components.first else { return }
    switch entries[name] {
    case .document(_, document) where components.count == 1:
      entries[name] = nil
      written = nil
    case .folder(let folder) where components.count > 1:
      folder.remove(components.dropFirst(), of: document)
      if folder.entries.isEmpty { entries[name] = nil }
      written = nil
    default: break
    }
  }

  /// Writes what changed, and names the tree.
  func write(to sink: some ObjectSink) throws(GitError) -> ObjectID {
    if let written { return written }
    var list: [Tree.Entry] = []
    for (name, node) in entries {
      switch node {
      case .document(let entry, _): list.append(entry)
      case .folder(let folder):
        list.append(Tree.Entry(mode: 0o040000, name: name, id: try folder.write(to: sink)))
      }
    }
    let id = try sink.write(.tree, Tree(list).bytes)
    written = id
    return id
  }
}

extension DocumentPath {
  /// The names of a path in an exported tree: the files' own, but for those that git refuses, which
  /// are as the store has them.
  var exportedComponents: [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "/")).map { part in
      let name = Array(part)
      let isRefused =
        PercentEncoding.isRepository(name) || name.elementsEqual(".gitmodules".utf8)
      return isRefused ? PercentEncoding.encodeForTree(name) : name
    }
  }

  /// The path in an exported tree.
  var exported: DocumentPath {
    DocumentPath(Array(exportedComponents.joined(separator: [UInt8(ascii: "/")]))) ?? self
  }
}
