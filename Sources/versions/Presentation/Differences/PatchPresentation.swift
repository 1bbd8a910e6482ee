import Content
import VersionStore

/// Differences as a patch in git's unified form, one section for each file.
struct PatchPresentation {
  /// Where the document is.
  let path: [UInt8]
  let ignoresFormat: Bool

  /// The patch for `patch` and `git apply`: the bytes of the documents as they are.
  func bytes(_ comparison: Comparison) -> [UInt8] {
    var out: [UInt8] = []
    for file in comparison.changedFiles(at: path, ignoringFormat: ignoresFormat) {
      out += file.isData ? Self.dataSection(file) : Self.patch(file, comparison.options).bytes
    }
    return out
  }

  /// The patch for a terminal, which nothing in it steers.
  func visible(_ comparison: Comparison) -> [UInt8] { VisibleText.lines(bytes(comparison)) }

  /// The lines that differ in a file.
  static func patch(_ file: ChangedFile, _ options: ComparisonOptions) -> UnifiedPatch {
    func side(_ state: ChangedFile.State?) -> PatchSide {
      PatchSide(
        name: file.path, content: state.map { TextContent($0.bytes) },
        mode: state?.mode ?? 0o100644)
    }
    return UnifiedPatch(old: side(file.old), new: side(file.new), options: options)
  }

  /// What git says of binary files; a program that applies patches refuses it.
  private static func dataSection(_ file: ChangedFile) -> [UInt8] {
    let old = QuotedName.bytes(of: file.path, prefix: "a/")
    let new = QuotedName.bytes(of: file.path, prefix: "b/")
    let nothing = Array("/dev/null".utf8)
    var out = Array("diff --git ".utf8) + old + [0x20] + new + [0x0A]
    if file.old == nil, let state = file.new {
      out += Array("new file mode \(String(state.mode, radix: 8))\n".utf8)
    } else if file.new == nil, let state = file.old {
      out += Array("deleted file mode \(String(state.mode, radix: 8))\n".utf8)
    }
    out += Array("Binary files ".utf8) + (file.old == nil ? nothing : old)
    out += Array(" and ".utf8) + (file.new == nil ? nothing : new) + Array(" differ\n".utf8)
    return out
  }
}
