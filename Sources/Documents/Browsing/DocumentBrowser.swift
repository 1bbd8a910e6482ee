import Content
import Files
import VersionStore

/// The documents of a library as a browser of an application shows and arranges them.
///
/// All that it does is kept: what is renamed, moved or deleted has its versions before and after.
/// Documents that are open are autosaved before, and follow.
public struct DocumentBrowser: Sendable {
  /// The library's folder.
  public let library: FilePath
  /// What the browser takes from its application.
  public let settings: DocumentSettings
  let storage: DocumentStorage

  /// A browser of the library that a folder is.
  public init(_ library: FilePath, settings: DocumentSettings) {
    self.library = library
    self.settings = settings
    storage = DocumentStorage(settings.surroundings)
  }

  /// A browser of a folder, which is made a library where it is none.
  public static func making(
    _ folder: FilePath, settings: DocumentSettings
  ) async throws -> DocumentBrowser {
    let browser = DocumentBrowser(folder, settings: settings)
    let surroundings = settings.surroundings
    try await browser.storage.perform {
      do throws(StoreError) {
        _ = try Library.create(folder, surroundings: surroundings)
      } catch {
        guard error.kind == .libraryExists else { throw error }
      }
    }
    return browser
  }

  /// A document as it is listed.
  public struct Item: Sendable, Identifiable {
    /// Where it is.
    public let url: FileURL
    /// The name without the extension of a known type, for people.
    public let localizedName: String
    /// What kind of document it is.
    public let type: TypeIdentifier
    /// When the file was last modified.
    public let modificationDate: FileTime
    /// Bytes; those of the folder itself for a package.
    public let size: Int64
    /// The thumbnail's data, where the type makes one and it was asked for.
    public internal(set) var preview: [UInt8]?
    /// Its place.
    public var id: FileURL { url }
  }

  /// The documents in a folder of the library and below it, in the order of their paths.
  /// - Parameters:
  ///   - folder: The folder; nil for the whole library.
  ///   - types: Only documents of these types and kinds of them; empty for all.
  ///   - previews: Whether thumbnails are shown. Documents of types with one are read for it, unless
  ///     it was kept since they last changed.
  public func documents(
    in folder: FilePath? = nil, ofTypes types: [TypeIdentifier] = [], previews: Bool = false
  ) async throws -> [Item] {
    let folder = folder ?? library
    await settings.prepareForReading(folder)
    let known = settings.types
    let items = try await perform { library in
      let place = try library.folderPath(folder)
      var items: [Item] = []
      try LibraryScan(library, below: place).forEach { finding in
        guard case .document(let found) = finding else { return }
        let url = FileURL(library.location(of: found.path))
        if let item = DocumentBrowser.item(url, found.status, known, library, found.path, types) {
          items.append(item)
        }
      }
      return items.sorted { $0.url < $1.url }
    }
    return previews ? try await withPreviews(items) : items
  }

  private static func item(
    _ url: FileURL, _ status: FileStatus, _ known: DocumentTypes, _ library: Library,
    _ path: DocumentPath, _ wanted: [TypeIdentifier]
  ) -> Item? {
    let declared = known.type(forExtension: url.name.extension)
    // Only what no extension tells is read for its type.
    let type =
      declared?.identifier
      ?? (try? library.snapshot(of: path)).flatMap { $0 }
      .map { known.type(of: url.name, FileContents($0.content)) } ?? .data
    if !wanted.isEmpty, !wanted.contains(where: { known.conforms(type, to: $0) }) { return nil }
    return Item(
      url: url, localizedName: printable(declared == nil ? url.name.bytes : url.name.stem),
      type: type, modificationDate: status.modified, size: status.size, preview: nil)
  }

  /// Does work in the library.
  func perform<Value: Sendable>(
    _ body: @Sendable (Library) throws -> Value
  ) async throws -> Value {
    let (folder, surroundings) = (library, settings.surroundings)
    return try await storage.perform {
      try body(try Library(folder, surroundings: surroundings))
    }
  }
}

extension Library {
  /// The path of a folder in the library; nil for the library itself.
  func folderPath(_ folder: FilePath) throws -> DocumentPath? {
    let resolved = (try? FileSystem.resolved(folder)) ?? folder.normalised
    if resolved == self.folder { return nil }
    guard let inside = resolved.relative(to: self.folder), let path = DocumentPath(inside) else {
      throw StoreError(
        .libraryNotFound,
        "'\(printable(folder.bytes))' is not in the library '\(printable(self.folder.bytes))'")
    }
    return path
  }

  /// The path of a name in a folder.
  func path(_ name: FileName, in folder: DocumentPath?) throws -> DocumentPath {
    guard name.isUsable,
      let path = DocumentPath((folder.map { $0.bytes + [UInt8(ascii: "/")] } ?? []) + name.bytes)
    else {
      throw DocumentError(.badName, "'\(name)' cannot be the name of a file")
    }
    return path
  }

  /// Does work with the first name, counted on from a wished one, that nothing has yet.
  func withFreeName<Value>(
    _ name: FileName, in folder: DocumentPath?, _ body: (DocumentPath) throws -> Value
  ) throws -> Value {
    for number in 1..<100_000 {
      let path = try path(name.numbered(number), in: folder)
      if try FileStatus.find(location(of: path)) != nil { continue }
      do {
        return try body(path)
      } catch let error as StoreError where error.kind == .targetExists {
        // Another program was faster.
        continue
      }
    }
    throw StoreError(.targetExists, "all names like '\(name)' are taken")
  }
}
