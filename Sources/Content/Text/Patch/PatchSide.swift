/// One of the two files that a patch speaks of.
public struct PatchSide: Sendable {
  /// The name, as a path with `/`, without a prefix.
  public var name: [UInt8]
  /// The content; nil where there is no file on this side, which is not the same as an empty one.
  public var content: TextContent?
  /// The mode as git writes it, such as 0o100644.
  public var mode: UInt32
  /// The name of the content as an object, for the `index` line; left out where it is not known.
  public var object: String?

  /// A side of a patch.
  public init(
    name: [UInt8], content: TextContent?, mode: UInt32 = 0o100644, object: String? = nil
  ) {
    self.name = name
    self.content = content
    self.mode = mode
    self.object = object
  }

  /// A side of a patch, named by a string.
  public init(
    name: String, content: TextContent?, mode: UInt32 = 0o100644, object: String? = nil
  ) {
    self.init(name: Array(name.utf8), content: content, mode: mode, object: object)
  }
}
