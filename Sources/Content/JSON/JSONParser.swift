/// Reads JSON (RFC 8259) over bytes in one pass, noting where each token stands.
///
/// Strict in grammar and in UTF-8; lone surrogates in escapes are let through, as the grammar
/// allows them. Time is linear, memory twelve bytes a token.
struct JSONParser {
  private let text: UnsafeBufferPointer<UInt8>
  private let depthLimit: Int
  private let surrogates: Bool
  private var at = 0
  private var nodes: UnsafeMutableBufferPointer<JSONNode>
  private var count = 0

  /// The tokens of a text; with `surrogates` lone ones in three bytes pass, as UTF-16 may hold them.
  static func parse(
    _ text: UnsafeBufferPointer<UInt8>, depthLimit: Int, surrogates: Bool
  ) throws(JSONError) -> [JSONNode] {
    guard text.count < Int(UInt32.max) else { throw JSONError(.tooBig, at: 0) }
    var outcome: Result<Void, JSONError> = .success(())
    let nodes = [JSONNode](unsafeUninitializedCapacity: mostNodes(in: text)) { buffer, count in
      var parser = JSONParser(
        text: text, depthLimit: depthLimit, surrogates: surrogates, nodes: buffer)
      do throws(JSONError) {
        try parser.run()
        count = parser.count
      } catch {
        outcome = .failure(error)
        count = 0
      }
    }
    try outcome.get()
    return nodes
  }

  private init(
    text: UnsafeBufferPointer<UInt8>, depthLimit: Int, surrogates: Bool,
    nodes: UnsafeMutableBufferPointer<JSONNode>
  ) {
    self.text = text
    self.depthLimit = depthLimit
    self.surrogates = surrogates
    self.nodes = nodes
  }

