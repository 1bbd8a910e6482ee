/// Collects changes to a document and turns them into splices that leave all other bytes alone.
///
/// Added values follow the style around them. Changes to values inside a removed one are dropped.
public struct JSONEditor {
  /// The document that is changed.
  public let document: JSONDocument
  /// How added values are written.
  public let style: JSONStyle
  private var replacements: [Int: JSONTree] = [:]
  private var spellings: [Int: [UInt8]] = [:]
  private var containers: [Int: ContainerEdit] = [:]

  /// A member or element that is added.
  struct Addition {
    let key: [UInt8]?
    let value: JSONTree
  }

  /// What happens to the children of one array or object.
  struct ContainerEdit {
    var removed: Set<Int> = []
    var added: [Int: [Addition]] = [:]
  }

  /// Begins with no changes.
  public init(_ document: JSONDocument) {
    self.document = document
    style = JSONStyle(of: document)
  }

  /// Puts another value in the place of one.
  public mutating func replace(_ node: JSONDocument.Node, with value: JSONTree) {
    replacements[node.index] = value
  }

  /// Puts text in the place of a value, spelled as it is given.
  mutating func replace(_ node: JSONDocument.Node, withSpelling text: [UInt8]) {
    spellings[node.index] = text
  }

  /// Takes out the child at a position of an array or object.
  public mutating func remove(childAt position: Int, of container: JSONDocument.Node) {
    containers[container.index, default: ContainerEdit()].removed.insert(position)
  }

  /// Adds an element before a position of an array, counted before all changes.
  public mutating func insert(
    _ value: JSONTree, at position: Int, of array: JSONDocument.Node
  ) {
    containers[array.index, default: ContainerEdit()].added[position, default: []]
      .append(Addition(key: nil, value: value))
  }

  /// Adds a member at the end of an object.
  public mutating func add(
    _ key: [UInt8], _ value: JSONTree, to object: JSONDocument.Node
  ) {
    containers[object.index, default: ContainerEdit()].added[.max, default: []]
      .append(Addition(key: key, value: value))
  }

  /// Whether nothing was changed.
  public var isEmpty: Bool {
    replacements.isEmpty && containers.isEmpty && spellings.isEmpty
  }

  /// The changes as splices, in the order of the text, not overlapping.
  public func splices() -> [JSONSplice] {
    document.withView { view in
      var splices = spellings.map { index, text in
        JSONSplice(range: view.range(index), replacement: text)
      }
      for (index, value) in replacements {
        let range = view.range(index)
        let margin = style.margin(of: range.lowerBound, in: view.text)
        var writer = JSONWriter(style: localStyle(like: index, in: view), margin: margin)
        writer.write(value, depth: 0)
        splices.append(JSONSplice(range: range, replacement: writer.bytes))
      }
      for (index, edit) in containers {
        ContainerSplicer(view: view, container: index, edit: edit, style: style)
          .append(to: &splices)
      }
      return JSONEditor.withoutInner(splices)
    }
  }

  /// The file's bytes after the changes.
  public func result() -> [UInt8] { document.bytes(applying: splices()) }

  /// A value that stands on one line is replaced on one line.
  private func localStyle(like index: Int, in view: JSONView) -> JSONStyle {
    guard view.isContainer(index), view.end(index) > index + 1 else { return style }
    return view.bytes(index).contains(JSONByte.newline) ? style : style.onOneLine
  }

  /// Drops splices that lie inside of others; what is added in front of a value is not inside it.
  private static func withoutInner(_ splices: [JSONSplice]) -> [JSONSplice] {
    let ordered = splices.sorted { first, second in
      let (left, right) = (first.range, second.range)
      if left.lowerBound != right.lowerBound { return left.lowerBound < right.lowerBound }
      if left.isEmpty || right.isEmpty { return left.isEmpty && !right.isEmpty }
      return left.upperBound > right.upperBound
    }
    var result: [JSONSplice] = []
    var end = 0
    for splice in ordered where splice.range.lowerBound >= end {
      result.append(splice)
      end = splice.range.upperBound
    }
    return result
  }
}

extension JSONStyle {
  /// The same without line breaks.
  var onOneLine: JSONStyle {
    guard !newline.isEmpty else { return self }
    var style = self
    style.newline = []
    style.afterComma = [JSONByte.space]
    return style
  }
}
