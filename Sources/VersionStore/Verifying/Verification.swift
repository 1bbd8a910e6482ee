import Files
import Git

/// A check of everything a library promises: every object, every reference, the form of every
/// version, and the ways from paths and labels to them.
///
/// Nothing is written. A library can be checked while others save in it: what they add meanwhile
/// is not looked at.
public struct Verification {
  let library: Library
  /// What was found, damage first.
  public private(set) var findings: [Finding] = []
  /// How much was looked at.
  public private(set) var summary = Summary()
  var graph: StoreGraph
  var references: [String: ObjectID] = [:]
  var strays: [FilePath] = []
  /// Which objects something refers to, and what is bad below trees that were looked at.
  var reach = Reach()
  /// The versions of each document as its chain has them, newest first.
  var chains: [UUID: [ChainEntry]] = [:]
  /// Documents whose chains cannot be followed to their beginnings.
  var broken: Set<UUID> = []

  /// Documents that were purged, as the journals say.
  let purged: Set<UUID>

  /// A version as its chain has it.
  struct ChainEntry {
    let commit: ObjectID
    let place: StoreGraph.Place
    let facts: StoreFacts.CommitFacts
  }

  /// How much was looked at.
  public struct Summary: Sendable, Equatable {
    /// Objects that are whole.
    public var objects = 0
    /// Documents, deleted ones too.
    public var documents = 0
    /// Versions in their histories.
    public var versions = 0
  }

  /// Checks a library.
  public init(_ library: Library) throws(StoreError) {
    self.library = library
    // Before the objects: what a reference leads to was written before it.
    var problems: [(String, GitError)] = []
    (references, strays, problems) = try Verification.references(of: library)
    purged = Set(
      ((try? library.journal()) ?? []).compactMap(\.purgedDocument))
    graph = try StoreGraph(library)
    checkWhole(problems)
    // Git's upkeep can move objects while they are read.
    for _ in 0..<3 where !reach.missing.isEmpty && hasMoved() {
      findings = []
      chains = [:]
      broken = []
      summary = Summary()
      reach = Reach()
      graph = try StoreGraph(library)
      checkWhole(problems)
    }
    summary.objects = graph.count
    findings.sort { $0.severity == .damage && $1.severity == .note }
  }

  private mutating func checkWhole(_ problems: [(String, GitError)]) {
    checkPacksAndForms()
    for (name, error) in problems { checkDamagedReference(name, error) }
    checkReferenceFiles()
    checkChains()
    checkLabels()
    checkJournal()
    checkOtherReferences()
    checkAliases()
    checkLostHistories()
    checkVersionsBeyondHeads()
    tellBadObjects()
    checkStoreFiles()
  }

  /// Whether an object that was missed is there after all.
  private func hasMoved() -> Bool {
    reach.missing.keys.contains { id in
      guard graph.damaged[id] == nil, let object = try? library.repository.objects.read(id) else {
        return false
      }
      return ObjectDatabase.name(of: object.kind, object.bytes) == id
    }
  }

  /// Adds a finding.
  mutating func tell(_ finding: Finding) { findings.append(finding) }

  /// Counts what was looked at.
  mutating func count(documents: Int = 0, versions: Int = 0) {
    summary.documents += documents
    summary.versions += versions
  }

  /// Whether anything is damaged.
  public var hasDamage: Bool { findings.contains { $0.severity == .damage } }

  // MARK: Packs and forms

  private mutating func checkPacksAndForms() {
    let replaced = Set(ReplacedPacks(library).names().map { "pack/\($0)" })
    for (path, reason) in graph.damagedFiles {
      if replaced.contains(String(path.prefix { $0 != "." })) { continue }
      var finding = Finding(.pack, "'objects/\(path)' cannot be relied on: \(reason)")
      finding.file = library.repository.objects.folder.appending(path)
      tell(finding)
    }
    for (id, reason) in graph.damagedCopies {
      var finding = Finding(
        .objectDamaged, "a copy of object \(id) is damaged (\(reason)); another one is whole")
      finding.object = id
      finding.file = LooseFile.path(of: id, in: library)
      tell(finding)
    }
    for (id, kind, problem) in graph.misshapen {
      var finding = Finding(.objectForm, "\(kind.rawValue) \(id): \(problem)")
      finding.object = id
      tell(finding)
    }
  }
}

/// The files of objects that are in no pack.
enum LooseFile {
  static func path(of id: ObjectID, in library: Library) -> FilePath {
    let hex = id.hex
    return library.repository.objects.folder.appending("\(hex.prefix(2))/\(hex.dropFirst(2))")
  }
}

/// What a walk over all references has met.
struct Reach {
  /// Objects that were looked at with all below them.
  var seen: Set<ObjectID> = []
  /// What is bad below a tree, for those below which something is.
  var badBelow: [ObjectID: [ObjectID]] = [:]
  /// Objects that are needed and not whole: what for.
  var missing: [ObjectID: Need] = [:]

  /// What a bad object is needed for.
  struct Need {
    var kind: ObjectKind?
    /// Numbers of versions by document.
    var versions: [UUID: [Int]] = [:]
    /// References that need it for something else.
    var references: [String] = []
  }
}
