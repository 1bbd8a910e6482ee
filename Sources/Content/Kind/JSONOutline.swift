/// A bounded look at big JSON: its top-level keys and the first emoji, strings skipped unread.
struct JSONOutline {
  /// The most bytes of structure that are looked at; strings are searched for their end only.
  private static let budget = 1024 * 1024

  private let text: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var left = JSONOutline.budget

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// Whether the first bytes read as JSON and the last one closes what the first one opened.
  mutating func looksLikeJSON() -> Bool {
    skipSpace()
    guard at < text.count, let last = text.last(where: { !JSONByte.isSpace($0) }) else {
      return false
    }
    switch text[at] {
    case JSONByte.openBrace where last == JSONByte.closeBrace: break
    case JSONByte.openBracket where last == JSONByte.closeBracket: break
    default: return false
    }
    let sample = UnsafeBufferPointer(rebasing: text[at..<min(at + 64 * 1024, text.count)])
    do throws(JSONError) {
      _ = try JSONParser.parse(sample, depthLimit: JSONDocument.depthLimit, surrogates: false)
      return true
    } catch {
      // The sample's end may cut a number or a character: errors near it do not count.
      return error.offset >= sample.count - 64 || error.reason == .cutOff
    }
  }

  /// Whether a top-level member is a list whose first element reads as an emoji of a drawing.
  mutating func holdsDrawing() -> Bool {
    guard at < text.count, text[at] == JSONByte.openBrace else { return false }
    at += 1
    while left > 0 {
      skipSpace()
      guard at < text.count, text[at] == JSONByte.quote, let key = skipString() else {
        return false
      }
      skipSpace()
      guard at < text.count, text[at] == JSONByte.colon else { return false }
      at += 1
      skipSpace()
      let name = text[(key.lowerBound + 1)..<(key.upperBound - 1)]
      if DrawingKeys.emojis.contains(where: { name.elementsEqual($0.utf8) }) {
        return firstElementIsEmoji()
      }
      if name.elementsEqual(DrawingKeys.image.utf8), text[at] == JSONByte.openBrace {
        return holdsDrawing()
      }
      guard skipValue() else { return false }
      skipSpace()
      guard at < text.count, text[at] == JSONByte.comma else { return false }
      at += 1
    }
    return false
  }

  private mutating func firstElementIsEmoji() -> Bool {
    guard at < text.count, text[at] == JSONByte.openBracket else { return false }
    at += 1
    skipSpace()
    guard at < text.count else { return false }
    if text[at] == JSONByte.closeBracket { return true }
    let start = at
    guard text[at] == JSONByte.openBrace, skipValue(), at - start <= 64 * 1024 else { return false }
    guard let document = try? JSONDocument(parsing: Array(text[start..<at])) else { return false }
    return (try? DrawingReader.emoji(document.root, at: 0, in: document)) != nil
  }

  private mutating func skipSpace() {
    while at < text.count, JSONByte.isSpace(text[at]) { at += 1 }
  }

  private mutating func skipString() -> Range<Int>? {
    let start = at
    at += 1
    while at < text.count {
      guard let quote = text[at...].firstIndex(of: JSONByte.quote) else { return nil }
      var slashes = 0
      while text[quote - 1 - slashes] == JSONByte.backslash { slashes += 1 }
      at = quote + 1
      if slashes % 2 == 0 { return start..<at }
    }
    return nil
  }

  private mutating func skipValue() -> Bool {
    var depth = 0
    while at < text.count, left > 0 {
      switch text[at] {
      case JSONByte.quote:
        guard skipString() != nil else { return false }
        if depth == 0 { return true }
        continue
      case JSONByte.openBrace, JSONByte.openBracket: depth += 1
      case JSONByte.closeBrace, JSONByte.closeBracket:
        if depth == 0 { return true }
        depth -= 1
        if depth == 0 {
          at += 1
          return true
        }
      case JSONByte.comma where depth == 0: return true
      default: break
      }
      at += 1
      left -= 1
    }
    return false
  }
}
