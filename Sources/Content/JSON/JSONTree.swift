/// A value to be written as JSON, its members in a fixed order.
public enum JSONTree: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, spelled as it is.
  case number(JSONNumber)
  /// A string of UTF-8; a lone surrogate in three bytes is written as an escape.
  case characters([UInt8])
  /// A list.
  case array([JSONTree])
  /// Members in their order.
  case object([(key: [UInt8], value: JSONTree)])

  /// A string.
  public static func string(_ text: some StringProtocol) -> JSONTree {
    .characters(Array(text.utf8))
  }

  /// A whole number.
  public static func integer(_ value: Int) -> JSONTree { .number(JSONNumber(value)) }

  /// Members in their order; those without a value are left out.
  public static func members(_ members: KeyValuePairs<String, JSONTree?>) -> JSONTree {
    var present: [(key: [UInt8], value: JSONTree)] = []
    present.reserveCapacity(members.count)
    for (key, value) in members {
      if let value { present.append((Array(key.utf8), value)) }
    }
    return .object(present)
  }

  /// The value on one line, for output: always UTF-8, and nothing in it steers a terminal.
  public var bytes: [UInt8] {
    var style = JSONStyle()
    style.escapes.controls = true
    var writer = JSONWriter(style: style)
    writer.write(self, depth: 0)
    return writer.bytes
  }
}

extension JSONDocument {
  /// A value of this document, numbers as they are spelled and strings without their escapes.
  public func tree(_ node: Node) -> JSONTree {
    switch kind(of: node) {
    case .null: .null
    case .bool: .bool(spelling(of: node).first == UInt8(ascii: "t"))
    case .number: .number(JSONNumber(spelling: String(decoding: spelling(of: node), as: UTF8.self)))
    case .string: .characters(characters(of: node))
    case .array: .array(elements(of: node).map(tree))
    case .object:
      .object(members(of: node).map { (key: characters(of: $0.key), value: tree($0.value)) })
    }
  }
}
