import Files
import Git

/// One thing that a check of a library found.
public struct Finding: Sendable, Equatable {
  /// What was found; the word is what scripts match.
  public enum Kind: String, Sendable, CaseIterable {
    /// The store as a whole: no repository, settings that cannot be read.
    case store
    /// A pack, or an index of one, that is missing or damaged.
    case pack
    /// An object whose bytes are damaged.
    case objectDamaged = "object-damaged"
    /// An object that something refers to and that is not there.
    case objectMissing = "object-missing"
    /// An object of another form than git demands.
    case objectForm = "object-form"
    /// A reference that cannot be read, or leads to nothing whole.
    case reference
    /// The history of a document that has lost its reference.
    case historyLost = "history-lost"
    /// A version of another form than the storage format says.
    case versionForm = "version-form"
    /// Numbers that repeat, fall, or are missing without a record.
    case numbers
    /// A path that does not find its document.
    case alias
    /// Two living documents at one path.
    case path
    /// A label that leads to no version.
    case label
    /// The journal has an entry that makes no sense.
    case journal
    /// A version whose time is before that of the one before it.
    case dates
    /// A lock that a process left.
    case lock
    /// A file that an interrupted write left, or that is not the store's.
    case leftover
    /// A document written and never finished.
    case unfinished
    /// A cache of this program's that is damaged; it is made again.
    case cache
    /// A file on disk that is not its latest version.
    case file
    /// A version that is not what an earlier digest says.
    case changed
    /// A version that an earlier digest knows and that is gone without a record.
    case gone
    /// A version or document of an earlier digest that was pruned or purged, as recorded.
    case recorded
    /// A signature that is missing or wrong.
    case signature
    /// A signature that is whole, by another who may sign than the author.
    case signer
  }

  /// Whether something is lost or only to be known.
  public enum Severity: String, Sendable {
    case damage, note
  }

  /// What was found.
  public var kind: Kind
  /// How bad it is.
  public var severity: Severity
  /// One sentence without a full stop.
  public var message: String
  /// The document it concerns.
  public var document: UUID?
  /// Where that document is.
  public var path: DocumentPath?
  /// The numbers of the versions it concerns, rising.
  public var versions: [Int] = []
  /// The object it is about.
  public var object: ObjectID?
  /// The reference it is about.
  public var reference: String?
  /// The file it is about, in the store or the library.
  public var file: FilePath?

  /// Makes a finding that is damage.
  public init(_ kind: Kind, _ message: String) {
    self.init(kind, .damage, message)
  }

  /// Makes a finding.
  public init(_ kind: Kind, _ severity: Severity, _ message: String) {
    self.kind = kind
    self.severity = severity
    self.message = message
  }
}

/// Numbers as people write them: `1-3, 7`.
public func ranges(of numbers: [Int]) -> String {
  var parts: [String] = []
  var rest = numbers[...]
  while let first = rest.popFirst() {
    var last = first
    while rest.first == last + 1 {
      last += 1
      rest.removeFirst()
    }
    parts.append(first == last ? "\(first)" : "\(first)-\(last)")
  }
  return parts.joined(separator: ", ")
}
