import Content

extension ValueParser where Value == ClosedRange<Int> {
  /// Lines from 1: `3`, `3-9`.
  static var lines: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count <= 2, let first = lineNumber(parts[0]),
        let last = parts.count == 2 ? lineNumber(parts[1]) : first, last >= first
      else { throw .notLines(place, bytes, example: "3-9") }
      return first...last
    }
  }

  /// Lines from 1 as git writes them: `10` and all that follow, `10,20`, `10,+5`.
  static var linesOfGit: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard parts.count <= 2, let first = lineNumber(parts[0]) else {
        throw .notLines(place, bytes, example: "10,20")
      }
      guard parts.count == 2, !parts[1].isEmpty else { return first...Int.max }
      let isCount = parts[1].first == UInt8(ascii: "+")
      guard let number = lineNumber(isCount ? parts[1].dropFirst() : parts[1]),
        isCount || number >= first
      else { throw .notLines(place, bytes, example: "10,20") }
      return first...(isCount ? first + number - 1 : number)
    }
  }

  /// A number from 1, below what no text has.
  private static func lineNumber(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...10).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number > 0 ? number : nil
  }
}

extension ValueParser where Value == JSONPointer {
  /// The way to a value of a JSON document.
  static var pointer: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .notUTF8(place, bytes)
      }
      do throws(JSONPointerError) {
        return try JSONPointer(text)
      } catch {
        throw .notAPointer(place, bytes)
      }
    }
  }
}

extension ValueParser where Value == String {
  /// Text of UTF-8 that is not empty.
  static var text: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      if bytes.isEmpty { throw .emptyValue(place) }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .notUTF8(place, bytes)
      }
      return text
    }
  }
}

extension ValueParser where Value == [UInt8] {
  /// Bytes that are to be looked for.
  static var needle: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      if bytes.isEmpty { throw .emptyValue(place) }
      return bytes
    }
  }
}

extension ValueParser where Value == [UInt8] {
  /// A pattern of git's attributes, on one line.
  static var gitPattern: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      if bytes.isEmpty { throw .emptyValue(place) }
      if bytes.contains(0) { throw .nulInPath(bytes) }
      if bytes.first == UInt8(ascii: "!") { throw .negativePattern(bytes) }
      return bytes
    }
  }
}
