import Files
import Git

/// A folder of documents whose versions are kept in the repository inside it.
///
/// Opening costs a few look-ups whatever the library's size. A library is used by one thread at a
/// time; each thread or actor opens its own, and any number of processes may work on one folder.
public final class Library {
  /// The folder of documents, absolute, links resolved.
  public let folder: FilePath
  /// The repository, mostly `.versions` in the folder.
  public let store: FilePath
  /// What the store says of itself.
  public let settings: Settings
  /// Clock, zone, person, machine, program.
  public var surroundings: Surroundings

  let repository: Repository
  private(set) lazy var gate = WritingGate(self)
  /// What the settings say is no document.
  private(set) lazy var ignoreSettings = IgnoreFile(settings: settings.ignore)

  /// The name of the store in its folder.
  static let storeName = Array(".versions".utf8)

  /// Opens the library in a folder.
  /// - Throws: `libraryNotFound` where the folder is none, `damaged` where its store is no whole
  ///   repository.
  public convenience init(_ folder: FilePath, surroundings: Surroundings) throws(StoreError) {
    let (resolved, store) = try Library.resolve(folder)
    let repository = try inStore { () throws(GitError) in try Repository(store) }
    let settings: Settings
    do throws(StoreError) {
      settings = try inStore { () throws(GitError) in
        try Settings(try repository.configuration())
      }
    } catch {
      guard error.kind == .damaged else { throw error }
      throw StoreError(
        .damaged,
        "'\(printable(store.bytes))/config' makes no sense, and the store cannot be read: "
          + error.message,
        hints: ["see what can be mended: versions verify --repair"])
    }
    self.init(resolved, store, repository, settings, surroundings)
  }

  /// Opens a library for a repair, however little its store has.
  /// - Returns: Nil where the store has no objects, so that nothing is known of it.
  static func damaged(
    in folder: FilePath, surroundings: Surroundings
  ) throws(StoreError) -> Library? {
    let (resolved, store) = try resolve(folder)
    guard
      try onDisk({ () throws(SystemError) in
        try FileStatus.find(store.appending("objects"), followingLink: true)
      })?.kind == .folder
    else { return nil }
    let repository = try inStore { () throws(GitError) in
      try Repository(store, requiring: ["objects"])
    }
    let settings = (try? Settings(try repository.configuration())) ?? Settings()
    return Library(resolved, store, repository, settings, surroundings)
  }

  private init(
    _ folder: FilePath, _ store: FilePath, _ repository: Repository, _ settings: Settings,
    _ surroundings: Surroundings
  ) {
    self.folder = folder
    self.store = store
    self.repository = repository
    self.settings = settings
    self.surroundings = surroundings
  }

  private static func resolve(
    _ folder: FilePath
  ) throws(StoreError) -> (folder: FilePath, store: FilePath) {
    let resolved: FilePath
    do throws(SystemError) {
      resolved = try FileSystem.resolved(folder)
    } catch {
      guard error.code == .noSuchFile || error.code == .notAFolder else { throw StoreError(error) }
      throw StoreError(.libraryNotFound, "no folder '\(printable(folder.bytes))'")
    }
    guard let store = try Library.store(in: resolved) else {
      throw StoreError(
        .libraryNotFound, "'\(printable(folder.bytes))' is not a library",
        hints: ["make it one with: versions init \(printable(folder.bytes))"])
    }
    return (resolved, store)
  }

  /// Makes a folder a library; the folder is made where it is missing.
  /// - Parameters:
  ///   - folder: The folder.
  ///   - storeElsewhere: Where the store is to be, nil for inside the folder.
  /// - Throws: `libraryExists` where it is one.
  public static func create(
    _ folder: FilePath, storeElsewhere: FilePath? = nil, surroundings: Surroundings
  ) throws(StoreError) -> Library {
    if let status = try onDisk({ () throws(SystemError) in
      try FileStatus.find(folder, followingLink: true)
    }) {
      guard status.kind == .folder else {
        throw StoreError(.invalid, "'\(printable(folder.bytes))' is a file, not a folder")
      }
    } else {
      try onDisk { () throws(SystemError) in try Folder.makeAll(folder) }
    }
    let folder = try onDisk { () throws(SystemError) in try FileSystem.resolved(folder) }
    guard !folder.components.contains(storeName) else {
      throw StoreError(
        .invalid, "'\(printable(folder.bytes))' is in a store, which cannot be a library")
    }
    if let storeElsewhere, storeElsewhere.bytes.contains(UInt8(ascii: "\n")) {
      throw StoreError(
        .invalid, "'\(printable(storeElsewhere.bytes))' cannot be a store: it is named in one line")
    }
    let inside = folder.appending(storeName)
    if try onDisk({ () throws(SystemError) in try FileStatus.find(inside) }) != nil {
      throw StoreError(
        .libraryExists, "'\(printable(folder.bytes))' is a library already")
    }
    let store = storeElsewhere ?? inside
    try onDisk { () throws(SystemError) in try Folder.makeAll(store.parent) }
    do throws(GitError) {
      try Repository.create(
        store, branch: StoreSettings.branch,
        settings: StoreSettings.text(library: UUID(), replica: UUID()),
        folders: ["refs/documents", "refs/paths", "refs/labels", "versions/locks"])
    } catch {
      // Another process was faster.
      if case .system(let cause) = error, cause.code == .fileExists {
        if storeElsewhere != nil {
          throw StoreError(
            .targetExists, "'\(printable(store.bytes))' exists already",
            hints: [
              "a store that was moved there is found by the line 'store: \(printable(store.bytes))'"
                + " in '\(printable(inside.bytes))'"
            ])
        }
        throw StoreError(.libraryExists, "'\(printable(store.bytes))' exists already")
      }
      throw StoreError(error)
    }
    if let storeElsewhere {
      try onDisk { () throws(SystemError) in
        let line = Array("store: ".utf8) + storeElsewhere.bytes + [UInt8(ascii: "\n")]
        let file = try File(inside, [.write, .createNew])
        try file.write(line)
        try file.synchronise()
        try Folder.synchronise(folder)
      }
    }
    return try Library(folder, surroundings: surroundings)
  }

