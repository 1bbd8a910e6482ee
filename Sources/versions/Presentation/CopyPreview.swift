import Content
import VersionStore

/// What a copy would change, as a patch in git's unified form.
struct CopyPreview {
  private let plan: CopyPlan
  private let path: DocumentPath

  init(_ plan: CopyPlan, _ path: DocumentPath) {
    self.plan = plan
    self.path = path
  }

  /// Writes the patch; nothing where nothing would change.
  func write(_ context: borrowing Context) throws {
    let patch = patch
    if context.globals.json {
      var line = JSONLine()
      line.field("document", path: path.bytes)
      line.field("result", plan.changesAnything ? "wouldCopy" : "unchanged")
      line.field("patch", text: patch)
      return try context.output.write(line.finished())
    }
    if !plan.changesAnything {
      return try context.output.write(
        VisibleText.bytes(path.bytes) + Array(": has it already; nothing to do\n".utf8))
    }
    guard context.isForPeople else { return try context.output.write(patch) }
    var lines = patch.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let shown = Content.VisibleText()
    var isInHunk = false
    for line in lines {
      if line.starts(with: "@@".utf8) { isInHunk = true }
      if line.starts(with: "diff ".utf8) { isInHunk = false }
      var row: [UInt8] = []
      context.colour.append(
        Array(shown.string(line).utf8), style(of: line, isInHunk: isInHunk), to: &row)
      row.append(0x0A)
      try context.output.write(row)
    }
  }

  private func style(of line: ArraySlice<UInt8>, isInHunk: Bool) -> Colour.Style? {
    guard isInHunk else { return .bold }
    return switch line.first {
    case UInt8(ascii: "+"): .green
    case UInt8(ascii: "-"): .red
    case UInt8(ascii: "@"): .cyan
    default: nil
    }
  }

  private var patch: [UInt8] {
    switch (plan.present, plan.result) {
    case (.flat(let old, _), .flat(let new, _)):
      return patch(path.bytes, Side(bytes: old), Side(bytes: new))
    case (.package(let old), .package(let new)):
      let before = files(old)
      let after = files(new)
      return Set(before.keys).union(after.keys)
        .sorted { $0.lexicographicallyPrecedes($1) }
        .flatMap { name in
          patch(path.bytes + [UInt8(ascii: "/")] + name, before[name], after[name])
        }
    default: return []
    }
  }

  private struct Side {
    var bytes: [UInt8]
    var mode: UInt32 = 0o100644
  }

  private func files(_ parts: [DocumentContent.Part]) -> [[UInt8]: Side] {
    var files: [[UInt8]: Side] = [:]
    for part in parts {
      switch part.kind {
      case .file(let bytes, let isExecutable):
        files[part.path] = Side(bytes: bytes, mode: isExecutable ? 0o100755 : 0o100644)
      case .link(let target): files[part.path] = Side(bytes: target, mode: 0o120000)
      case .folder: break
      }
    }
    return files
  }

  private func patch(_ name: [UInt8], _ old: Side?, _ new: Side?) -> [UInt8] {
    if old?.bytes == new?.bytes, old?.mode == new?.mode { return [] }
    let isData = [old, new].contains { side in
      side.map { TextContent(recognising: $0.bytes) == nil } ?? false
    }
    if isData {
      let sides = [(old, "a/"), (new, "b/")].map { side, prefix in
        side == nil
          ? Array("/dev/null".utf8)
          : QuotedName.bytes(of: name, prefix: prefix)
      }
      return Array("Binary files ".utf8) + sides[0] + Array(" and ".utf8) + sides[1]
        + Array(" differ\n".utf8)
    }
    return UnifiedPatch(
      old: PatchSide(
        name: name, content: old.map { TextContent($0.bytes) },
        mode: old?.mode ?? new?.mode ?? 0o100644),
      new: PatchSide(
        name: name, content: new.map { TextContent($0.bytes) },
        mode: new?.mode ?? old?.mode ?? 0o100644)
    ).bytes
  }
}
