import Content
import VersionStore

/// How many lines of each file were added and removed, counted as `git diff --numstat` does.
///
/// For programs the numbers and the name with tabs between them, `-` for both numbers of data; for
/// people the name, the sum and a bar.
struct StatPresentation {
  /// Where the document is.
  let path: [UInt8]
  let ignoresFormat: Bool
  let isForPeople: Bool
  let endsNamesWithNull: Bool
  let colour: Colour
  /// Columns of the terminal.
  let width: Int

  private struct Row {
    let path: [UInt8]
    /// Nil for data.
    let counts: (added: Int, removed: Int)?

    var sum: Int { counts.map { $0.added + $0.removed } ?? 0 }
  }

  func bytes(_ comparison: Comparison) -> [UInt8] {
    let rows = comparison.changedFiles(at: path, ignoringFormat: ignoresFormat).map { file in
      Row(path: file.path, counts: file.isData ? nil : Self.counts(file, comparison.options))
    }
    return isForPeople ? bars(rows) : numbers(rows)
  }

  private static func counts(
    _ file: ChangedFile, _ options: ComparisonOptions
  ) -> (added: Int, removed: Int) {
    var counts = (added: 0, removed: 0)
    for change in PatchPresentation.patch(file, options).hunks.flatMap(\.changes) {
      counts.added += change.new.count
      counts.removed += change.old.count
    }
    return counts
  }

  private func numbers(_ rows: [Row]) -> [UInt8] {
    var out: [UInt8] = []
    for row in rows {
      let (added, removed) = row.counts.map { ("\($0.added)", "\($0.removed)") } ?? ("-", "-")
      out += Array("\(added)\t\(removed)\t".utf8)
      out += endsNamesWithNull ? row.path + [0] : VisibleText.bytes(row.path) + [0x0A]
    }
    return out
  }

  private func bars(_ rows: [Row]) -> [UInt8] {
    let names = rows.map { VisibleText.bytes($0.path) }
    let nameWidth = min(names.map { CellWidth.of($0) }.max() ?? 0, max(10, width / 2))
    let digits = max(3, String(rows.map(\.sum).max() ?? 0).utf8.count)
    let room = max(10, width - nameWidth - digits - 5)
    let most = max(room, rows.map(\.sum).max() ?? 0)
    var out: [UInt8] = []
    for (row, name) in zip(rows, names) {
      let shown = CellWidth.truncated(name, to: nameWidth)
      out.append(0x20)
      out += shown + [UInt8](repeating: 0x20, count: nameWidth - CellWidth.of(shown))
      let sum = row.counts == nil ? "bin" : "\(row.sum)"
      out += Array(" | \(String(repeating: " ", count: digits - sum.utf8.count))\(sum)".utf8)
      if let counts = row.counts, row.sum > 0 {
        out.append(0x20)
        colour.append(bar("+", counts.added, room, most), .green, to: &out)
        colour.append(bar("-", counts.removed, room, most), .red, to: &out)
      }
      out.append(0x0A)
    }
    return out
  }

  /// A part of a bar, which shows at least one sign of what there is.
  private func bar(_ sign: Unicode.Scalar, _ count: Int, _ room: Int, _ most: Int) -> [UInt8] {
    let length = count == 0 ? 0 : max(1, count * room / most)
    return [UInt8](repeating: UInt8(ascii: sign), count: length)
  }
}
