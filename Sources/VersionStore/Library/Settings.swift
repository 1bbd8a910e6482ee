import Files
import Git

/// The settings a library keeps in its store.
public struct Settings: Sendable {
  /// Storage format; this program writes 1.
  public var format = 1
  /// The library's identifier.
  public var library: UUID?
  /// This copy of the library, where several machines share it.
  public var replica: UUID?
  /// Bytes above which a document is not versioned.
  public var sizeLimit = Settings.defaultSizeLimit
  /// Extensions, without dot, of folders that are one document, beyond the built-in ones.
  public var packages: [String] = []
  /// The SSH key that versions are signed with, nil for no signatures.
  public var signingKey: FilePath?
  /// The file that says whose signatures count, as ssh-keygen has it.
  public var allowedSigners: FilePath?
  /// Who saves in this library.
  public var author: Person?
  /// Patterns of what is no document, as lines of the library's ignore file, and after it.
  public var ignore: [[UInt8]] = []
  /// How long a watcher leaves a document alone before it becomes a version; nil where nobody said.
  public var quietPeriod: Duration?
  /// How long after its first change a watcher makes a version of it; nil where nobody said.
  public var longestWait: Duration?

  /// Which autosaves `prune` keeps; nil where nobody said.
  public var prunePolicy: PrunePolicy?
  /// Single object files above which saving starts to compact the store; 0 for never.
  public var compactAfter = Settings.defaultCompactAfter

  /// About two thousand versions: what git, too, takes for too many single files.
  public static let defaultCompactAfter = 6700

  /// 2 GiB: above it, memory for a document would be the machine's.
  public static let defaultSizeLimit = 2 << 30

  /// The format this program writes.
  static let writtenFormat = 1

  /// Those of a store that says nothing.
  init() {}

  /// Reads the settings of a store.
  init(_ configuration: borrowing Configuration) throws(GitError) {
    for (name, value) in try configuration.all(beginning: "versions.") {
      switch name {
      case "versions.format": format = Int(value) ?? Int.max
      case "versions.library": library = UUID(value)
      case "versions.replica": replica = UUID(value)
      case "versions.sizelimit":
        if let limit = Setting.bytes(value), limit > 0 { sizeLimit = limit }
      case "versions.packages":
        packages += value.split { $0 == "," || $0 == " " }.map {
          String($0.hasPrefix(".") ? $0.dropFirst() : $0).lowercased()
        }
      case "versions.signingkey": signingKey = FilePath(Array(value.utf8))
      case "versions.allowedsigners": allowedSigners = FilePath(Array(value.utf8))
      case "versions.prune": prunePolicy = PrunePolicy(value)
      case "versions.compactafter":
        if let count = Int64(decimal: Array(value.utf8)[...]) { compactAfter = Int(count) }
      case "versions.author": author = Person(value)
      case "versions.ignore": ignore.append(Array(value.utf8))
      case "versions.quietperiod": quietPeriod = Setting.duration(value, in: Setting.quietPeriods)
      case "versions.longestwait": longestWait = Setting.duration(value, in: Setting.longestWaits)
      default: break
      }
    }
  }
}
