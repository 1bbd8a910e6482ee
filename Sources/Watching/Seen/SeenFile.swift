import Files
import VersionStore

/// A document whose content, when its mark was taken, was a version.
struct SeenFile: Equatable {
  var mark: FileMark
  /// The newest version of its document; nil where it is no version.
  var head: SeenHead?
  /// Whether the same mark may stand for another content.
  var isRacy: Bool
  /// The look that found it last.
  var look: UInt32 = 0
}
