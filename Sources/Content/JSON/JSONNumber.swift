/// A number as a document spells it, compared by its exact value.
///
/// `10`, `10.0` and `1e1` are equal; integers of any length are told apart to the last digit.
public struct JSONNumber: Sendable {
  /// The number as it is spelled.
  public let spelling: String

  init(spelling: String) { self.spelling = spelling }

  /// A whole number.
  public init(_ value: Int) { spelling = String(value) }

  /// A number in its shortest spelling; what JSON cannot spell becomes zero.
  public init(_ value: Double) {
    let isInRange = value > -9_007_199_254_740_992 && value < 9_007_199_254_740_992
    if isInRange, Double(Int(value)) == value {
      spelling = String(Int(value))
    } else {
      spelling = value.isFinite ? value.description : "0"
    }
  }

  /// The nearest floating-point value.
  public var double: Double { Double(spelling) ?? .nan }

  /// The value as a whole number, `nil` with a fraction or out of range.
  public var integer: Int? { withDecimal { $0.integer } }

  /// Whether the value is zero.
  var isZero: Bool { withDecimal { $0.isZero } }

  /// Whether the value has no fraction.
  public var isWhole: Bool { withDecimal { $0.isWhole } }

  /// The exact difference where it has at most nine decimal places, else the nearest.
  public static func - (left: JSONNumber, right: JSONNumber) -> JSONNumber {
    for places in 0...9 {
      let first = left.withDecimal { $0.scaled(by: places) }
      let second = right.withDecimal { $0.scaled(by: places) }
      if let first, let second { return JSONNumber(first - second, places: places) }
    }
    return JSONNumber(left.double - right.double)
  }

  private init(_ value: Int, places: Int) {
    guard places > 0 else {
      self.init(value)
      return
    }
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    var fraction = padded.suffix(places)
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 ? "-" : ""
    let whole = sign + padded.dropLast(places)
    self.init(spelling: fraction.isEmpty ? whole : whole + "." + fraction)
  }

  func withDecimal<Answer>(_ body: (JSONDecimal) -> Answer) -> Answer {
    var spelling = spelling
    return spelling.withUTF8 { body(JSONDecimal($0)) }
  }
}

extension JSONNumber: Hashable {
  /// Whether both have the same value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.spelling.utf8.elementsEqual(right.spelling.utf8) { return true }
    return left.withDecimal { mine in right.withDecimal { mine.equals($0) } }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(withDecimal { $0.hash() })
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as it is spelled.
  public var description: String { spelling }
}
