/// How a process of this program ends: a promise to scripts.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case no = 1
  case usage = 2
  case notFound = 3
  case refused = 4
  case busy = 5
  case damaged = 6
  case system = 7
  /// What git takes for a failure of a merge driver; less would mean conflicts.
  case mergeFailed = 129
  case interrupted = 130

  var meaning: String {
    switch self {
    case .done: "done"
    case .no: "the answer is no"
    case .usage: "the command line is wrong"
    case .notFound: "there is no such library, document or version"
    case .refused: "refused, because it would lose or overwrite something"
    case .busy: "the store is busy"
    case .damaged: "the store is damaged"
    case .system: "the system failed: disk full, no permission"
    case .mergeFailed: "'git-driver --merge' failed, so that git stops"
    case .interrupted: "interrupted"
    }
  }
}
