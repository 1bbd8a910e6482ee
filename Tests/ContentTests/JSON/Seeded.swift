import Testing

@testable import Content

/// An expectation inside of a long loop; far cheaper than the macro where it holds.
func holds(
  _ condition: Bool, _ comment: @autoclosure () -> Comment,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !condition { Issue.record(comment(), sourceLocation: sourceLocation) }
}

/// A generator with a fixed seed (SplitMix64), so that a failure names what failed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
  mutating func pick<Element>(_ from: [Element]) -> Element { from[below(from.count)] }

  static let texts = [
    "", "a", "b", "key", "🐝", "👨‍👩‍👧", "é", "e\u{301}", "a/b", "~", "\"", "\\", "\n", "\u{7F}",
    "<<", "long text with words", "🏳️‍🌈", "0",
  ]
  static let numbers = [
    "0", "-0", "1", "2", "10", "10.0", "1e1", "2.50", "-3.25", "12345678901234567890",
    "12345678901234567891", "1e400", "0.1", "-7",
  ]

  /// A value of JSON, seldom with doubled keys.
  mutating func tree(depth: Int = 3, doubles: Bool = false) -> JSONTree {
    switch below(depth > 0 ? 9 : 5) {
    case 0: return .null
    case 1: return .bool(chance(2))
    case 2: return .number(JSONNumber(spelling: pick(Seeded.numbers)))
    case 3: return .characters(chance(20) ? [0xED, 0xA0, 0xBD] : Array(pick(Seeded.texts).utf8))
    case 4: return .integer(below(5))
    case 5, 6: return .array((0..<below(6)).map { _ in tree(depth: depth - 1, doubles: doubles) })
    default:
      var members: [(key: [UInt8], value: JSONTree)] = []
      for _ in 0..<below(5) {
        let key = Array(pick(Seeded.texts).utf8)
        if !doubles, members.contains(where: { $0.key == key }) { continue }
        members.append((key, tree(depth: depth - 1, doubles: doubles)))
      }
      return .object(members)
    }
  }

  /// A value with some changes.
  mutating func changed(_ tree: JSONTree, doubles: Bool = false) -> JSONTree {
    if chance(8) { return self.tree(depth: 2, doubles: doubles) }
    switch tree {
    case .array(var elements):
      for _ in 0..<below(3) {
        switch below(3) {
        case 0:
          elements.insert(self.tree(depth: 1, doubles: doubles), at: below(elements.count + 1))
        case 1 where !elements.isEmpty: elements.remove(at: below(elements.count))
        default:
          guard !elements.isEmpty else { continue }
          let index = below(elements.count)
          elements[index] = changed(elements[index], doubles: doubles)
        }
      }
      return .array(elements)
    case .object(var members):
      for _ in 0..<below(3) {
        switch below(3) {
        case 0:
          let key = Array(pick(Seeded.texts).utf8)
          if doubles || !members.contains(where: { $0.key == key }) {
            members.append((key, self.tree(depth: 1, doubles: doubles)))
          }
        case 1 where !members.isEmpty: members.remove(at: below(members.count))
        default:
          guard !members.isEmpty else { continue }
          let index = below(members.count)
          members[index].value = changed(members[index].value, doubles: doubles)
        }
      }
      return .object(members)
    default: return tree
    }
  }

  /// A value in some spelling: order of keys, white space, escapes and numbers at random.
  mutating func spelled(_ tree: JSONTree, shuffles: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    write(tree, shuffles, &bytes)
    return bytes
  }

  private mutating func space(_ bytes: inout [UInt8]) {
    if chance(4) { bytes += Array(pick([" ", "\n", "\t", "\r\n  "]).utf8) }
  }

  private mutating func write(_ tree: JSONTree, _ shuffles: Bool, _ bytes: inout [UInt8]) {
    space(&bytes)
    switch tree {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .number(let number): bytes += Array(respelled(number).utf8)
    case .characters(let characters): write(characters, &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element, shuffles, &bytes)
      }
      space(&bytes)
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      // Doubled keys keep their order, which counts.
      let keys = Set(members.map(\.key))
      let order = shuffles && keys.count == members.count ? members.shuffled(using: &self) : members
      for (index, member) in order.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        space(&bytes)
        write(member.key, &bytes)
        space(&bytes)
        bytes.append(UInt8(ascii: ":"))
        write(member.value, shuffles, &bytes)
      }
      space(&bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    space(&bytes)
  }

  private mutating func write(_ characters: [UInt8], _ bytes: inout [UInt8]) {
    bytes += JSONString.spelled(characters, slashes: chance(2), unicode: chance(3))
  }

  private mutating func respelled(_ number: JSONNumber) -> String {
    let text = number.spelling
    guard !text.contains("e") else { return text }
    switch below(4) {
    case 0: return text.contains(".") ? text + "0" : text + ".0"
    case 1: return text + "e0"
    case 2 where !text.contains(".") && !text.hasSuffix("0"): return text + "0E-1"
    default: return text
    }
  }
}

extension JSONTree {
  var document: JSONDocument {
    get throws { try JSONDocument(parsing: bytes) }
  }
}

extension Seeded {
  /// Bytes with some of them changed, taken out or put in, or cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(4) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(pick([0x1B, 0x9B, 0x00, 0x7B, 0x22, 0xFF, 0x0D]), at: place)
      default: if chance(3) { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }
}
