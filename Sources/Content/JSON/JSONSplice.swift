/// A replacement of some bytes of a document's text; all others stay.
public struct JSONSplice: Hashable, Sendable {
  /// What is replaced, in bytes of `JSONDocument.text`.
  public let range: Range<Int>
  /// What comes there.
  public let replacement: [UInt8]

  /// A replacement.
  public init(range: Range<Int>, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}

extension JSONDocument {
  /// The file's bytes after splices that do not overlap, in any order.
  public func bytes(applying splices: [JSONSplice]) -> [UInt8] {
    source.encoded(text(applying: splices))
  }

  func text(applying splices: [JSONSplice]) -> [UInt8] {
    // In front of what starts at the same place, as an insertion ends where the other begins.
    let ordered = splices.enumerated().sorted { first, second in
      let left = (first.element.range.lowerBound, first.element.range.upperBound, first.offset)
      return left < (
        second.element.range.lowerBound, second.element.range.upperBound, second.offset
      )
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + splices.reduce(0) { $0 + $1.replacement.count })
    var at = 0
    for (_, splice) in ordered {
      result += text[at..<max(at, splice.range.lowerBound)]
      result += splice.replacement
      at = max(at, splice.range.upperBound)
    }
    result += text[at...]
    return result
  }
}
