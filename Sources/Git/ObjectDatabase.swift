import CSystem
import Clibgit2
import Files

/// The objects of a repository: read from files of their own and from packs, written synced.
///
/// Not for use by several threads at once; each opens its own.
public final class ObjectDatabase {
  /// The folder `objects` of the repository.
  public let folder: FilePath

  private let packs: PackedObjects
  private var loose: OpaquePointer?
  /// Whether the last object lay in a pack: its neighbours mostly do too.
  private var lastWasPacked = false
  private var unsynced: [ObjectID] = []
  private var newFolders = false

  /// Opens the objects below a folder; nothing is read until an object is asked for.
  public init(folder: FilePath) {
    self.folder = folder
    packs = PackedObjects(folder: folder)
  }

  deinit {
    if let loose { git_odb_free(loose) }
  }

  // MARK: Reading

  /// Reads an object.
  /// - Throws: `objectMissing`, `objectDamaged`, or what the system says.
  public func read(_ id: ObjectID) throws(GitError) -> GitObject {
    if lastWasPacked, let object = try? packs.read(id, refreshing: false) { return object }
    var damage: GitError?
    // A pack may be written and loose files removed between the two looks, so look again once.
    for attempt in 0..<2 {
      do throws(GitError) {
        if let object = try readLoose(id) {
          lastWasPacked = false
          return object
        }
      } catch {
        // Another copy may lie in a pack.
        guard case .objectDamaged = error else { throw error }
        damage = error
      }
      do throws(GitError) {
        if let object = try packs.read(id, refreshing: attempt > 0) {
          lastWasPacked = true
          return object
        }
      } catch {
        guard case .libgit2(_, _, let message, let errno) = error else { throw error }
        // Packs can vanish while another process collects garbage: begin afresh.
        packs.close()
        if attempt == 0 { continue }
        if errno == .permissionDenied || errno == .inputOutput {
          throw .system(SystemError(.read, folder.appending("pack"), errno))
        }
        throw .objectDamaged(id, reason: message.isEmpty ? "its pack is damaged" : message)
      }
    }
    if let damage { throw damage }
    throw .objectMissing(id, missingPacks: try missingPacks())
  }

  /// Lets a function look at an object's bytes, without a copy where that is possible.
  /// - Throws: What `read` throws.
  public func withBytes<Answer>(
    of id: ObjectID, _ body: (UnsafeRawBufferPointer) -> Answer
  ) throws(GitError) -> Answer {
    if lastWasPacked, let answer = try? packs.withBytes(of: id, body) { return answer }
    let object = try read(id)
    return object.bytes.withUnsafeBytes(body)
  }

  /// Kind and size of an object, read from its header where that is possible.
  public func readHeader(_ id: ObjectID) throws(GitError) -> (kind: ObjectKind, size: Int) {
    let path = LooseObject.path(of: id, in: folder)
    if let file = try openIfThere(path) {
      let beginning = try files { () throws(SystemError) in try file.read(atMost: 512) }
      do throws(LooseObject.Damage) {
        return try LooseObject.decodeHeader(beginning)
      } catch {
        // Read as a whole: a copy in a pack may serve, or the error says what is wrong.
      }
    }
    let object = try read(id)
    return (object.kind, object.bytes.count)
  }

