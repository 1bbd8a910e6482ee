import Files
import Git

/// The mending of a store that cannot be opened, or of which git says that it is none: what every
/// store has is put back, and its settings as far as they can still be read.
struct StoreMending {
  private let library: Library
  private let quarantine: Quarantine
  private(set) var steps: [RepairStep] = []

  private init(_ library: Library) {
    self.library = library
    quarantine = Quarantine(library)
  }

  /// Mends the store of a folder.
  fileprivate static func run(
    _ folder: FilePath, _ surroundings: Surroundings
  ) throws(StoreError) -> [RepairStep] {
    guard let library = try Library.damaged(in: folder, surroundings: surroundings) else {
      return [
        RepairStep(
          isDone: false,
          message: "the store's 'objects' are not there, and with them all versions; put them back "
            + "from a copy of the store",
          path: nil)
      ]
    }
    var mending = StoreMending(library)
    guard try mending.isNeeded() else { return [] }
    try library.requireOwnStore()
    let lock = try StoreLock("repair", in: library)
    defer { lock.release() }
    try mending.mendHead()
    try mending.mendSettings()
    try mending.mendReferences()
    let done = mending.steps.filter(\.isDone).map(\.message)
    if !done.isEmpty {
      try Journal(try Library(folder, surroundings: surroundings)).recordRepair(done)
    }
    return mending.steps
  }

  private func isNeeded() throws(StoreError) -> Bool {
    for part in Repository.parts {
      let status = try onDisk { () throws(SystemError) in
        try FileStatus.find(library.store.appending(part), followingLink: true)
      }
      if status == nil { return true }
    }
    return try settings().isDamaged
  }

  private mutating func did(_ message: String) {
    steps.append(RepairStep(isDone: true, message: message, path: nil))
  }

  // MARK: HEAD

  private mutating func mendHead() throws(StoreError) {
    let head = library.store.appending("HEAD")
    let status = try onDisk { () throws(SystemError) in try FileStatus.find(head) }
    if status != nil { return }
    try StoreMending.writeHead(of: library)
    did("'HEAD' was written anew")
  }

  /// Writes the file where there is none.
  static func writeHead(of library: Library) throws(StoreError) {
    let head = library.store.appending("HEAD")
    try onDisk { () throws(SystemError) in
      let draft = FilePath(head.bytes + Array(".lock".utf8))
      let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
      try file.write(Array("ref: refs/heads/\(StoreSettings.branch)\n".utf8))
      try file.synchronise()
      try FileSystem.rename(draft, to: head)
      try Folder.synchronise(library.store)
    }
  }

  // MARK: Settings

  private typealias Lines = [(name: String, value: String)]

  private var settingsPath: FilePath { library.store.appending("config") }

  /// What the settings file says, whether that will not do, and whether some of it is not there.
  private func settings() throws(StoreError) -> (lines: Lines, isDamaged: Bool, isCut: Bool) {
    let path = settingsPath
    let bytes = try onDisk { () throws(SystemError) in
      try FileStatus.find(path, followingLink: true)?.kind == .file
        ? try File(path).readToEnd() : []
    }
    do throws(GitError) {
      let lines = try library.repository.configuration().all(beginning: "")
      let problems = StoreSettings.problems(in: lines, library.settings)
      let isDamaged = problems.contains { $0.severity == .damage }
      if bytes.last == UInt8(ascii: "\n") { return (lines, isDamaged, false) }
      return (StoreSettings.wholeLines(of: bytes), isDamaged, true)
    } catch {
      return (StoreSettings.wholeLines(of: bytes), true, true)
    }
  }

