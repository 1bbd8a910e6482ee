/// The differences between two JSON documents, by path.
///
/// The order of keys, white space and spelling do not count; elements of arrays are matched as a
/// sequence, so that one put in front changes nothing behind it. Removed values are named by their
/// place in the older document, all others by that in the newer one.
public struct JSONDiff: Sendable {
  /// The older document.
  public let older: JSONDocument
  /// The newer document.
  public let newer: JSONDocument
  /// The differences in content, in the order of the documents.
  public let changes: [JSONChange]
  /// Strings that became the same characters in another Unicode form, which is a difference in form.
  let reformed: [JSONChange]
  /// The differences in form: those of encoding, mark and Unicode forms always, that of formatting
  /// as far as it is certain where the content differs, too.
  public let formatChanges: [FormatChange]
  /// Whether arrays were too different for the shortest answer.
  public let isCoarse: Bool
  private let steps: JSONSteps

  /// Compares two documents.
  public init(from older: JSONDocument, to newer: JSONDocument) {
    self.older = older
    self.newer = newer
    let found = older.withView { mine in
      newer.withView { theirs in
        var comparison = JSONComparison(mine, theirs)
        comparison.compare(0, 0)
        return (comparison.changes, comparison.steps, comparison.isCoarse)
      }
    }
    let steps = found.1
    (self.steps, isCoarse) = (steps, found.2)
    var changes: [JSONChange] = []
    var reformed: [JSONChange] = []
    var forms: [(path: String, from: UnicodeForm, to: UnicodeForm)] = []
    for change in found.0 {
      guard change.kind == .changed, let old = change.old.flatMap(older.string),
        let new = change.new.flatMap(newer.string), let form = UnicodeForm.difference(old, new)
      else {
        changes.append(change)
        continue
      }
      reformed.append(change)
      let path = steps.pointer(change.step, older: older, newer: newer).description
      forms.append((path, form.from, form.to))
    }
    (self.changes, self.reformed) = (changes, reformed)
    formatChanges =
      FormatChange.source(from: older.source, to: newer.source)
      + [FormatChange.normalisation(forms)].compactMap(\.self)
      + (changes.isEmpty
        ? FormatChange.formatting(from: older, to: newer)
        : FormatChange.layout(from: older, to: newer))
  }

  /// Whether the documents say the same and are written the same.
  public var isEmpty: Bool { changes.isEmpty && formatChanges.isEmpty }

  /// Where a change is.
  public func pointer(of change: JSONChange) -> JSONPointer {
    steps.pointer(change.step, older: older, newer: newer)
  }

  /// The changes of content, and of strings' Unicode forms, as changes to the older document.
  public func editor() -> JSONEditor {
    var editor = JSONEditor(older)
    editor.add(changes, from: newer)
    editor.add(reformed, from: newer)
    return editor
  }

  /// The older document with the changes of content made in it; all other bytes stay.
  public func appliedToOlder() -> [UInt8] {
    changes.isEmpty && reformed.isEmpty ? older.source.bytes : editor().result()
  }
}

extension JSONEditor {
  /// Makes the changes that lead from this editor's document to a newer one.
  mutating func add(_ changes: [JSONChange], from newer: JSONDocument) {
    for change in changes {
      switch (change.kind, change.old, change.new) {
      case (.changed, let old?, let new?):
        replace(old, with: newer.tree(new))
      case (.removed, _, _):
        remove(childAt: change.position, of: JSONDocument.Node(change.container))
      case (.added, _, let new?) where change.key >= 0:
        add(
          newer.characters(of: JSONDocument.Node(change.key)), newer.tree(new),
          to: JSONDocument.Node(change.container))
      case (.added, _, let new?):
        insert(
          newer.tree(new), at: change.position, of: JSONDocument.Node(change.container))
      default: break
      }
    }
  }
}
