import Files

/// The references of a repository, in files of their own and packed, read and moved one at a time.
///
/// libgit2 1.5 reads the whole of `packed-refs` for one look-up, and its deletions and packing can
/// roll back what another process wrote; a library has two references for each document. So
/// references are looked up here by halving the packed file, and moved under git's own lock files,
/// which git and libgit2 respect.
public final class References {
  /// The folder of the repository.
  public let folder: FilePath

  /// Opens the references of a repository.
  public init(folder: FilePath) {
    self.folder = folder
  }

  /// The object a reference points to, nil where there is no such reference.
  /// - Throws: `referenceDamaged` where its file is empty, cut or something else.
  public func find(_ name: String) throws(GitError) -> ObjectID? {
    if let id = try findLoose(name) { return id }
    if let id = try packed()?.find(Array(name.utf8)) { return id }
    // It may have been made, or unpacked by a change, between the two looks.
    return try findLoose(name)
  }

  /// Calls a function with each reference below a prefix that ends in "/", until it returns false.
  ///
  /// Names that are no references of this repository's making, such as the copies a synchronising
  /// service leaves, are passed over.
  /// - Returns: Names of files that were passed over.
  @discardableResult
  public func forEach(
    below prefix: String, _ body: (String, Result<ObjectID, GitError>) throws(GitError) -> Bool
  ) throws(GitError) -> [FilePath] {
    try forEachName(below: prefix) { (name, id) throws(GitError) in
      try body(String(decoding: name, as: UTF8.self), id)
    }
  }

  /// The same with the bytes of the names, of which a hundred thousand are faster.
  @discardableResult
  public func forEachName(
    below prefix: String,
    _ body: (UnsafeRawBufferPointer, Result<ObjectID, GitError>) throws(GitError) -> Bool
  ) throws(GitError) -> [FilePath] {
    var strays: [FilePath] = []
    var loose: [String: Result<ObjectID, GitError>] = [:]
    try collectLoose(below: prefix, into: &loose, strays: &strays)
    // Both in order: the file of its own counts where a name is in both.
    var rest = loose.map { (name: Array($0.key.utf8), id: $0.value) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }[...]
    var goesOn = true
    func visit(_ name: [UInt8], _ id: Result<ObjectID, GitError>) throws(GitError) {
      var failure: GitError?
      name.withUnsafeBytes { bytes in
        do throws(GitError) { goesOn = try body(bytes, id) } catch { failure = error }
      }
      if let failure { throw failure }
    }
    if let file = try packed() {
      if !file.isSorted {
        try file.forEach(withPrefix: Array(prefix.utf8)) { (name, id) throws(GitError) in
          if loose[String(decoding: name, as: UTF8.self)] == nil {
            rest.append((Array(name), .success(id)))
          }
          return true
        }
        rest.sort { $0.name.lexicographicallyPrecedes($1.name) }
      } else {
        try file.forEach(withPrefix: Array(prefix.utf8)) { (name, id) throws(GitError) in
          while goesOn, let first = rest.first, first.name.lexicographicallyPrecedes(name) {
            rest = rest.dropFirst()
            try visit(first.name, first.id)
          }
          guard goesOn else { return false }
          if let first = rest.first, first.name.elementsEqual(name) { return true }
          goesOn = try body(name, .success(id))
          return goesOn
        }
      }
    }
    for one in rest where goesOn { try visit(one.name, one.id) }
    return strays
  }

  /// The count of packed references and the state of their file; nil where nothing is packed.
  public func packedCount(
    unlessStateIs known: (FileStatus) -> Bool = { _ in false }
  ) throws(GitError) -> (count: Int?, status: FileStatus)? {
    guard let packed = try packed() else { return nil }
    let status = packed.status
    return (known(status) ? nil : packed.count(), status)
  }

  /// One reference's move.
  public struct Move {
    /// The full name, below `refs/`.
    public var name: String
    /// The object it is to point to.
    public var id: ObjectID
    /// What it points to now, nil where it must not be there yet.
    public var expected: ObjectID?

    /// Makes a move.
    public init(_ name: String, to id: ObjectID, expecting expected: ObjectID?) {
      self.name = name
      self.id = id
      self.expected = expected
    }
  }

