import CSystem

/// A wish to stop (SIGINT, SIGTERM, SIGHUP), noted until the work is at a point where it may stop.
enum Interruption {
  /// Notes such signals from now on; a second one ends the process at once.
  static func catchSignals() { versions_interruption_catch() }

  static var isRequested: Bool { versions_interruption_signal() != 0 }

  /// Leaves the keyboard's interrupt to a pager while it owns the terminal.
  static func ignoreKeyboard(_ ignored: Bool) {
    versions_interruption_ignore_keyboard(ignored ? 1 : 0)
  }

  /// A point where the work may stop: throws if a signal came.
  static func checkpoint() throws(CommandFailure) {
    if isRequested { throw CommandFailure(.interrupted, "interrupted") }
  }
}
