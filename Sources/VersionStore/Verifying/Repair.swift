import Files
import Git

/// One thing that a repair did, or says that it cannot do.
public struct RepairStep: Sendable, Equatable {
  /// Whether it was done.
  public let isDone: Bool
  /// One sentence without a full stop.
  public let message: String
  /// The document it concerns.
  public let path: DocumentPath?
}

/// The mending of what a check found, as far as nothing is guessed: what is put in place of damage
/// is proved by its name, or is the newest version that is whole.
///
/// Nothing is deleted. What stood in the way is moved into `versions/quarantine` in the store.
struct Repair {
  let library: Library
  let verification: Verification
  private(set) var steps: [RepairStep] = []
  let quarantine: Quarantine
  /// Whether the folder of references is missing.
  let isMissingReferences: Bool

  /// Prepares to mend what a check found.
  init(
    _ library: Library, _ verification: Verification, isMissingReferences: Bool = false
  ) throws(StoreError) {
    try library.requireWritable()
    self.library = library
    self.verification = verification
    self.isMissingReferences = isMissingReferences
    quarantine = Quarantine(library)
  }

  /// Mends what can be mended.
  mutating func run() throws(StoreError) {
    let pass = try library.beginWriting()
    defer { pass.end() }
    try mendHead()
    try clearLeftovers()
    try refillObjects()
    try mendPackedReferences()
    try mendHistories()
    try mendAliases()
    try mendRecords()
    try clearDamagedObjects()
    if steps.contains(where: \.isDone) {
      try Journal(library).recordRepair(steps.filter(\.isDone).map(\.message))
    }
  }

  // MARK: For all steps

  mutating func did(_ message: String, _ path: DocumentPath? = nil) {
    steps.append(RepairStep(isDone: true, message: message, path: path))
  }

  mutating func cannot(_ message: String, _ path: DocumentPath? = nil) {
    steps.append(RepairStep(isDone: false, message: message, path: path))
  }

  /// Moves a file or folder aside.
  /// - Returns: Whether it was there and is aside now.
  @discardableResult
  func setAside(_ path: FilePath) throws(StoreError) -> Bool { try quarantine.take(path) }

  /// How a path in the store or library is shown.
  func shown(_ path: FilePath) -> String {
    printable(path.relative(to: library.store) ?? path.relative(to: library.folder) ?? path.bytes)
  }

  // MARK: Files of the store

  private mutating func mendHead() throws(StoreError) {
    let head = library.store.appending("HEAD")
    guard
      verification.findings.contains(where: { $0.file == head && $0.severity == .damage })
    else { return }
    try setAside(head)
    try StoreMending.writeHead(of: library)
    did("'HEAD' was written anew")
  }

  private mutating func clearLeftovers() throws(StoreError) {
    for leftover in Leftovers(library).find() {
      switch leftover.kind {
      case .lock, .draft, .damaged:
        guard try setAside(leftover.path) else { continue }
        did(
          leftover.kind == .lock
            ? "the lock '\(shown(leftover.path))' of a process that is gone was moved aside"
            : "'\(shown(leftover.path))' was moved aside")
      case .stranger: continue
      }
    }
    for draft in try library.drafts() {
      let location = library.location(of: draft.path)
      guard let content = try content(of: location) else { continue }
      if contains(content) {
        guard try setAside(location) else { continue }
        did("'\(draft.path)', left by a restore, was moved aside; the store has its content")
      } else {
        cannot(
          "'\(draft.path)', left by a restore, holds what no version has; look at it, and remove it",
          draft.path)
      }
    }
  }

  /// What is at a path, nil where it cannot be read.
  func content(of location: FilePath) throws(StoreError) -> DocumentContent? {
    guard
      let status = try onDisk({ () throws(SystemError) in try FileStatus.find(location) }),
      let snapshot = try? Snapshot.read(
        location, isPackage: status.kind == .folder, limit: library.settings.sizeLimit)
    else { return nil }
    return snapshot.content
  }

  /// Whether all bytes of a content are in the store, whole.
  private func contains(_ content: DocumentContent) -> Bool {
    func has(_ bytes: [UInt8]) -> Bool {
      verification.graph.place(of: ObjectDatabase.name(of: .blob, bytes)) != nil
    }
    switch content {
    case .flat(let bytes, _): return has(bytes)
    case .link(let target): return has(target)
    case .package(let parts):
      return parts.allSatisfy { part in
        switch part.kind {
        case .file(let bytes, _): has(bytes)
        case .link(let target): has(target)
        case .folder: true
        }
      }
    }
  }
}
