/// The way to a value inside a document (RFC 6901), such as `/emojis/0/text`.
public struct JSONPointer: Hashable, Sendable {
  /// The keys and indices on the way, unescaped, as UTF-8.
  public var tokens: [[UInt8]]

  /// A way of given steps; none is the whole document.
  public init(tokens: [[UInt8]] = []) { self.tokens = tokens }

  /// Reads the written form; throws `malformed` where it does not begin with `/` or escapes badly.
  public init(_ text: String) throws(JSONPointerError) {
    tokens = []
    guard !text.utf8.isEmpty else { return }
    guard text.utf8.first == UInt8(ascii: "/") else { throw .malformed(text) }
    let parts = text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts {
      var token: [UInt8] = []
      var bytes = part.makeIterator()
      while let byte = bytes.next() {
        guard byte == UInt8(ascii: "~") else {
          token.append(byte)
          continue
        }
        switch bytes.next() {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: throw .malformed(text)
        }
      }
      tokens.append(token)
    }
  }

  /// The way one step further, by key.
  public func appending(_ key: some Sequence<UInt8>) -> JSONPointer {
    JSONPointer(tokens: tokens + [Array(key)])
  }

  /// The way one step further, by index.
  public func appending(_ index: Int) -> JSONPointer {
    appending(String(index).utf8)
  }

  /// The written form as UTF-8.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      for byte in token {
        switch byte {
        case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
        case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
        default: bytes.append(byte)
        }
      }
    }
    return bytes
  }

  /// A token as an index, `nil` with leading zeros or other characters.
  static func index(_ token: [UInt8]) -> Int? {
    guard !token.isEmpty, token.count < 10, token.allSatisfy(JSONByte.isDigit) else { return nil }
    guard token.count == 1 || token[0] != 0x30 else { return nil }
    return token.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The written form.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// Why a pointer leads to no value.
public enum JSONPointerError: Error, Hashable, Sendable {
  /// It is not the written form of a pointer.
  case malformed(String)
  /// There is nothing at this place.
  case notThere(JSONPointer)
  /// A key on the way stands twice, so that it is open which is meant.
  case ambiguous(JSONPointer)
}

extension JSONPointerError: CustomStringConvertible {
  /// One clause for people.
  public var description: String {
    switch self {
    case .malformed(let text): "'\(text)' is not a JSON Pointer, which looks like /a/0/b"
    case .notThere(let pointer): "there is no \(pointer)"
    case .ambiguous(let pointer): "\(pointer) stands there twice"
    }
  }
}

extension JSONDocument {
  /// The value that a pointer leads to.
  public func node(at pointer: JSONPointer) throws(JSONPointerError) -> Node {
    var node = root
    for (depth, token) in pointer.tokens.enumerated() {
      let here = JSONPointer(tokens: Array(pointer.tokens[...depth]))
      switch kind(of: node) {
      case .object:
        let found = values(named: token, in: node)
        guard found.count < 2 else { throw .ambiguous(here) }
        guard let value = found.first else { throw .notThere(here) }
        node = value
      case .array:
        let elements = elements(of: node)
        guard let index = JSONPointer.index(token), index < elements.count else {
          throw .notThere(here)
        }
        node = elements[index]
      default: throw .notThere(here)
      }
    }
    return node
  }
}
