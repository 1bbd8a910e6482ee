/// A document's bytes and table, for the work of one call: no copies, no counting of references.
struct JSONView {
  let text: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<JSONNode>

  @inline(__always)
  func first(_ index: Int) -> UInt8 { text[Int(nodes[index].start)] }

  @inline(__always)
  func kind(_ index: Int) -> JSONDocument.Kind {
    JSONDocument.kind(startingWith: first(index))
  }

  @inline(__always)
  func isContainer(_ index: Int) -> Bool {
    let byte = first(index)
    return byte == JSONByte.openBrace || byte == JSONByte.openBracket
  }

  /// The index after a value and all it holds.
  @inline(__always)
  func after(_ index: Int) -> Int {
    isContainer(index) ? Int(nodes[index].link) : index &+ 1
  }

  /// The index after all that a container holds.
  @inline(__always)
  func end(_ container: Int) -> Int { Int(nodes[container].link) }

  @inline(__always)
  func range(_ index: Int) -> Range<Int> {
    Range(uncheckedBounds: (Int(nodes[index].start), Int(nodes[index].end)))
  }

  @inline(__always)
  func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[range(index)])
  }

  /// What stands between the quotes of a string or key.
  @inline(__always)
  func inside(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let node = nodes[index]
    return UnsafeBufferPointer(rebasing: text[Int(node.start) &+ 1..<Int(node.end) &- 1])
  }

  @inline(__always)
  func hasEscapes(_ string: Int) -> Bool { nodes[string].link == 1 }

  /// The characters of a string or key, escapes resolved.
  func characters(_ index: Int) -> [UInt8] {
    hasEscapes(index) ? JSONString.unescaped(Array(inside(index))[...]) : Array(inside(index))
  }

  /// Whether a string or key has exactly these characters.
  func isString(_ index: Int, _ name: String) -> Bool {
    guard first(index) == JSONByte.quote else { return false }
    if hasEscapes(index) { return characters(index).elementsEqual(name.utf8) }
    return inside(index).elementsEqual(name.utf8)
  }

  /// A short key as one number, so that comparing keys is comparing numbers; 0 for long ones.
  func packed(_ key: Int) -> UInt64 {
    if hasEscapes(key) { return JSONView.pack(characters(key)) }
    return JSONView.pack(inside(key))
  }

  @inline(__always)
  static func pack(_ characters: some Collection<UInt8>) -> UInt64 {
    guard characters.count <= 8, characters.first != 0 else { return 0 }
    var value: UInt64 = 0
    for byte in characters { value = value << 8 | UInt64(byte) }
    return value
  }

  func number(_ index: Int) -> JSONDecimal { JSONDecimal(bytes(index)) }

  /// Calls with key and value of each member of an object.
  @inline(__always)
  func forEachMember<Failure: Error>(
    of object: Int, _ body: (_ key: Int, _ value: Int) throws(Failure) -> Void
  ) throws(Failure) {
    var index = object + 1
    let end = end(object)
    while index < end {
      try body(index, index + 1)
      index = after(index + 1)
    }
  }

  /// The indices of an array's elements.
  func elements(_ array: Int) -> [Int] {
    var elements: [Int] = []
    var index = array + 1
    let end = end(array)
    while index < end {
      elements.append(index)
      index = after(index)
    }
    return elements
  }
}

extension JSONDocument {
  /// Lends the document's bytes and table.
  @inline(__always)
  func withView<Answer, Failure: Error>(
    _ body: (JSONView) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try source.text.withUnsafeBufferPointer { (text) throws(Failure) -> Answer in
      try nodes.withUnsafeBufferPointer { (nodes) throws(Failure) -> Answer in
        try body(JSONView(text: text, nodes: nodes))
      }
    }
  }
}