  /// Writes the settings anew: what must be, and whatever of the rest can be read and makes sense.
  private mutating func mendSettings() throws(StoreError) {
    let (lines, isDamaged, isCut) = try settings()
    guard isDamaged else { return }
    func last(_ name: String) -> String? { lines.last { $0.name == name }?.value }
    let format = last("versions.format").map { Int($0) ?? Int.max }
    if let format, format > Settings.writtenFormat {
      throw StoreError(
        .newerFormat, "the store has a format that this program does not write",
        hints: ["use a newer 'versions'; reading works with this one"])
    }
    let known = last("versions.library").flatMap { UUID($0) }
    let replica = last("versions.replica").flatMap { UUID($0) }
    let rest = lines.filter { StoreMending.isKept($0.name, $0.value) }
    let draft = FilePath(settingsPath.bytes + Array(".lock".utf8))
    try onDisk { () throws(SystemError) in
      // Whoever is stopped here leaves a lock that 'repair' is the only one to hold.
      if let status = try FileStatus.find(draft), References.isOurs(status) {
        try FileSystem.remove(draft)
      }
      let file = try File(draft, [.write, .createNew], permissions: References.markedLock)
      try file.write(
        Array(StoreSettings.text(library: known ?? UUID(), replica: replica ?? UUID()).utf8))
      try file.synchronise()
    }
    try inStore { () throws(GitError) in
      let configuration = try Configuration(draft)
      for (name, value) in rest { try configuration.add(name, value) }
    }
    try onDisk { () throws(SystemError) in
      try quarantine.keep(settingsPath)
      try FileSystem.setPermissions(draft, 0o600)
      try FileSystem.rename(draft, to: settingsPath)
      try Folder.synchronise(library.store)
    }
    let kept =
      (known == nil ? [] : ["library"]) + (replica == nil ? [] : ["replica"])
      + rest.map { String($0.name.hasPrefix("versions.") ? $0.name.dropFirst(9) : $0.name[...]) }
    did(
      "'config' was written anew; of what it said was kept: "
        + (kept.isEmpty ? "nothing" : kept.joined(separator: ", ")))
    if known == nil {
      did("the library has a new identifier: digests that were made before are of another one")
    }
    if replica == nil { did("this copy of the library has a new identifier, and a new journal") }
    if format == nil { did("the store's format is taken for \(Settings.writtenFormat)") }
    guard isCut || known == nil || replica == nil || format == nil else { return }
    steps.append(
      RepairStep(
        isDone: false, message: "what else was set is lost; see what is set with: versions config",
        path: nil))
  }

  /// Whether a setting is one to be written again: not one of the rules, and a value that it can have.
  private static func isKept(_ name: String, _ value: String) -> Bool {
    if StoreSettings.rules.contains(where: { $0.name.lowercased() == name }) { return false }
    if ["versions.format", "versions.library", "versions.replica"].contains(name) { return false }
    if name.hasPrefix("include") { return false }
    guard name.hasPrefix("versions."), let setting = try? Setting.named(Array(name.utf8)) else {
      return true
    }
    return setting.accepts(value)
  }

  // MARK: References

  /// Finds all references again from the packed file and the objects, and only then makes their
  /// folder: until it is there nobody takes the library for an empty one.
  private mutating func mendReferences() throws(StoreError) {
    let folder = library.store.appending("refs")
    let status = try onDisk { () throws(SystemError) in
      try FileStatus.find(folder, followingLink: true)
    }
    if status != nil { return }
    var repair = try Repair(library, try Verification(library), isMissingReferences: true)
    try repair.mendPackedReferences()
    steps += repair.steps
    try onDisk { () throws(SystemError) in
      try Folder.make(folder, permissions: 0o700)
      try Folder.synchronise(library.store)
    }
    did("the folder 'refs' was made anew")
  }
}

extension Library {
  /// Mends the store of a folder so far that it can be opened, and never deletes anything; does nothing
  /// where it can be.
  /// - Returns: What was done, and what cannot be done.
  public static func repairStore(
    of folder: FilePath, surroundings: Surroundings
  ) throws(StoreError) -> [RepairStep] {
    try StoreMending.run(folder, surroundings)
  }
}
