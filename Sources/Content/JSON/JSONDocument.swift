/// A JSON document that knows where each of its tokens stands, and keeps its exact bytes.
///
/// Values are named by `Node`, an index into a compact table. Nothing is decoded until asked for:
/// key order, doubled keys, number spelling, escapes and white space stay as they are.
public struct JSONDocument: Sendable {
  /// A value or key of this document.
  public struct Node: Hashable, Sendable {
    let index: Int
    init(_ index: Int) { self.index = index }
  }

  /// What a value is.
  public enum Kind: Hashable, Sendable {
    /// The kinds of JSON.
    case object, array, string, number, bool, null
  }

  /// One member of an object.
  public struct Member: Hashable, Sendable {
    /// The key, a string.
    public let key: Node
    /// The value.
    public let value: Node
  }

  /// How deep arrays and objects may be nested; other readers, such as Foundation's, stop there too.
  public static let depthLimit = 512

  /// The text and its form.
  public let source: JSONSource
  let nodes: [JSONNode]

  /// Reads a document, of any encoding that JSON is found in.
  public init(
    parsing bytes: [UInt8], depthLimit: Int = JSONDocument.depthLimit
  ) throws(JSONError) {
    try self.init(JSONSource(decoding: bytes), depthLimit: depthLimit)
  }

  /// Reads a document whose text was decoded already.
  public init(
    _ source: JSONSource, depthLimit: Int = JSONDocument.depthLimit
  ) throws(JSONError) {
    var outcome: Result<[JSONNode], JSONError> = .success([])
    source.text.withUnsafeBufferPointer { text in
      do throws(JSONError) {
        outcome = .success(
          try JSONParser.parse(
            text, depthLimit: depthLimit, surrogates: source.encoding != .utf8))
      } catch {
        outcome = .failure(error)
      }
    }
    nodes = try outcome.get()
    self.source = source
  }

  /// The value that is the document.
  public var root: Node { Node(0) }

  /// The document's text as UTF-8, without a byte order mark.
  public var text: [UInt8] { source.text }

  /// Where a value or key stands in `text`.
  public func range(of node: Node) -> Range<Int> {
    Int(nodes[node.index].start)..<Int(nodes[node.index].end)
  }

  /// The value as it is spelled.
  public func spelling(of node: Node) -> ArraySlice<UInt8> {
    text[range(of: node)]
  }

  /// What a value is.
  public func kind(of node: Node) -> Kind {
    JSONDocument.kind(startingWith: source.text[Int(nodes[node.index].start)])
  }

  @inline(__always)
  static func kind(startingWith byte: UInt8) -> Kind {
    switch byte {
    case JSONByte.openBrace: .object
    case JSONByte.openBracket: .array
    case JSONByte.quote: .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The index after a value and all it holds.
  @inline(__always)
  func after(_ index: Int) -> Int {
    let node = nodes[index]
    let first = source.text[Int(node.start)]
    return first == JSONByte.openBrace || first == JSONByte.openBracket
      ? Int(node.link) : index + 1
  }

  /// The members of an object in their order, doubled keys included; none for other values.
  public func members(of node: Node) -> [Member] {
    guard kind(of: node) == .object else { return [] }
    var members: [Member] = []
    var index = node.index + 1
    let end = Int(nodes[node.index].link)
    while index < end {
      members.append(Member(key: Node(index), value: Node(index + 1)))
      index = after(index + 1)
    }
    return members
  }

  /// The elements of an array; none for other values.
  public func elements(of node: Node) -> [Node] {
    guard kind(of: node) == .array else { return [] }
    var elements: [Node] = []
    var index = node.index + 1
    let end = Int(nodes[node.index].link)
    while index < end {
      elements.append(Node(index))
      index = after(index)
    }
    return elements
  }
}
