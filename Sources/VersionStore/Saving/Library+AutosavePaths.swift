import Files
import Git

/// A path at which something may have changed.
public struct TouchedPath: Sendable {
  /// Where; nothing need be there any more.
  public let path: DocumentPath
  /// What stood there a moment ago, nil where that is not known.
  public let status: FileStatus?

  /// A path.
  public init(_ path: DocumentPath, _ status: FileStatus? = nil) {
    self.path = path
    self.status = status
  }
}

extension Library {
  /// Autosaves the documents at some paths, as autosaving the whole library would: what changed
  /// there, came, went or was renamed. The cost follows the paths, not the library.
  /// - Parameters:
  ///   - paths: Where something may have changed, each once; documents of one folder best follow each
  ///     other.
  ///   - others: Paths that may change on and are not to be saved yet. They only tell that a
  ///     document that is gone from one of the paths was renamed, or one of the paths is what a
  ///     document that is gone from here was renamed to.
  ///   - heads: Documents as they were a moment ago, by which those that are still so need not be
  ///     read.
  ///   - folder: Only documents below this folder get versions; nil for all.
  ///   - isStill: Asked when a document was read, before it becomes a version: false where it is being
  ///     written by now, and what was read may be half of it. It fails with `changedMeanwhile` then.
  ///   - settled: Called with the newest version of each document whose file it holds now.
  ///   - report: Called for each document that something happened to.
  /// - Throws: What concerns the library as a whole; what concerns one document is reported.
  public func autosave(
    at paths: [TouchedPath], besides others: Set<DocumentPath> = [],
    heads: [UUID: Document] = [:], below folder: DocumentPath? = nil,
    isStill: (DocumentPath) -> Bool = { _ in true },
    settled: (DocumentPath, Version) -> Void = { _, _ in }, report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    try requireWritable()
    var places = TouchedPlaces(self, heads: heads)
    try places.look(at: paths, report: report)
    // Whatever no rename is involved in is done with its own paths.
    var only: Set<DocumentPath>?
    if places.mayBeRenamed, !others.isEmpty {
      only = Set(paths.map(\.path))
      try places.look(at: others.subtracting(only ?? []).sorted().map { TouchedPath($0) }) { _ in }
    }
    try keep(
      places.found, living: places.living, as: .autosave, below: folder, only: only,
      deleted: places.deleted, isStill: isStill, settled: settled, report: report)
  }
}

/// What is at paths at which something may have changed, on disk and in the store.
private struct TouchedPlaces {
  private let library: Library
  private let heads: [UUID: Document]
  private var lookup: IgnoreLookup
  private(set) var found: [(DocumentPath, FileStatus)] = []
  private(set) var living: [DocumentPath: Document] = [:]
  private(set) var deleted: [DocumentPath: Document] = [:]
  private var isGone = false
  private var isNew = false

  /// Above so many paths, one sweep over all documents is faster.
  private static let many = 2000

  init(_ library: Library, heads: [UUID: Document]) {
    self.library = library
    self.heads = heads
    lookup = IgnoreLookup(library)
  }

  /// Whether a document is gone, or a file is there that has no versions.
  var mayBeRenamed: Bool { isGone || isNew }

  mutating func look(
    at paths: [TouchedPath], report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    var unknown: [(DocumentPath, FileStatus)] = []
    let all = paths.count > TouchedPlaces.many ? try documentsByPath() : nil
    if paths.count > TouchedPlaces.many {
      found.reserveCapacity(paths.count)
      living.reserveCapacity(paths.count)
    }
    var way = WayThere(library)
    for touched in paths {
      let path = touched.path
      do throws(StoreError) {
        // What is behind a link on the way is another place, whatever stands there.
        let isHere = try way.isWithoutLinks(to: path)
        var status = isHere ? touched.status : nil
        if isHere, status == nil {
          status = try onDisk { () throws(SystemError) in
            try FileStatus.find(library.location(of: path))
          }
        }
        let isDocument = try status.map { (status) throws(StoreError) in
          try canBeDocument(path, status)
        }
        if let all {
          if let document = all[path] { note(document) }
        } else if let id = try library.alias(of: path), let head = try library.head(of: id),
          head.path == path
        {
          note(Document(id: id, head: head))
        }
        guard let status, isDocument == true else {
          // Ignored, but saved on purpose once.
          if let status, status.kind == .file, living[path] != nil { found.append((path, status)) }
          if status == nil, living[path] != nil { isGone = true }
          continue
        }
        if living[path] == nil, deleted[path] == nil {
          unknown.append((path, status))
        } else {
          found.append((path, status))
        }
      } catch {
        report(.failed(path, error))
      }
    }
    try add(unknown, report: report)
  }

  private mutating func note(_ document: Document) {
    if document.isDeleted {
      deleted[document.path] = document
    } else {
      living[document.path] = document
    }
  }

  private mutating func canBeDocument(
    _ path: DocumentPath, _ status: FileStatus
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      if try lookup.reason(for: path, status.kind) != nil { return false }
    } catch {
      // Rules that cannot be read ignore nothing; the scan tells of them.
    }
    switch status.kind {
    case .file: return true
    case .folder: return library.isPackageName(path.name)
    case .link:
      if case .elsewhere = library.destination(ofLink: path) { return true }
      return false
    case .pipe, .socket, .device: return false
    }
  }

  /// Adds files without an alias, of which each can be a document that lost its alias.
  private mutating func add(
    _ unknown: [(DocumentPath, FileStatus)], report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    // One look for all, where looking up each would read all places.
    let known =
      unknown.count > 4 ? try Places(library).paths(among: unknown.map(\.0)) : nil
    for (path, status) in unknown {
      if let known, !known.contains(path) {
        isNew = true
        found.append((path, status))
        continue
      }
      do throws(StoreError) {
        if case .document(let document) = try library.lookUp(path) {
          note(document)
        } else {
          isNew = true
        }
        found.append((path, status))
      } catch {
        report(.failed(path, error))
      }
    }
    if !unknown.isEmpty { try ReferenceGuard(library).check() }
  }

  private func documentsByPath() throws(StoreError) -> [DocumentPath: Document] {
    var documents: [DocumentPath: Document] = [:]
    documents.reserveCapacity(heads.count)
    // One whose head cannot be read is reported where it is asked for by its path.
    try library.forEachDocument(known: heads, damaged: { (_, _) in }) { document in
      let path = document.path
      // Of several deleted ones, the alias names the one that goes on.
      if document.isDeleted, documents[path] != nil { return }
      documents[path] = document
    }
    for (path, document) in documents where document.isDeleted {
      do throws(StoreError) {
        if let id = try library.alias(of: path), let head = try library.head(of: id) {
          documents[path] = head.path == path ? Document(id: id, head: head) : nil
        }
      } catch {
        guard error.kind == .damaged else { throw error }
        // It is told where it is asked for by its path.
        documents[path] = nil
      }
    }
    return documents
  }
}

extension Places {
  /// Those of some paths at which a document was ever saved.
  fileprivate func paths(among paths: [DocumentPath]) throws(StoreError) -> Set<DocumentPath> {
    var wanted: [ArraySlice<UInt8>: DocumentPath] = [:]
    for path in paths { wanted[ObjectID.digest(of: path.bytes).hexBytes[...]] = path }
    var found: Set<DocumentPath> = []
    for line in try lines() {
      if let path = wanted[line.suffix(40)] { found.insert(path) }
    }
    return found
  }
}
