/// Turns removed and added children of one array or object into splices with the right commas.
struct ContainerSplicer {
  let view: JSONView
  let container: Int
  let edit: JSONEditor.ContainerEdit
  let style: JSONStyle

  /// What a child takes up, its key included.
  private func children() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let isObject = view.first(container) == JSONByte.openBrace
    var index = container + 1
    while index < view.end(container) {
      let value = isObject ? index + 1 : index
      ranges.append(view.range(index).lowerBound..<view.range(value).upperBound)
      index = view.after(value)
    }
    return ranges
  }

  func append(to splices: inout [JSONSplice]) {
    let children = children()
    let kept = children.indices.filter { !edit.removed.contains($0) }
    guard let first = kept.first, let last = kept.last else {
      replaceAll(children, &splices)
      return
    }
    let writer = itemWriter(children)
    let separator = separator(children)

    var queue = AdditionQueue(edit)
    let before = queue.take(through: first)
    if first > 0 || !before.isEmpty {
      let text = before.flatMap { writer($0) + separator }
      splices.append(
        JSONSplice(
          range: children[0].lowerBound..<children[first].lowerBound, replacement: text))
    }
    for (left, right) in zip(kept, kept.dropFirst()) {
      let between = queue.take(through: right)
      guard right > left + 1 || !between.isEmpty else { continue }
      let text = between.flatMap { separator + writer($0) }
      splices.append(
        JSONSplice(
          range: children[left].upperBound..<children[right - 1].upperBound, replacement: text))
    }
    let after = queue.take(through: .max)
    if last < children.count - 1 || !after.isEmpty {
      let text = after.flatMap { separator + writer($0) }
      splices.append(
        JSONSplice(
          range: children[last].upperBound..<children[children.count - 1].upperBound,
          replacement: text))
    }
  }

  /// Nothing is left of the old children, or there were none.
  private func replaceAll(_ children: [Range<Int>], _ splices: inout [JSONSplice]) {
    let range = view.range(container)
    let inside = range.lowerBound + 1..<range.upperBound - 1
    var queue = AdditionQueue(edit)
    let all = queue.take(through: .max)
    if all.isEmpty {
      if !children.isEmpty { splices.append(JSONSplice(range: inside, replacement: [])) }
      return
    }
    if let first = children.first, let last = children.last {
      let writer = itemWriter(children)
      let separator = separator(children)
      let text = all.map(writer).joined(separator: separator)
      splices.append(
        JSONSplice(range: first.lowerBound..<last.upperBound, replacement: Array(text)))
      return
    }
    let margin = style.margin(of: range.lowerBound, in: view.text)
    var writer = JSONWriter(style: style, margin: margin)
    let isObject = view.first(container) == JSONByte.openBrace
    let padding = isObject ? style.objectPadding : style.arrayPadding
    for (index, addition) in all.enumerated() {
      writer.put(addition, isFirst: index == 0, isArray: !isObject)
    }
    let end = style.newline.isEmpty ? padding : style.newline + margin
    splices.append(JSONSplice(range: inside, replacement: writer.bytes + end))
  }

  /// What stands between two children.
  private func separator(_ children: [Range<Int>]) -> [UInt8] {
    if children.count > 1 {
      let end = children[children.count - 2].upperBound
      return Array(view.text[end..<children[children.count - 1].lowerBound])
    }
    let start = view.range(container).lowerBound + 1
    let lead = Array(view.text[start..<children[0].lowerBound])
    return [JSONByte.comma] + (lead.isEmpty ? style.afterComma : lead)
  }

  /// Writes an item as its neighbours are written: on one line, or over several.
  private func itemWriter(_ children: [Range<Int>]) -> (JSONEditor.Addition) -> [UInt8] {
    let like = children[children.count - 1]
    let margin = style.margin(of: like.lowerBound, in: view.text)
    let isOneLine = !view.text[like].contains(JSONByte.newline)
    let neighbourIsContainer =
      view.text[like].contains(JSONByte.openBrace) || view.text[like].contains(JSONByte.openBracket)
    let style = isOneLine && neighbourIsContainer ? style.onOneLine : style
    return { addition in
      var writer = JSONWriter(style: style, margin: margin)
      if let key = addition.key {
        writer.write(key, addition.value, depth: 0)
      } else {
        writer.write(addition.value, depth: 0)
      }
      return writer.bytes
    }
  }
}

/// The additions in the order of their positions.
private struct AdditionQueue {
  private let edit: JSONEditor.ContainerEdit
  private var positions: ArraySlice<Int>

  init(_ edit: JSONEditor.ContainerEdit) {
    self.edit = edit
    positions = edit.added.keys.sorted()[...]
  }

  /// Takes those that are left up to a position.
  mutating func take(through last: Int) -> [JSONEditor.Addition] {
    var taken: [JSONEditor.Addition] = []
    while let position = positions.first, position <= last {
      taken += edit.added[position] ?? []
      positions.removeFirst()
    }
    return taken
  }
}

extension JSONWriter {
  /// Writes an item into a container that was empty.
  fileprivate mutating func put(_ addition: JSONEditor.Addition, isFirst: Bool, isArray: Bool) {
    openItem(isFirst: isFirst, isArray: isArray)
    if let key = addition.key {
      write(key, addition.value, depth: 1)
    } else {
      write(addition.value, depth: 1)
    }
  }
}
