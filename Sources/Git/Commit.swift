/// A commit as an object.
public struct Commit: Equatable, Sendable {
  /// What it holds.
  public var tree: ObjectID
  /// The commits before it.
  public var parents: [ObjectID]
  /// Who made the content, and when.
  public var author: Signature
  /// Who committed it, and when.
  public var committer: Signature
  /// Header lines beyond those, such as a signature, as they stand with their final newline.
  public var otherHeaders: [UInt8]
  /// Subject, body and trailers.
  public var message: [UInt8]

  /// Makes a commit.
  public init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
    otherHeaders: [UInt8] = [], message: [UInt8]
  ) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer
    self.otherHeaders = otherHeaders
    self.message = message
  }

  /// Reads a commit's bytes; nil where they make no sense.
  public init?(bytes: [UInt8]) {
    var tree: ObjectID?
    var author: Signature?
    var committer: Signature?
    parents = []
    otherHeaders = []
    var position = 0
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[position..<end]
      if line.starts(with: "tree ".utf8) {
        tree = ObjectID(hex: line.dropFirst(5))
      } else if line.starts(with: "parent ".utf8) {
        guard let parent = ObjectID(hex: line.dropFirst(7)) else { return nil }
        parents.append(parent)
      } else if line.starts(with: "author ".utf8) {
        author = Signature(line.dropFirst(7))
      } else if line.starts(with: "committer ".utf8) {
        committer = Signature(line.dropFirst(10))
      } else {
        otherHeaders += line
        otherHeaders.append(UInt8(ascii: "\n"))
      }
      position = end + 1
    }
    guard let tree, let author, let committer, position < bytes.count else { return nil }
    self.tree = tree
    self.author = author
    self.committer = committer
    message = Array(bytes[(position + 1)...])
  }

  /// The bytes of the object.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.count + 400)
    bytes += "tree ".utf8
    bytes += tree.hexBytes
    for parent in parents {
      bytes += "\nparent ".utf8
      bytes += parent.hexBytes
    }
    bytes += "\nauthor ".utf8
    bytes += author.bytes
    bytes += "\ncommitter ".utf8
    bytes += committer.bytes
    bytes += "\n".utf8
    bytes += otherHeaders
    bytes += "\n".utf8
    bytes += message
    return bytes
  }
}
