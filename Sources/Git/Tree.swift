/// A folder as an object: names with what they stand for, in git's order.
public struct Tree: Equatable, Sendable {
  /// One name of a tree.
  public struct Entry: Equatable, Sendable {
    /// 0o100644, 0o100755, 0o120000 or 0o040000.
    public var mode: UInt32
    /// The name as it stands in the tree, without "/".
    public var name: [UInt8]
    /// The blob or tree.
    public var id: ObjectID

    /// Makes an entry.
    public init(mode: UInt32, name: [UInt8], id: ObjectID) {
      self.mode = mode
      self.name = name
      self.id = id
    }

    /// Whether it stands for a folder.
    public var isTree: Bool { mode & 0o170000 == 0o040000 }
  }

  /// The entries.
  public var entries: [Entry]

  /// Makes a tree; the entries are brought into git's order.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { a, b in
      // Folders sort as if their names ended in "/".
      (a.isTree ? a.name + [UInt8(ascii: "/")] : a.name)
        .lexicographicallyPrecedes(b.isTree ? b.name + [UInt8(ascii: "/")] : b.name)
    }
  }

  /// Reads a tree's bytes; nil where they make no sense.
  public init?(bytes: [UInt8]) {
    entries = []
    var position = 0
    while position < bytes.count {
      var mode: UInt32 = 0
      while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
        guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[position]), mode < 1 << 20
        else { return nil }
        mode = mode << 3 | UInt32(bytes[position] - UInt8(ascii: "0"))
        position += 1
      }
      position += 1
      guard position <= bytes.count, let end = bytes[position...].firstIndex(of: 0),
        end + 20 < bytes.count, let id = ObjectID(bytes: bytes[(end + 1)..<(end + 21)])
      else { return nil }
      entries.append(Entry(mode: mode, name: Array(bytes[position..<end]), id: id))
      position = end + 21
    }
  }

  /// The bytes of the object.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += Array(String(entry.mode, radix: 8).utf8)
      bytes.append(UInt8(ascii: " "))
      bytes += entry.name
      bytes.append(0)
      bytes += entry.id.bytes
    }
    return bytes
  }

  /// The tree without entries, which every repository knows.
  public static let empty = Tree([])
}