  /// Whether an object is there, whole or not.
  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    let path = LooseObject.path(of: id, in: folder)
    if try files({ () throws(SystemError) in try FileStatus.find(path) }) != nil { return true }
    return try packs.contains(id, refreshing: true)
  }

  private func readLoose(_ id: ObjectID) throws(GitError) -> GitObject? {
    let path = LooseObject.path(of: id, in: folder)
    guard let file = try openIfThere(path) else { return nil }
    let size = try files { () throws(SystemError) in Int(try file.status().size) }
    let pieces = Pieces(consume file)
    let decoded: GitObject
    do throws(LooseObject.Damage) {
      decoded = try LooseObject.decode(size: size) { pieces.next() }
    } catch {
      if let failure = pieces.failure { throw .system(failure) }
      throw .objectDamaged(id, reason: error.reason)
    }
    // The checksum of the file says nothing of whose file it is. Content is checked by who shows
    // it, and commits are read by the thousand.
    if decoded.kind == .tree || decoded.kind == .tag {
      guard ObjectDatabase.name(of: decoded.kind, decoded.bytes) == id else {
        throw .objectDamaged(id, reason: "its bytes are those of another object")
      }
    }
    return decoded
  }

  /// A file's bytes in pieces; ends early where reading fails, with the failure.
  private final class Pieces {
    private let file: File
    private(set) var failure: SystemError?

    init(_ file: consuming File) {
      self.file = file
    }

    func next() -> [UInt8] {
      do throws(SystemError) {
        return try file.read(atMost: 1 << 18)
      } catch {
        failure = error
        return []
      }
    }
  }

  /// Looks at the packs anew, after one was added.
  func refresh() {
    packs.close()
  }

  /// Looks at the packs anew where some came or went: an object that a pack had which is gone by now
  /// must not count as there.
  public func refreshIfChanged() {
    packs.closeIfChanged()
  }

  private func openIfThere(_ path: FilePath) throws(GitError) -> File? {
    do throws(SystemError) {
      return try File(path)
    } catch {
      if error.code == .noSuchFile || error.code == .notAFolder { return nil }
      throw .system(error)
    }
  }

  /// Names of what is missing of packs: the pack of an index, or the index of a pack.
  public func missingPacks() throws(GitError) -> [String] {
    let folder = folder.appending("pack")
    let names = try files { () throws(SystemError) -> Set<[UInt8]> in
      guard try FileStatus.find(folder, followingLink: true) != nil else { return [] }
      return Set(try Folder.entries(of: folder).map(\.name))
    }
    var missing: [String] = []
    for (there, other) in [(".idx", ".pack"), (".pack", ".idx")] {
      for name in names where name.starts(with: "pack-".utf8) && name.ends(with: there) {
        let partner = Array(name.dropLast(there.utf8.count)) + Array(other.utf8)
        if !names.contains(partner) { missing.append(String(decoding: partner, as: UTF8.self)) }
      }
    }
    return missing.sorted()
  }

  // MARK: Writing

  /// The name an object would have.
  public static func name(of kind: ObjectKind, _ bytes: [UInt8]) -> ObjectID {
    let header = Array("\(kind.rawValue) \(bytes.count)".utf8) + [0]
    return ObjectID.digest(ofParts: header, bytes)
  }

  /// The object in the bytes of a file of its own, whatever the file's name; nil where it is damaged.
  public static func object(inFile bytes: [UInt8]) -> GitObject? {
    try? LooseObject.decode(bytes)
  }

  /// Writes an object unless a whole copy is there; durable only after `synchronise`.
  ///
  /// libgit2 takes an existing file for the object whatever is in it, so a copy that is there is
  /// read first, and one that is damaged is moved aside as `objects/damaged-<name>`.
  @discardableResult
  public func write(_ kind: ObjectKind, _ bytes: [UInt8]) throws(GitError) -> ObjectID {
    let id = ObjectDatabase.name(of: kind, bytes)
    let path = LooseObject.path(of: id, in: folder)
    do throws(GitError) {
      if let existing = try readLoose(id) {
        guard existing.kind == kind, existing.bytes == bytes else {
          throw GitError.objectDamaged(id, reason: "its bytes are those of another object")
        }
        // Perhaps another process has just written it and did not sync it yet. Made young again, as
        // git's upkeep removes what nothing refers to when it is old.
        try? File(path).setModified(.now)
        unsynced.append(id)
        return id
      }
    } catch {
      guard case .objectDamaged = error else { throw error }
      let aside = folder.appending("damaged-\(id.hex)")
      try files { () throws(SystemError) in try FileSystem.rename(path, to: aside) }
    }
    if try packs.contains(id, refreshing: false),
      let existing = try? packs.read(id, refreshing: false),
      existing.kind == kind, existing.bytes == bytes
    {
      packs.freshen(id)
      return id
    }
    try writeLoose(kind, bytes, to: path)
    unsynced.append(id)
    return id
  }

  /// Writes a file for an object, again where git's upkeep removed the folder, empty by then,
  /// between making it and naming the file in it.
  private func writeLoose(
    _ kind: ObjectKind, _ bytes: [UInt8], to path: FilePath
  ) throws(GitError) {
    let loose = try openLoose()
    var attempt = 0
    while true {
      if try files({ () throws(SystemError) in try FileStatus.find(path.parent) }) == nil {
        // Its neighbours with it, so that the folder above is synced once and not 256 times.
        try files { () throws(SystemError) in
          for name in twoDigitNames {
            try Folder.make(folder.appending(name), permissions: 0o700)
          }
        }
        newFolders = true
      }
      var raw = git_oid()
      do throws(GitError) {
        try LibGit2.check("git_odb_write") {
          bytes.withUnsafeBytes {
            git_odb_write(&raw, loose, $0.baseAddress, $0.count, kind.raw)
          }
        }
        return
      } catch {
        guard case .libgit2(_, _, _, let errno) = error else { throw error }
        attempt += 1
        if attempt < 5, errno == .noSuchFile { continue }
        if errno.rawValue == 0 { throw error }
        throw .system(SystemError(.write, path, errno))
      }
    }
  }

  /// Waits until all objects written so far are on the disk, files and folders.
  ///
  /// libgit2 can sync each object by itself; in one sweep the journal is written once, not three
  /// times. Until then an object may be damaged by a loss of power, but nothing refers to it.
  public func synchronise() throws(GitError) {
    if unsynced.isEmpty { return }
    let objects = Set(unsynced).sorted().map {
      (id: $0, path: LooseObject.path(of: $0, in: folder))
    }
    // Git's upkeep packs objects at any moment, and removes their files and folders.
    var packed: [ObjectID] = []
    for object in objects { try openIfThere(object.path)?.startWriteback() }
    for object in objects {
      guard let file = try openIfThere(object.path) else {
        packed.append(object.id)
        continue
      }
      try files { () throws(SystemError) in try file.synchronise() }
    }
    try files { () throws(SystemError) in
      for parent in Set(objects.map(\.path.parent)).sorted() {
        do throws(SystemError) {
          try Folder.synchronise(parent)
        } catch {
          guard error.code == .noSuchFile else { throw error }
        }
      }
      if newFolders { try Folder.synchronise(folder) }
    }
    if !packed.isEmpty {
      for id in packed where try !contains(id) {
        unsynced = []
        throw .objectMissing(id, missingPacks: try missingPacks())
      }
      // Git syncs its packs, and not the folder that names them.
      try files { () throws(SystemError) in
        try Folder.synchronise(folder.appending("pack"))
      }
    }
    unsynced = []
    newFolders = false
  }

  private func openLoose() throws(GitError) -> OpaquePointer? {
    if let loose { return loose }
    var database: OpaquePointer?
    try LibGit2.check("git_odb_new") { git_odb_new(&database) }
    var backend: UnsafeMutablePointer<git_odb_backend>?
    do throws(GitError) {
      try LibGit2.check("git_odb_backend_loose") {
        folder.withCString { git_odb_backend_loose(&backend, $0, 1, 0, 0o700, 0o400) }
      }
      try LibGit2.check("git_odb_add_backend") { git_odb_add_backend(database, backend, 1) }
    } catch {
      git_odb_free(database)
      throw error
    }
    loose = database
    return database
  }

  // MARK: All objects

  /// Calls a function with the name of each object there is, in no order, until it says stop.
  public func forEachName(_ body: (ObjectID) -> Bool) throws(GitError) {
    for name in try looseNames() where !body(name) { return }
    try packs.forEachName(body)
  }

  /// The names of the objects in files of their own.
  public func looseNames() throws(GitError) -> [ObjectID] {
    try files { () throws(SystemError) in
      var names: [ObjectID] = []
      for entry in try Folder.entries(of: folder) where entry.name.count == 2 {
        guard hexDigit(entry.name[0]) != nil, hexDigit(entry.name[1]) != nil else { continue }
        // What is no folder is not git's.
        guard let files = try? Folder.entries(of: folder.appending(entry.name)) else { continue }
        for file in files {
          if let id = ObjectID(hex: entry.name + file.name) { names.append(id) }
        }
      }
      return names
    }
  }
}

/// Takes objects and gives their names: a database, or one that only names them.
public protocol ObjectSink {
  /// Takes an object.
  func write(_ kind: ObjectKind, _ bytes: [UInt8]) throws(GitError) -> ObjectID
}

extension ObjectDatabase: ObjectSink {}

/// Names objects without keeping them.
public struct ObjectNamer: ObjectSink {
  /// Makes a namer.
  public init() {}

  /// The name the object would have.
  public func write(_ kind: ObjectKind, _ bytes: [UInt8]) throws(GitError) -> ObjectID {
    ObjectDatabase.name(of: kind, bytes)
  }
}
