import Files
import VersionStore

/// Packs the store now and then while `versions watch` goes on, in a process of its own.
final class CompactionBesideWatching {
  private let library: Library
  private var process: Int32?
  private var lastLook = 0

  init(_ library: Library) {
    self.library = library
  }

  /// Starts packing where it is due and none is at work; costs nothing where nothing was saved.
  /// - Parameter outcomes: How many documents were saved so far.
  func look(after outcomes: Int) {
    guard outcomes - lastLook >= CompactionBesideWatching.interval else { return }
    lastLook = outcomes
    if let process, !ChildProcess.reap(process) { return }
    process = BackgroundCompaction.startIfDue(library)
  }

  /// Saves between two looks.
  private static let interval = 50
}
