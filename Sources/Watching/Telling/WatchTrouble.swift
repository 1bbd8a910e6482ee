import Files
import VersionStore

/// What can trouble a watcher without ending it.
public enum WatchTrouble: Sendable, Equatable {
  /// The system's queue was full; all folders are looked at again.
  case eventsLost
  /// The user has as many watches as the limit allows; these folders are looked at instead.
  case watchLimit(Int?, folders: [DocumentPath?], every: Duration)
  /// The user has as many queues of events as may be; all is looked at instead.
  case queueLimit(every: Duration)
  /// A file system that tells nothing of what other machines write; nil for the whole library.
  case noEvents(fileSystem: String, DocumentPath?, every: Duration)
  /// A file system in the library was unmounted; its documents do not count as deleted.
  case unmounted(DocumentPath)
  /// Something that could not be looked at; nil for the library's folder.
  case unreadable(DocumentPath?, StoreError)
  /// Nothing can be saved; it is tried again and again.
  case store(StoreError)
}

extension WatchTrouble {
  /// A word for scripts.
  public var code: String {
    switch self {
    case .eventsLost: "events-lost"
    case .watchLimit: "watch-limit"
    case .queueLimit: "queue-limit"
    case .noEvents: "no-events"
    case .unmounted: "unmounted"
    case .unreadable: "unreadable"
    case .store: "not-saved"
    }
  }

  /// What happened, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .eventsLost:
      "changes came faster than the system can tell; all folders are looked at again"
    case .watchLimit(let limit, let folders, let interval):
      "the limit of folders that can be watched is reached"
        + (limit.map { " (fs.inotify.max_user_watches is \($0))" } ?? "")
        + "; looked at every \(interval.inSeconds) instead: \(WatchTrouble.list(folders))"
    case .queueLimit(let interval):
      "the limit of programs that watch folders is reached; all folders are looked at every "
        + interval.inSeconds
    case .noEvents(let fileSystem, let folder, let interval):
      "\(folder.map { "'\($0)'" } ?? "the library") is on \(fileSystem), which does not tell what "
        + "other machines write; it is looked at every \(interval.inSeconds)"
    case .unmounted(let folder):
      "the file system at '\(folder)' was unmounted; its documents are not watched now"
    case .unreadable(_, let error): error.message
    case .store(let error): error.message
    }
  }

  /// What to do next.
  public var hints: [String] {
    switch self {
    case .watchLimit(let limit, _, _):
      ["raise it with: sysctl fs.inotify.max_user_watches=\(max((limit ?? 0) * 4, 524_288))"]
    case .queueLimit: ["raise it with: sysctl fs.inotify.max_user_instances=1024"]
    case .store(let error):
      error.hints.filter { !$0.hasPrefix("nothing was lost") }
        + ["nothing is lost; it is tried again until it works"]
    case .unreadable(_, let error): error.hints
    case .eventsLost, .noEvents, .unmounted: []
    }
  }

  private static func list(_ folders: [DocumentPath?]) -> String {
    let names = folders.prefix(3).map { $0.map { "'\($0)'" } ?? "the library's own folder" }
    let rest = folders.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Duration {
  /// `2 s`, `0.5 s`.
  var inSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
