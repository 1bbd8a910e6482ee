/// An annotated tag as an object: a message about another object.
public struct Tag: Equatable, Sendable {
  /// The object it is about.
  public var target: ObjectID
  /// The kind of that object.
  public var kind: ObjectKind
  /// The tag's name.
  public var name: [UInt8]
  /// Who gave it, and when.
  public var tagger: Signature
  /// The message.
  public var message: [UInt8]

  /// Makes a tag.
  public init(
    target: ObjectID, kind: ObjectKind, name: [UInt8], tagger: Signature, message: [UInt8]
  ) {
    self.target = target
    self.kind = kind
    self.name = name
    self.tagger = tagger
    self.message = message
  }

  /// Reads a tag's bytes; nil where they make no sense.
  public init?(bytes: [UInt8]) {
    var target: ObjectID?
    var kind: ObjectKind?
    var tagger: Signature?
    name = []
    var position = 0
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes[position..<end]
      if line.starts(with: "object ".utf8) {
        target = ObjectID(hex: line.dropFirst(7))
      } else if line.starts(with: "type ".utf8) {
        kind = ObjectKind(rawValue: String(decoding: line.dropFirst(5), as: UTF8.self))
      } else if line.starts(with: "tag ".utf8) {
        name = Array(line.dropFirst(4))
      } else if line.starts(with: "tagger ".utf8) {
        tagger = Signature(line.dropFirst(7))
      }
      position = end + 1
    }
    guard let target, let kind, let tagger else { return nil }
    self.target = target
    self.kind = kind
    self.tagger = tagger
    message = position < bytes.count ? Array(bytes[(position + 1)...]) : []
  }

  /// The bytes of the object.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes += "object \(target.hex)\ntype \(kind.rawValue)\ntag ".utf8
    bytes += name
    bytes += "\ntagger ".utf8
    bytes += tagger.bytes
    bytes += "\n\n".utf8
    bytes += message
    return bytes
  }
}
