import Clibgit2
import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reading of objects that lie in packs, through libgit2's backend for them.
///
/// The backend is asked directly: libgit2's database around it would look each object up twice,
/// keep it, and hash it again.
final class PackedObjects {
  private let folder: FilePath
  private var database: OpaquePointer?
  private var backend: UnsafeMutablePointer<git_odb_backend>?
  private var state: FileStatus?

  /// Opens the packs below a folder of objects when the first is asked for.
  init(folder: FilePath) {
    self.folder = folder
  }

  deinit { close() }

  /// Forgets the packs; they are looked for again when the next object is asked for.
  func close() {
    if let database { git_odb_free(database) }
    database = nil
    backend = nil
  }

  /// Forgets the packs where some came or went since they were looked for.
  func closeIfChanged() {
    guard backend != nil else { return }
    let now = try? FileStatus.find(folder.appending("pack"))
    if let now, let state, now.isSameState(as: state) { return }
    close()
  }

  /// Reads an object; nil where no pack has it.
  /// - Parameter refreshing: Whether to look for packs that were added since.
  func read(_ id: ObjectID, refreshing: Bool) throws(GitError) -> GitObject? {
    try open()
    if let object = try readNow(id) { return object }
    guard refreshing else { return nil }
    try LibGit2.check("git_odb_refresh") { git_odb_refresh(database) }
    return try readNow(id)
  }

  /// Lets a function look at an object's bytes where they are; nil where no pack has it.
  func withBytes<Answer>(
    of id: ObjectID, _ body: (UnsafeRawBufferPointer) -> Answer
  ) throws(GitError) -> Answer? {
    try open()
    return try withObjectNow(id) { body(UnsafeRawBufferPointer($1)) }
  }

  private func readNow(_ id: ObjectID) throws(GitError) -> GitObject? {
    try withObjectNow(id) { GitObject(kind: $0, bytes: PackedObjects.take($1)) }
  }

  private func withObjectNow<Answer>(
    _ id: ObjectID, _ body: (ObjectKind, UnsafeMutableRawBufferPointer) -> Answer
  ) throws(GitError) -> Answer? {
    guard let backend, let read = backend.pointee.read else { return nil }
    var raw = git_oid(id)
    var data: UnsafeMutableRawPointer?
    var size = 0
    var type = GIT_OBJECT_ANY
    do throws(GitError) {
      try LibGit2.check("git_odb_read") { read(&data, &size, &type, backend, &raw) }
    } catch {
      if case .libgit2(_, GIT_ENOTFOUND.rawValue, _, _) = error { return nil }
      throw error
    }
    defer { git_odb_backend_data_free(backend, data) }
    return body(ObjectKind(type), UnsafeMutableRawBufferPointer(start: data, count: size))
  }

  /// Copies bytes, giving the memory of large ones back on the way, so that they are there once.
  private static func take(_ source: UnsafeMutableRawBufferPointer) -> [UInt8] {
    let piece = 16 << 20
    guard source.count > piece, let base = source.baseAddress else { return Array(source) }
    let page = sysconf(Int32(_SC_PAGESIZE))
    return [UInt8](unsafeUninitializedCapacity: source.count) { buffer, count in
      let target = UnsafeMutableRawBufferPointer(buffer)
      while count < source.count {
        let length = min(piece, source.count - count)
        let part = UnsafeRawBufferPointer(rebasing: source[count..<(count + length)])
        UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: part)
        count += length
        // Whole pages that lie within what was copied, and are only freed from here on.
        let start = base + (count - length)
        let first = start.alignedUp(toMultipleOf: page)
        let end = (start + length).alignedDown(toMultipleOf: page)
        if end > first { madvise(first, end - first, MADV_DONTNEED) }
      }
    }
  }

  /// Whether a pack has an object.
  /// - Parameter refreshing: Whether to look for packs that were added since.
  func contains(_ id: ObjectID, refreshing: Bool) throws(GitError) -> Bool {
    try open()
    guard let backend, let exists = backend.pointee.exists else { return false }
    var raw = git_oid(id)
    if exists(backend, &raw) == 1 { return true }
    git_error_clear()
    guard refreshing else { return false }
    return git_odb_exists_ext(database, &raw, 0) == 1
  }

  /// Makes the pack that has an object young, as git does with one that is used again: its upkeep
  /// removes what nothing refers to when it is old.
  func freshen(_ id: ObjectID) {
    guard let backend, let freshen = backend.pointee.freshen else { return }
    var raw = git_oid(id)
    _ = freshen(backend, &raw)
    git_error_clear()
  }

  /// Calls a function with the name of each object, in no order, until it says stop.
  func forEachName(_ body: (ObjectID) -> Bool) throws(GitError) {
    try open()
    withoutActuallyEscaping(body) { escapable in
      var visitor = Visitor(body: escapable)
      withUnsafeMutablePointer(to: &visitor) { pointer in
        _ = git_odb_foreach(
          database,
          { id, payload in
            guard let id, let payload else { return 0 }
            let visitor = payload.assumingMemoryBound(to: Visitor.self)
            return visitor.pointee.body(ObjectID(id.pointee)) ? 0 : 1
          }, pointer)
      }
    }
    git_error_clear()
  }

  private struct Visitor {
    let body: (ObjectID) -> Bool
  }

  private func open() throws(GitError) {
    if backend != nil { return }
    state = try? FileStatus.find(self.folder.appending("pack"))
    var database: OpaquePointer?
    var backend: UnsafeMutablePointer<git_odb_backend>?
    try LibGit2.check("git_odb_new") { git_odb_new(&database) }
    do throws(GitError) {
      try LibGit2.check("git_odb_backend_pack") {
        folder.withCString { git_odb_backend_pack(&backend, $0) }
      }
      try LibGit2.check("git_odb_add_backend") { git_odb_add_backend(database, backend, 1) }
    } catch {
      git_odb_free(database)
      throw error
    }
    self.database = database
    self.backend = backend
  }
}

extension ObjectKind {
  /// The kind of libgit2's number; what is none of the four is a blob, which nothing looks into.
  init(_ type: git_object_t) {
    switch type {
    case GIT_OBJECT_COMMIT: self = .commit
    case GIT_OBJECT_TREE: self = .tree
    case GIT_OBJECT_TAG: self = .tag
    default: self = .blob
    }
  }

  var raw: git_object_t {
    switch self {
    case .commit: GIT_OBJECT_COMMIT
    case .tree: GIT_OBJECT_TREE
    case .blob: GIT_OBJECT_BLOB
    case .tag: GIT_OBJECT_TAG
    }
  }
}
