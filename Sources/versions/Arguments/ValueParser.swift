/// Turns the bytes of one argument into a value, or says what is wrong with them.
struct ValueParser<Value>: Sendable {
  let kind: ValueKind
  let parse: @Sendable (_ bytes: [UInt8], _ place: ArgumentPlace) throws(UsageError) -> Value
}

/// Where an argument stands: in an option's value, or in an operand's place.
enum ArgumentPlace: Equatable, Sendable {
  /// The full name of an option.
  case option(String)
  /// The placeholder of an operand.
  case operand(String)
}

extension ValueParser where Value == [UInt8] {
  static var document: Self { path(.document) }
  static var folder: Self { path(.folder) }
  static var newPath: Self { path(.newPath) }
  /// The text of a selector; what it means is found where the document's history is known.
  static var version: Self { nonEmpty(.version) }
  static var time: Self { nonEmpty(.time) }
  static var personPart: Self { nonEmpty(.person) }
  static var setting: Self { nonEmpty(.setting) }
  static var helpSubject: Self { nonEmpty(.helpSubject) }

  /// Any bytes, none included.
  static var bytes: Self {
    Self(kind: .text) { (bytes, _) throws(UsageError) in bytes }
  }

  private static func path(_ kind: ValueKind) -> Self {
    Self(kind: kind) { (bytes, place) throws(UsageError) in
      if bytes.isEmpty { throw .emptyPath(place) }
      if bytes.contains(0) { throw .nulInPath(bytes) }
      return bytes
    }
  }

  private static func nonEmpty(_ kind: ValueKind) -> Self {
    Self(kind: kind) { (bytes, place) throws(UsageError) in
      if bytes.isEmpty { throw .emptyValue(place) }
      return bytes
    }
  }
}

extension ValueParser where Value == Int {
  /// A decimal number in a range.
  static func number(_ range: ClosedRange<Int>) -> Self {
    Self(kind: .number) { (bytes, place) throws(UsageError) in
      let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
      guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw .notANumber(place, bytes)
      }
      var value = 0
      for digit in digits {
        let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(Int(digit - 0x30))
        if overflow || carry { throw .numberOutOfRange(place, bytes, range) }
        value = sum
      }
      if digits.count < bytes.count { value = -value }
      guard range.contains(value) else { throw .numberOutOfRange(place, bytes, range) }
      return value
    }
  }
}

extension ValueParser where Value == String {
  /// A label: one line of UTF-8 of at most 200 bytes.
  static var label: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      if bytes.isEmpty { throw .emptyValue(place) }
      return try labelOrNone.parse(bytes, place)
    }
  }

  /// One line of a label's length, or nothing, which takes a label away.
  static var labelOrNone: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .notUTF8(place, bytes)
      }
      if bytes.contains(0x0A) || bytes.contains(0x0D) { throw .severalLines(place) }
      if bytes.count > labelLimit { throw .tooLong(place, bytes.count, labelLimit) }
      return text
    }
  }
}

/// Bytes that a label may have.
private let labelLimit = 200

extension ValueParser where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// One of the words that an enumeration lists.
  static func choice(of type: Value.Type) -> Self {
    let words = type.allCases.map(\.rawValue)
    return Self(kind: .choice(words)) { (bytes, place) throws(UsageError) in
      guard let value = Value(rawValue: String(decoding: bytes, as: UTF8.self)) else {
        throw .notOneOf(place, bytes, words)
      }
      return value
    }
  }
}

extension ValueParser where Value == Person {
  /// A person as `NAME <MAIL>`.
  static var person: Self {
    Self(kind: .person) { (bytes, place) throws(UsageError) in
      guard let person = Person(bytes) else { throw .notAPerson(place, bytes) }
      return person
    }
  }
}
