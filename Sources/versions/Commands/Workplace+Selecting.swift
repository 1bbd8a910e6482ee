import Files
import VersionStore

/// A version or the file on disk, found by a selector.
struct Selection {
  let library: Library
  let selected: SelectedVersion
  /// Where the document is now.
  let path: DocumentPath
}

extension Workplace {
  /// What a selector means in a document that a reading command names.
  func select(_ selector: VersionSelector, in argument: [UInt8]) throws -> Selection {
    try select([selector], in: argument)[0]
  }

  /// What several selectors mean in one document, in their order.
  ///
  /// The file as it is needs no versions, and versions below a damaged one can be whole.
  func select(_ selectors: [VersionSelector], in argument: [UInt8]) throws -> [Selection] {
    let found: (library: Library, document: Document)
    do {
      found = try documentToRead(argument)
    } catch let error as StoreError {
      return try selectors.map { try salvage($0, in: argument, after: error) }
    }
    return try selectors.map { selector in
      do {
        return Selection(
          library: found.library,
          selected: try found.library.resolve(selector, in: found.document),
          path: found.document.path)
      } catch let error as StoreError {
        return try salvage(selector, in: argument, after: error)
      }
    }
  }

  /// What can be found though the document or its newer versions cannot.
  private func salvage(
    _ selector: VersionSelector, in argument: [UInt8], after error: StoreError
  ) throws -> Selection {
    guard error.kind == .damaged || error.kind == .documentNotFound,
      !argument.starts(with: "id:".utf8)
    else { throw error }
    let (library, path) = try documentPath(argument)
    if selector == .current {
      // Neither on disk nor known: a slip, not an absent side.
      if error.kind == .documentNotFound,
        try FileStatus.find(library.location(of: path)) == nil
      {
        throw error
      }
      return Selection(library: library, selected: .current, path: path)
    }
    guard error.kind == .damaged, case .number(let number) = selector.base,
      selector.stepsBack == 0, var history = try library.history(ofDamaged: path)
    else { throw error }
    while let version = try? history.next() {
      if version.number == number {
        return Selection(library: library, selected: .version(version), path: path)
      }
    }
    throw error
  }
}
