import Documents

/// What `undo` and `redo` lead to, found from a drawing's versions: each command is a process of its
/// own, and the versions are all that remembers.
struct UndoLine {
  private var line: [DocumentVersion] = []
  private var position = -1

  /// Goes through the versions of a drawing as they came about.
  init(_ versions: [DocumentVersion]) {
    for version in versions where !version.isDeletion && !version.isConflict {
      // A rename or a save of what was autosaved is no edit.
      if position >= 0, version.hasSameContent(as: line[position]) { continue }
      if version.event == .restore, let origin = version.origin {
        if position > 0, line[position - 1].number == origin {
          position -= 1
          continue
        }
        if position + 1 < line.count, line[position + 1].number == origin {
          position += 1
          continue
        }
      }
      line = line[...position] + [version]
      position += 1
    }
  }

  /// The drawing before the last edit; nil for none.
  var before: DocumentVersion? { position > 0 ? line[position - 1] : nil }

  /// The drawing after the edit that was undone; nil for none.
  var after: DocumentVersion? { position + 1 < line.count ? line[position + 1] : nil }
}
