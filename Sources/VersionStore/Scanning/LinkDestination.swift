import Files

/// Where a symbolic link in a library's folder leads.
public enum LinkDestination: Sendable, Equatable {
  /// To something of this library, which the link is another name of; nil for its folder itself.
  case inside(DocumentPath?)
  /// Out of the library, into its store or an inner library, in a circle or nowhere: a document
  /// of its own, whose content is what the link says.
  case elsewhere
}

extension Library {
  /// Where the link at a path leads, all links on the way followed.
  public func destination(ofLink path: DocumentPath) -> LinkDestination {
    guard let target = try? FileSystem.resolved(location(of: path)) else { return .elsewhere }
    if isStore(target) { return .elsewhere }
    if target == folder { return .inside(nil) }
    guard let bytes = target.relative(to: folder), let inside = DocumentPath(bytes),
      !inside.bytes.split(separator: UInt8(ascii: "/")).contains(where: {
        $0.elementsEqual(Library.storeName)
      }),
      let owner = try? Library.folder(above: target), owner == folder
    else { return .elsewhere }
    return .inside(inside)
  }

  /// Whether an absolute path without links is that of the store or in it.
  func isStore(_ location: FilePath) -> Bool {
    let store = (try? FileSystem.resolved(store)) ?? store
    return location == store || location.relative(to: store) != nil
  }

  /// Where the store is in the library's folder under another name than its own, mostly nil.
  var storeElsewhereInside: DocumentPath? {
    if store == folder.appending(Library.storeName) { return nil }
    let store = (try? FileSystem.resolved(store)) ?? store
    return store.relative(to: folder).flatMap { DocumentPath($0) }
  }
}
