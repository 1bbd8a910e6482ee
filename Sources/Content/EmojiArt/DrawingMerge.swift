/// Joins two drawings that were changed apart from a common one.
///
/// Changes to different emojis, to different parts of one, to the background and to the order join;
/// where both sides changed the same part, ours stays and a conflict is told. The result is written
/// in our format; emojis added there keep their identifiers where these are free here.
public struct DrawingMerge: Sendable {
  /// Our document with their changes.
  public let bytes: [UInt8]
  /// What both sides changed.
  public let conflicts: [DrawingConflict]

  /// Joins drawings.
  public init(base: Drawing, ours: Drawing, theirs: Drawing) {
    let sources = [base, ours, theirs].map { $0.document?.source.bytes ?? [] }
    if sources[0] == sources[1] {
      (bytes, conflicts) = (sources[2], [])
    } else if sources[0] == sources[2] {
      (bytes, conflicts) = (sources[1], [])
    } else {
      (bytes, conflicts) = DrawingMerge.joined(base: base, ours: ours, theirs: theirs)
    }
  }

  /// Joins without looking whether a side is unchanged.
  static func joined(
    base: Drawing, ours: Drawing, theirs: Drawing
  ) -> (bytes: [UInt8], conflicts: [DrawingConflict]) {
    guard let document = ours.document else {
      // A new drawing of no bytes has nothing of its own.
      return (theirs.document?.source.bytes ?? [], [])
    }
    var walk = DrawingMergeWalk(base: base, ours: ours, theirs: theirs, document: document)
    walk.run()
    return (walk.ordered(walk.editor.result()), walk.conflicts)
  }
}