  /// The nearest library at or above a path, nil where there is none.
  public static func folder(above path: FilePath) throws(StoreError) -> FilePath? {
    var candidate = path
    while true {
      if try store(in: candidate) != nil { return candidate }
      let parent = candidate.parent
      if parent == candidate { return nil }
      candidate = parent
    }
  }

  /// The store of a folder, nil where the folder is no library.
  static func store(in folder: FilePath) throws(StoreError) -> FilePath? {
    let path = folder.appending(storeName)
    let status: FileStatus?
    do throws(SystemError) {
      status = try FileStatus.find(path, followingLink: true)
    } catch {
      // A link that leads to itself is no folder, and a name too long is nobody's.
      if error.code == .linkLoop || error.code == .nameTooLong { return nil }
      // A folder that may not be looked into hides its store, which is not the same as none.
      throw StoreError(error)
    }
    guard let status else { return nil }
    if status.kind == .folder { return path }
    let bytes = try onDisk { () throws(SystemError) in try File(path).readToEnd(expecting: 4096) }
    let marker = Array("store: ".utf8)
    guard bytes.starts(with: marker) else {
      throw StoreError(
        .damaged, "'\(printable(path.bytes))' is neither a store nor a line that names one")
    }
    let name = Array(bytes[marker.count...].prefix { $0 != UInt8(ascii: "\n") })
    return FilePath(name).absolute(from: folder)
  }

  /// Where a document is on disk.
  public func location(of path: DocumentPath) -> FilePath {
    folder.appending(path.bytes)
  }

  /// The first folder on the way to a path that is a link by now, nil where none is.
  ///
  /// Documents are known by where they are with all links resolved, so what is behind such a link is
  /// another place.
  func linkOnTheWay(to path: DocumentPath) throws(StoreError) -> DocumentPath? {
    var folder = path.folder
    var link: DocumentPath?
    while let candidate = folder {
      let status = try onDisk { () throws(SystemError) in
        try FileStatus.find(location(of: candidate))
      }
      if status?.kind == .link { link = candidate }
      folder = candidate.folder
    }
    return link
  }

  /// Makes sure that writing a path changes nothing behind a link.
  func requireNoLinkOnTheWay(to path: DocumentPath) throws(StoreError) {
    guard let link = try linkOnTheWay(to: path) else { return }
    throw StoreError(
      .targetExists, "'\(link)' is a link by now, and '\(path)' would be where it leads",
      hints: ["choose another path with --to"])
  }

  /// Whether a name is that of a package by the built-in list or the library's settings.
  func isPackageName(_ name: [UInt8]) -> Bool {
    PackageNames.contains(name, extra: settings.packages)
  }

  /// Makes sure that a package gets a name by which it is known for one: under another it would be
  /// a folder of documents.
  func requirePackageName(_ path: DocumentPath, insteadOf old: DocumentPath) throws(StoreError) {
    if isPackageName(path.name) { return }
    let ending = old.name.lastIndex(of: UInt8(ascii: ".")).map { Array(old.name[$0...]) } ?? []
    var hints: [String] = []
    if isPackageName(old.name) {
      hints.append("keep the ending: \(shellWord(path.bytes + ending))")
    }
    hints.append("or make its ending one of a package with: versions config packages ENDING")
    throw StoreError(
      .wrongKind, "'\(old)' is a package, and a folder named '\(path)' would be none",
      hints: hints)
  }

  /// Makes sure that this program may write the store.
  /// - Throws: `newerFormat` for a store of a later program, `permission` for another's.
  public func requireWritable() throws(StoreError) {
    guard settings.format <= Settings.writtenFormat else {
      throw StoreError(
        .newerFormat,
        "the store has format \(settings.format); this program writes format "
          + "\(Settings.writtenFormat)",
        hints: ["use a newer 'versions'; reading works with this one"])
    }
    try requireOwnStore()
  }

  /// Makes sure that the store is this account's.
  func requireOwnStore() throws(StoreError) {
    let status = try onDisk { () throws(SystemError) in
      try FileStatus(of: store, followingLink: true)
    }
    let me = Account.currentUser
    guard status.owner == me else {
      let owner = Account.name(ofUser: status.owner)
      throw StoreError(
        .permission,
        "the store '\(printable(store.bytes))' belongs to \(owner), and you are "
          + Account.name(ofUser: me),
        hints: ["save as \(owner), so that no file in it becomes unreadable for its owner"])
    }
  }
}
