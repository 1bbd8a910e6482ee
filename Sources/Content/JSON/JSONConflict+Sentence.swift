extension JSONConflict {
  /// The conflict for people, such as `/title: "Bees" here, "Wasps" there`; ours is kept.
  public var sentence: String {
    let place = pointer.tokens.isEmpty ? "the document" : Visible.text(pointer.description)
    func text(_ tree: JSONTree?) -> String {
      guard let tree else { return "nothing" }
      return Visible.text(String(decoding: tree.bytes, as: UTF8.self), limit: 60)
    }
    return "\(place): \(text(ours)) here, \(text(theirs)) there"
  }
}
