/// How a document is laid out, so that what is added looks as if its program had written it.
public struct JSONStyle: Hashable, Sendable {
  /// What ends a line, empty where all stands on one line.
  public var newline: [UInt8] = []
  /// What each level is indented by.
  public var indent: [UInt8] = []
  /// What stands before and after a colon.
  public var beforeColon: [UInt8] = []
  /// What stands after a colon.
  public var afterColon: [UInt8] = []
  /// What stands after a comma on one line.
  public var afterComma: [UInt8] = []
  /// What stands inside of the braces of an object on one line.
  public var objectPadding: [UInt8] = []
  /// What stands inside of the brackets of an array on one line.
  public var arrayPadding: [UInt8] = []
  /// What is written in escapes though it need not be.
  var escapes = JSONEscapes()

  /// One line without spaces.
  public init() {}

  /// The style of a document, told by its first few values.
  public init(of document: JSONDocument) {
    self.init()
    document.withView { view in
      var known = Known()
      for index in 0..<min(view.nodes.count, 256) where view.isContainer(index) {
        guard view.end(index) > index + 1 else { continue }
        learn(from: index, in: view, &known)
      }
      if !known.colon { afterColon = known.line ? [JSONByte.space] : afterComma }
      if !known.comma { afterComma = afterColon }
      learnEscapes(in: view)
    }
  }

  /// A name for people, such as `indented by 2 spaces`.
  public var name: String {
    guard !newline.isEmpty else { return "one line" }
    if indent.isEmpty { return "lines without indentation" }
    if indent.allSatisfy({ $0 == 0x09 }) {
      return indent.count == 1 ? "indented by a tab" : "indented by \(indent.count) tabs"
    }
    return indent.count == 1 ? "indented by 1 space" : "indented by \(indent.count) spaces"
  }

  /// What was seen already.
  private struct Known {
    var colon = false
    var comma = false
    var line = false
    var objectPadding = false
    var arrayPadding = false
  }

  private mutating func learn(from container: Int, in view: JSONView, _ known: inout Known) {
    let isObject = view.first(container) == JSONByte.openBrace
    let first = container + 1
    let value = isObject ? first + 1 : first
    if isObject, !known.colon {
      let between = view.text[Int(view.nodes[first].end)..<Int(view.nodes[value].start)]
      let colon = between.firstIndex(of: JSONByte.colon) ?? between.startIndex
      beforeColon = Array(between[..<colon])
      afterColon = Array(between[(colon + 1)...])
      known.colon = true
    }
    let start = Int(view.nodes[container].start)
    let lead = view.text[(start + 1)..<Int(view.nodes[first].start)]
    if let line = lead.lastIndex(of: JSONByte.newline) {
      guard !known.line else { return }
      newline = line > lead.startIndex && lead[line - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
      let outer = JSONStyle.indentation(of: start, in: view.text)
      indent = Array(lead[(line + 1)...].dropFirst(outer.count))
      known.line = true
      return
    }
    if isObject, !known.objectPadding {
      objectPadding = Array(lead)
      known.objectPadding = true
    } else if !isObject, !known.arrayPadding {
      arrayPadding = Array(lead)
      known.arrayPadding = true
    }
    let second = view.after(value)
    guard !known.comma, second < view.end(container) else { return }
    let between = view.text[Int(view.nodes[value].end)..<Int(view.nodes[second].start)]
    if between.contains(JSONByte.newline) { return }
    afterComma = Array(between.drop { $0 != JSONByte.comma }.dropFirst())
    known.comma = true
  }

  private mutating func learnEscapes(in view: JSONView) {
    var hasPlainSlash = false
    for index in 0..<min(view.nodes.count, 4096)
    where view.first(index) == JSONByte.quote {
      let inside = view.inside(index).prefix(4096)
      var previous: UInt8 = 0
      for byte in inside {
        if byte == UInt8(ascii: "/") {
          if previous == JSONByte.backslash { escapes.slashes = true } else { hasPlainSlash = true }
        }
        if byte == UInt8(ascii: "u"), previous == JSONByte.backslash { escapes.unicode = true }
        if byte >= 0x80 {
          escapes.unicode = false
          return finish(hasPlainSlash)
        }
        previous = previous == JSONByte.backslash && byte == JSONByte.backslash ? 0 : byte
      }
    }
    finish(hasPlainSlash)
  }

  private mutating func finish(_ hasPlainSlash: Bool) {
    if hasPlainSlash { escapes.slashes = false }
  }

  /// What added lines at a place are indented by; searched for only where lines matter.
  func margin(of place: Int, in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    newline.isEmpty ? [] : JSONStyle.indentation(of: place, in: text)
  }

  /// The white space at the start of the line that holds a place.
  static func indentation(of place: Int, in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let line = text[..<place].lastIndex(of: JSONByte.newline).map { $0 + 1 } ?? 0
    return Array(text[line..<place].prefix { $0 == 0x20 || $0 == 0x09 })
  }
}

/// What is written in escapes though JSON does not demand it.
struct JSONEscapes: Hashable, Sendable {
  /// Slashes, as `\/`.
  var slashes = false
  /// All but ASCII.
  var unicode = false
  /// What steers a terminal: controls and marks of direction.
  var controls = false
}