  /// A node stands at the start or after one of `[{,:`; memory that stays untouched costs nothing.
  private static func mostNodes(in text: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var count = 1
    var at = 0
    while at &+ 8 <= text.count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      count &+= zeros(in: word ^ ones &* UInt64(JSONByte.comma))
      count &+= zeros(in: word ^ ones &* UInt64(JSONByte.colon))
      // Both opening brackets differ in this bit only.
      count &+= 2 &* zeros(in: (word | ones &* 0x20) ^ ones &* UInt64(JSONByte.openBrace))
      at &+= 8
    }
    for byte in text[at...] {
      let opens = byte | 0x20 == JSONByte.openBrace
      count += opens ? 2 : byte == JSONByte.comma || byte == JSONByte.colon ? 1 : 0
    }
    return min(count, text.count + 1)
  }

  /// How many of eight bytes are zero.
  @inline(__always)
  private static func zeros(in word: UInt64) -> Int {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return (~(((word & low) &+ low) | word | low)).nonzeroBitCount
  }

  private mutating func run() throws(JSONError) {
    let limit = depthLimit
    var open = [Int](repeating: 0, count: limit)
    var depth = 0
    skipSpace()
    guard at < text.count else { throw JSONError(.empty, at: at) }

    value: while true {
      skipSpace()
      guard at < text.count else { throw JSONError(.cutOff, at: at) }
      let start = at
      switch text[at] {
      case JSONByte.quote:
        try readString()
      case JSONByte.minus, 0x30...0x39:
        try readNumber()
        add(start, link: 0)
      case JSONByte.openBrace, JSONByte.openBracket:
        guard depth < limit else { throw JSONError(.tooDeep, at: at) }
        let isObject = text[at] == JSONByte.openBrace
        open[depth] = count
        depth += 1
        add(start, link: 0)
        at += 1
        skipSpace()
        guard at < text.count else { throw JSONError(.cutOff, at: at) }
        if text[at] != (isObject ? JSONByte.closeBrace : JSONByte.closeBracket) {
          if isObject { try readKey() }
          continue value
        }
        depth -= 1
        close(open[depth])
      case UInt8(ascii: "t"):
        try readWord("true")
      case UInt8(ascii: "f"):
        try readWord("false")
      case UInt8(ascii: "n"):
        try readWord("null")
      default:
        throw unexpected()
      }

      while depth > 0 {
        skipSpace()
        guard at < text.count else { throw JSONError(.cutOff, at: at) }
        let container = open[depth - 1]
        let isObject = text[Int(nodes[container].start)] == JSONByte.openBrace
        if text[at] == JSONByte.comma {
          at += 1
          if isObject {
            skipSpace()
            try readKey()
          }
          continue value
        }
        guard text[at] == (isObject ? JSONByte.closeBrace : JSONByte.closeBracket) else {
          throw unexpected()
        }
        depth -= 1
        close(container)
      }
      break
    }
    skipSpace()
    guard at == text.count else { throw JSONError(.trailingContent, at: at) }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < text.count, JSONByte.isSpace(text[at]) { at &+= 1 }
  }

  @inline(__always)
  private mutating func add(_ start: Int, link: UInt32) {
    nodes.initializeElement(
      at: count,
      to: JSONNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: at), link: link))
    count &+= 1
  }

  private mutating func close(_ container: Int) {
    at += 1
    nodes[container].end = UInt32(truncatingIfNeeded: at)
    nodes[container].link = UInt32(truncatingIfNeeded: count)
  }

  private func unexpected() -> JSONError {
    text[at] < 0x80 || JSONUTF8.length(text, at, surrogates: surrogates) != nil
      ? JSONError(.unexpectedCharacter, at: at) : JSONError(.badEncoding, at: at)
  }

  private mutating func readKey() throws(JSONError) {
    guard at < text.count else { throw JSONError(.cutOff, at: at) }
    guard text[at] == JSONByte.quote else { throw unexpected() }
    try readString()
    skipSpace()
    guard at < text.count else { throw JSONError(.cutOff, at: at) }
    guard text[at] == JSONByte.colon else { throw unexpected() }
    at += 1
  }

  private mutating func readWord(_ word: StaticString) throws(JSONError) {
    let start = at
    for index in 0..<word.utf8CodeUnitCount {
      guard at < text.count else { throw JSONError(.cutOff, at: at) }
      guard text[at] == word.utf8Start[index] else { throw unexpected() }
      at += 1
    }
    add(start, link: 0)
  }

  private mutating func readString() throws(JSONError) {
    let start = at
    var escapes: UInt32 = 0
    at &+= 1
    while at < text.count {
      let byte = text[at]
      if byte == JSONByte.quote {
        at &+= 1
        add(start, link: escapes)
        return
      }
      if byte == JSONByte.backslash {
        escapes = 1
        try readEscape()
      } else if byte < 0x20 {
        throw JSONError(.controlCharacter, at: at)
      } else if byte < 0x80 {
        at &+= 1
      } else {
        guard let length = JSONUTF8.length(text, at, surrogates: surrogates) else {
          throw JSONError(.badEncoding, at: at)
        }
        at &+= length
      }
    }
    throw JSONError(.cutOff, at: at)
  }

  private mutating func readEscape() throws(JSONError) {
    let start = at
    at += 1
    guard at < text.count else { throw JSONError(.cutOff, at: at) }
    switch text[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "u"):
      at += 1
      for _ in 0..<4 {
        guard at < text.count else { throw JSONError(.cutOff, at: at) }
        guard JSONHex.value(text[at]) != nil else { throw JSONError(.badEscape, at: start) }
        at += 1
      }
    default:
      throw JSONError(.badEscape, at: start)
    }
  }

  private mutating func readNumber() throws(JSONError) {
    let start = at
    if text[at] == JSONByte.minus { at += 1 }
    let whole = try readDigits(from: start)
    guard whole == 1 || text[at - whole] != 0x30 else { throw JSONError(.badNumber, at: start) }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      _ = try readDigits(from: start)
    }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < text.count, text[at] == UInt8(ascii: "+") || text[at] == JSONByte.minus { at += 1 }
      _ = try readDigits(from: start)
    }
  }

  @inline(__always)
  private mutating func readDigits(from start: Int) throws(JSONError) -> Int {
    let first = at
    while at < text.count, JSONByte.isDigit(text[at]) { at &+= 1 }
    guard at > first else {
      throw at < text.count ? JSONError(.badNumber, at: start) : JSONError(.cutOff, at: at)
    }
    return at - first
  }
}
