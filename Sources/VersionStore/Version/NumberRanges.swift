/// Numbers of versions as trailers write them: `5-9,12`.
public struct NumberRanges: Equatable, Sendable, CustomStringConvertible {
  /// The runs, rising, with at least one number missing between two.
  public private(set) var ranges: [ClosedRange<Int>] = []

  /// Makes an empty set.
  public init() {}

  /// Makes a set of numbers in any order.
  public init(_ numbers: some Sequence<Int>) {
    for number in numbers.sorted() { append(number...number) }
  }

  /// Reads what a trailer says; what makes no sense is passed over.
  public init(_ text: String) {
    var read: [ClosedRange<Int>] = []
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      let digits = part.filter { $0 != UInt8(ascii: " ") }
      let ends = digits.split(
        separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false
      )
      .map { Int64(decimal: $0) }
      guard let low = ends.first ?? nil, let high = ends.last ?? nil, low <= high else { continue }
      read.append(Int(low)...Int(high))
    }
    read.sort { $0.lowerBound < $1.lowerBound }
    for range in read { append(range) }
  }

  /// Whether there are none.
  public var isEmpty: Bool { ranges.isEmpty }

  /// How many numbers there are.
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Whether a number is among them.
  public func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

  /// These numbers and others.
  public func union(_ other: NumberRanges) -> NumberRanges {
    var all = NumberRanges()
    for range in (ranges + other.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      all.append(range)
    }
    return all
  }

  /// `5-9,12`.
  public var description: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// Adds a run that begins at or after all that are there.
  private mutating func append(_ range: ClosedRange<Int>) {
    if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
      ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }
}
