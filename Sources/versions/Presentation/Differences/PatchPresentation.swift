import Content
import VersionStore

/// Differences as a patch in git's unified form, one section for each file.
struct PatchPresentation {
  /// Where the document is.
  let path: [UInt8]
  let ignoresFormat: Bool

  /// The patch for `patch` and `git apply`: the bytes of the documents as they are.
  func bytes(_ comparison: Comparison) throws(StoreError) -> [UInt8] {
    var out: [UInt8] = []
    for file in comparison.changedFiles(at: path, ignoringFormat: ignoresFormat) {
      if file.isData {
        out += try BinaryPatch(file).bytes()
      } else {
        out += Self.patch(file, comparison.options).bytes
      }
    }
    return out
  }

  /// The patch for a terminal, which nothing in it steers.
  func visible(_ comparison: Comparison) throws(StoreError) -> [UInt8] {
    VisibleText.lines(try bytes(comparison))
  }

  /// The lines that differ in a file.
  static func patch(_ file: ChangedFile, _ options: ComparisonOptions) -> UnifiedPatch {
    func side(_ state: ChangedFile.State?) -> PatchSide {
      PatchSide(
        name: file.path, content: state.map { TextContent($0.bytes) },
        mode: state?.mode ?? 0o100644)
    }
    return UnifiedPatch(old: side(file.old), new: side(file.new), options: options)
  }
}
