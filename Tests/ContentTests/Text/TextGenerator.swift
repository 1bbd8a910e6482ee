@testable import Content

/// Texts and edits of them, as strange as documents get, from a seed.
struct TextGenerator {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static let words: [[UInt8]] = [
    "a", "b", "the", "bee", "moss", "}", "{", "", " ", "\t", "  ", "=", "👨‍👩‍👧", "🐝", "e\u{301}", "é",
    "🇫🇷", "👍🏽", "❤\u{FE0F}", "❤", "日本", "שלום", "\u{202E}x\u{202C}", "\u{200B}", "\u{A0}", "नि", "กำ",
    "\u{1B}[2J", "\u{9B}31m", "\\", "\"", "--- a", "+++ b", "@@ -1 +1 @@", "Zażółć", "😀",
    "\u{2028}",
  ].map { Array($0.utf8) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func chance(_ oneIn: Int) -> Bool { number(0..<oneIn) == 0 }

  mutating func line() -> [UInt8] {
    if chance(4) { return Self.words[number(0..<8)] }
    var line: [UInt8] = []
    for _ in 0..<number(0..<6) {
      line += Self.words[number(0..<Self.words.count)]
      if chance(2) { line.append(0x20) }
    }
    return line
  }

  mutating func lines() -> [[UInt8]] { (0..<number(0..<14)).map { _ in line() } }

  mutating func edited(_ lines: [[UInt8]]) -> [[UInt8]] {
    var lines = lines
    for _ in 0..<number(0..<5) {
      let at = number(0..<(lines.count + 1))
      switch number(0..<5) {
      case 0: lines.insert(line(), at: at)
      case 1: if at < lines.count { lines.remove(at: at) }
      case 2: if at < lines.count { lines[at] = line() }
      case 3: if at < lines.count { lines[at] += Self.words[number(0..<Self.words.count)] }
      default: if at < lines.count { lines.insert(lines[at], at: number(0..<lines.count)) }
      }
    }
    return lines
  }

  /// Puts lines together with one kind of end, or several, with or without a final newline.
  mutating func joined(_ lines: [[UInt8]], ends: [[UInt8]]? = nil) -> [UInt8] {
    let all: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D]]
    let ends = ends ?? (chance(6) ? all : chance(4) ? [all[number(1..<3)]] : [all[0]])
    var bytes: [UInt8] = []
    for line in lines { bytes += line + ends[number(0..<ends.count)] }
    if chance(4), let last = lines.last, !last.isEmpty {
      while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
    }
    return bytes
  }

  /// The same with bytes that are no text in places.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<number(0..<4) where !bytes.isEmpty {
      let at = number(0..<bytes.count)
      if chance(2) {
        bytes[at] = UInt8(truncatingIfNeeded: random.next())
      } else {
        bytes.remove(at: at)
      }
    }
    return bytes
  }

  /// An older and a newer text; one pair in four has invalid bytes.
  mutating func pair() -> (old: [UInt8], new: [UInt8]) {
    let lines = lines()
    let (old, new) = (joined(lines), joined(edited(lines)))
    return chance(4) ? (damaged(old), damaged(new)) : (old, new)
  }

  /// Text in one of the encodings, whole.
  mutating func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    switch number(0..<4) {
    case 0: return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case 1: return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case 2: return [0xEF, 0xBB, 0xBF] + bytes
    default: return bytes
    }
  }
}
