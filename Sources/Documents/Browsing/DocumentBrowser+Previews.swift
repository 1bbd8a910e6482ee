import Content
import Files
import VersionStore

extension DocumentBrowser {
  /// A preview that is to be made.
  private struct Wanted: Sendable {
    let index: Int
    let path: DocumentPath
    let type: DocumentType
  }

  /// A preview that was made, and what it was made of.
  private struct Made: Sendable {
    let wanted: Wanted
    let mark: FileMark
    let bytes: [UInt8]?
  }

  /// Finds the previews of documents, or makes them.
  func withPreviews(_ items: [Item]) async throws -> [Item] {
    var items = items
    let (found, wanted) = try await keptPreviews(of: items)
    for (index, preview) in found { items[index].preview = preview }
    var made: [Made] = []
    for one in wanted {
      guard let preview = try await makePreview(one, at: items[one.index].url) else { continue }
      items[one.index].preview = preview.bytes
      made.append(preview)
    }
    if !made.isEmpty { try await keep(made) }
    return items
  }

  /// What makes a preview: it is another one in the next version of an application.
  private func maker(_ type: DocumentType) -> String {
    "\(settings.surroundings.app) \(type.identifier.rawValue)"
  }

  private func keptPreviews(
    of items: [Item]
  ) async throws -> (found: [(index: Int, preview: [UInt8]?)], wanted: [Wanted]) {
    try await perform { library in
      let cache = PreviewCache(library)
      var found: [(index: Int, preview: [UInt8]?)] = []
      var wanted: [Wanted] = []
      for (index, item) in items.enumerated() {
        guard let type = settings.types[item.type],
          type.preview != nil || type.document != nil,
          let inside = item.url.path.relative(to: library.folder),
          let path = DocumentPath(inside)
        else { continue }
        if let mark = try? FileMark.find(item.url.path),
          let kept = cache.find(path, maker: maker(type), mark: mark)
        {
          found.append((index, kept.bytes))
        } else {
          wanted.append(Wanted(index: index, path: path, type: type))
        }
      }
      return (found, wanted)
    }
  }

  /// Makes a preview; nil where the document is gone, or cannot be read.
  private func makePreview(_ wanted: Wanted, at url: FileURL) async throws -> Made? {
    let read = try await perform { library -> (mark: FileMark, contents: FileContents)? in
      // The mark comes first: what changes from now on changes it, too.
      guard let mark = try? FileMark.find(url.path),
        let snapshot = (try? library.snapshot(of: wanted.path)) ?? nil
      else { return nil }
      return (mark, FileContents(snapshot.content))
    }
    guard let (mark, contents) = read else { return nil }
    if let make = wanted.type.preview {
      return Made(wanted: wanted, mark: mark, bytes: make(contents))
    }
    guard let make = wanted.type.document else { return nil }
    let (settings, type) = (settings, wanted.type.identifier)
    do {
      let document = await make(url, settings)
      let bytes = try await document.preview(of: contents, ofType: type)
      return Made(wanted: wanted, mark: mark, bytes: bytes)
    } catch {
      // What the document cannot read has no preview; the next list asks again.
      return nil
    }
  }

  private func keep(_ made: [Made]) async throws {
    try await perform { library in
      let cache = PreviewCache(library)
      for one in made {
        cache.keep(one.bytes, of: one.wanted.path, maker: maker(one.wanted.type), mark: one.mark)
      }
      cache.tidy()
    }
  }
}

extension Document {
  /// The preview of contents, by a document that is not opened for it.
  func preview(
    of contents: FileContents, ofType type: TypeIdentifier
  ) async throws -> [UInt8]? {
    guard let fileURL else { return nil }
    fileType = type
    handing = Handing(url: fileURL, contents: contents)
    defer { handing = nil }
    try await read(from: fileURL)
    return preview
  }
}
