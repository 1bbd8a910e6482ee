import Files
import Git

/// Which files that no path is known of are documents that another program renamed.
struct Renames {
  private let library: Library
  private let statuses: [DocumentPath: FileStatus]
  private var missing: [Document] = []
  private var unknown: [DocumentPath] = []

  /// Renamed documents with their new paths.
  private(set) var found: [(Document, DocumentPath)] = []
  /// Documents that are gone.
  private(set) var gone: [Document] = []
  /// Documents whose files are gone and whose versions cannot be read: nothing is concluded.
  private(set) var problems: [(Document, StoreError)] = []

  /// The least content, in bytes, by which a document is known again.
  private static let leastContent = 32

  /// Compares what the library knows with what is on disk.
  /// - Parameters:
  ///   - living: The documents that are not deleted, by their paths.
  ///   - found: The files that can be documents.
  ///   - folder: Only documents below it can be missing; nil for all.
  init(
    library: Library, living: [DocumentPath: Document], found: [(DocumentPath, FileStatus)],
    below folder: DocumentPath?
  ) {
    self.library = library
    statuses = Dictionary(found, uniquingKeysWith: { first, _ in first })
    for (path, document) in living where statuses[path] == nil {
      // Ignored by now, or not to be looked at, is not gone; nor is what another folder's autosave
      // will find.
      let isGone: Bool
      do throws(StoreError) {
        isGone = try !library.hasDocument(at: path)
      } catch {
        isGone = false
      }
      if isGone, path.isBelow(folder) || folder == nil { missing.append(document) }
    }
    missing.sort { $0.path < $1.path }
    if missing.isEmpty { return }
    unknown = statuses.keys.filter { living[$0] == nil }.sorted()
  }

  /// Pairs missing documents with unknown files.
  mutating func find() throws(StoreError) {
    if missing.isEmpty { return }
    try findByPlace()
    try findByContent()
    gone = missing
    missing = []
  }

  private mutating func findByPlace() throws(StoreError) {
    if unknown.isEmpty { return }
    let places = try Places(library).all()
    var paths: [Places.Place: DocumentPath] = [:]
    for path in unknown {
      if let status = statuses[path], let place = Places.Place(status) { paths[place] = path }
    }
    for document in missing {
      guard let place = places[document.id], let path = paths[place] else { continue }
      paths[place] = nil
      pair(document, path)
    }
  }

  private mutating func findByContent() throws(StoreError) {
    // Only files of a size that a missing document has are read.
    var bySize: [Int: [Document]] = [:]
    for document in missing {
      do throws(StoreError) {
        let size = try library.size(of: document.head)
        if size >= Renames.leastContent { bySize[size, default: []].append(document) }
      } catch {
        setAside(document, error)
      }
    }
    if bySize.isEmpty { return }
    var candidates: [UUID: [DocumentPath]] = [:]
    var claims: [DocumentPath: [Document]] = [:]
    for path in unknown {
      guard let status = statuses[path] else { continue }
      if status.kind == .file, bySize[Int(status.size)] == nil { continue }
      guard let snapshot = try? library.snapshot(of: path) else { continue }
      for document in bySize[snapshot.size] ?? [] {
        do throws(StoreError) {
          guard try library.holds(document.head, snapshot.content) else { continue }
          candidates[document.id, default: []].append(path)
          claims[path, default: []].append(document)
        } catch {
          bySize[snapshot.size]?.removeAll { $0.id == document.id }
          setAside(document, error)
        }
      }
    }
    for document in missing {
      guard let paths = candidates[document.id], paths.count == 1, claims[paths[0]]?.count == 1
      else { continue }
      pair(document, paths[0])
    }
  }

  private mutating func setAside(_ document: Document, _ error: StoreError) {
    problems.append((document, error))
    missing.removeAll { $0.id == document.id }
  }

  private mutating func pair(_ document: Document, _ path: DocumentPath) {
    found.append((document, path))
    missing.removeAll { $0.id == document.id }
    unknown.removeAll { $0 == path }
  }
}