  /// Moves a reference from one object to another, synced when it returns.
  /// - Parameters:
  ///   - name: The full name, below `refs/`.
  ///   - id: The object it is to point to.
  ///   - expected: What it points to now, nil where it must not be there yet.
  ///   - proceed: Called when all is prepared and nothing but the move is left; false stops it.
  /// - Throws: `referenceMoved` where it is something else, `locked` where another holds it,
  ///   `abandoned` where it was stopped.
  ///
  /// The caller holds a lock of its own that keeps this program's other processes out, so a lock
  /// file that bears this program's mark was left by one that died.
  public func move(
    _ name: String, to id: ObjectID, expecting expected: ObjectID?,
    proceed: () -> Bool = { true }
  ) throws(GitError) {
    try move([Move(name, to: id, expecting: expected)], proceed: proceed)
  }

  /// Moves several references; each is whole by itself, and all are synced when it returns.
  ///
  /// All are locked and looked at before the first moves, so a wrong expectation moves none.
  public func move(
    _ moves: [Move], proceed: () -> Bool = { true }
  ) throws(GitError) {
    var locks: [FilePath] = []
    var prepared = 0
    // Opened before anything is written, so that it tells of all errors.
    let sweep =
      moves.count < References.many
      ? nil : try files { () throws(SystemError) in try Sweep(folder) }
    do throws(GitError) {
      for move in moves {
        let path = path(of: move.name)
        let lock = FilePath(path.bytes + Array(".lock".utf8))
        let file = try acquire(lock)
        locks.append(lock)
        guard try find(move.name) == move.expected else {
          throw GitError.referenceMoved(move.name)
        }
        try files { () throws(SystemError) in
          try file.write(move.id.hexBytes + [UInt8(ascii: "\n")])
          if moves.count == 1 {
            try file.synchronise()
          } else if sweep == nil {
            file.startWriteback()
          }
        }
      }
      if moves.count > 1, try sweep?.run() != true {
        for lock in locks {
          try files { () throws(SystemError) in try File(lock).synchronise() }
        }
      }
      guard proceed() else { throw GitError.abandoned(moves.first?.name ?? "") }
      for (move, lock) in zip(moves, locks) {
        try files { () throws(SystemError) in
          try FileSystem.rename(lock, to: path(of: move.name))
        }
        prepared += 1
      }
    } catch {
      for lock in locks[prepared...] { try? FileSystem.remove(lock) }
      throw error
    }
    let paths = moves.map { path(of: $0.name) }
    let packed = try files { () throws(SystemError) in try unmark(paths) }
    if try sweep?.run() != true {
      try files { () throws(SystemError) in try settle(paths, packed: packed) }
    }
  }

  /// From so many references on, the file system is synced as a whole: each file synced by itself
  /// empties the disk's cache once, which for a thousand takes a second on a fast disk.
  private static let many = 32

  /// The file system of the references, to be synced as a whole.
  private final class Sweep {
    private let folder: File

    init(_ folder: FilePath) throws(SystemError) {
      self.folder = try File(folder, [.read, .folder])
    }

    /// Whether all that was written is on the disk; false where the system cannot say so.
    func run() throws(GitError) -> Bool {
      try files { () throws(SystemError) in try folder.synchroniseFileSystem() }
    }
  }

  /// Takes the mark off that the files had as lock files.
  /// - Returns: Whether git has packed one meanwhile, and removed its file.
  private func unmark(_ paths: [FilePath]) throws(SystemError) -> Bool {
    var packed = false
    for path in paths {
      let gone = try isGone { () throws(SystemError) in
        try FileSystem.setPermissions(path, 0o600)
      }
      if gone { packed = true }
    }
    return packed
  }

  /// Makes the new names durable.
  ///
  /// Git may pack a reference the moment it was moved, and remove its file and its folder. Then it
  /// is the packed file whose name has to be on the disk, and first: git syncs no folder.
  private func settle(_ paths: [FilePath], packed: Bool) throws(SystemError) {
    if packed { try Folder.synchronise(folder) }
    var vanished = false
    for parent in Set(paths.map(\.parent)).sorted() {
      let gone = try isGone { () throws(SystemError) in try Folder.synchronise(parent) }
      if gone { vanished = true }
    }
    if vanished { try Folder.synchronise(folder) }
  }

  /// Whether something failed because what it is for is not there.
  private func isGone(_ body: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try body()
      return false
    } catch {
      guard error.code == .noSuchFile else { throw error }
      return true
    }
  }

  /// Removes the file of a reference that cannot be read, so that it can be set anew; a packed one
  /// of the same name counts again.
  public func discardDamaged(_ name: String) throws(GitError) {
    do throws(GitError) {
      _ = try findLoose(name)
    } catch {
      guard case .referenceDamaged = error else { throw error }
      try files { () throws(SystemError) in try FileSystem.remove(path(of: name)) }
    }
  }

  /// How long another's lock is waited for, in milliseconds.
  private static let patience = 2000

  // MARK: -

  func path(of name: String) -> FilePath {
    folder.appending(name)
  }

  private func packed() throws(GitError) -> PackedReferences? {
    try PackedReferences.open(folder.appending("packed-refs"))
  }

  func findLoose(_ name: String) throws(GitError) -> ObjectID? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File(path(of: name)).readToEnd(expecting: 41)
    } catch {
      switch error.code {
      case .noSuchFile, .notAFolder, .isAFolder: return nil
      default: throw .system(error)
      }
    }
    return try References.parse(bytes, of: name)
  }

  private static func parse(_ bytes: [UInt8], of name: String) throws(GitError) -> ObjectID {
    guard bytes.count >= 41, bytes[40] == UInt8(ascii: "\n"), let id = ObjectID(hex: bytes[..<40])
    else {
      throw .referenceDamaged(
        name,
        reason: bytes.isEmpty
          ? "its file is empty"
          : bytes.count < 41 ? "its file is cut off" : "its file makes no sense")
    }
    return id
  }

  func collectLoose(
    below prefix: String, into found: inout [String: Result<ObjectID, GitError>],
    strays: inout [FilePath]
  ) throws(GitError) {
    let folder = path(of: prefix)
    let entries: [Folder.Entry]
    do throws(SystemError) {
      entries = try Folder.entries(of: folder)
    } catch {
      if error.code == .noSuchFile || error.code == .notAFolder { return }
      throw .system(error)
    }
    for entry in entries {
      let path = folder.appending(entry.name)
      guard References.isName(entry.name) else {
        if !entry.name.ends(with: ".lock") { strays.append(path) }
        continue
      }
      let name = prefix + String(decoding: entry.name, as: UTF8.self)
      if entry.kind == .folder {
        try collectLoose(below: name + "/", into: &found, strays: &strays)
        continue
      }
      do throws(GitError) {
        if let id = try findLoose(name) { found[name] = .success(id) }
      } catch {
        found[name] = .failure(error)
      }
    }
  }

  /// Whether a component is one that this store writes: hexadecimal digits, hyphens and letters.
  private static func isName(_ component: [UInt8]) -> Bool {
    component.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  /// Permissions that mark a lock file as this program's: the sticky bit, which means nothing else
  /// on a file and which git never sets.
  private static let mark: UInt32 = 0o1000

  /// The permissions of a lock file of this program's.
  public static let markedLock = mark | 0o600

  /// Whether a lock file is this program's.
  public static func isOurs(_ lock: FileStatus) -> Bool { lock.permissions & mark != 0 }

  func acquire(_ lock: FilePath) throws(GitError) -> File {
    var waited = 0
    var pause = 1
    while true {
      do throws(SystemError) {
        return try File(lock, [.write, .createNew], permissions: References.markedLock)
      } catch {
        if error.code == .noSuchFile, waited < References.patience {
          try makeFolders(lock.parent)
        } else if error.code == .fileExists {
          let status = try files { () throws(SystemError) in try FileStatus.find(lock) }
          guard let status else { continue }
          let age = max(0, FileTime.now.seconds - status.modified.seconds)
          // Ours, and its process is gone; or so old that no git can still be at work on it,
          // which holds the lock of a reference for moments.
          if waited >= References.patience { throw .locked(lock, age: age) }
          if status.permissions & References.mark != 0 || age >= 60 {
            try? FileSystem.remove(lock)
          }
        } else {
          throw .system(error)
        }
      }
      sleep(milliseconds: pause)
      waited += pause
      pause = min(pause * 2, 50)
    }
  }

  /// Makes the folder of a reference, and its 255 neighbours with it where it is one of those that
  /// are named by two digits, so that the folder above is synced once and not 256 times.
  private func makeFolders(_ path: FilePath) throws(GitError) {
    try files { () throws(SystemError) in
      if path.lastComponent.count == 2 {
        try Folder.makeAll(path.parent, permissions: 0o700)
        for name in twoDigitNames {
          try Folder.make(path.parent.appending(name), permissions: 0o700)
        }
        try Folder.synchronise(path.parent)
      } else {
        try Folder.makeAll(path, permissions: 0o700)
      }
    }
  }
}

/// `00` to `ff`.
let twoDigitNames: [[UInt8]] = (0...255).map { hexadecimal([UInt8($0)]) }

extension [UInt8] {
  func ends(with suffix: String) -> Bool {
    let suffix = Array(suffix.utf8)
    return count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
