import Files

/// What the name of a copy says: of which file, and where in the order of its copies.
///
/// `note-1.txt`, `note 2.txt`, `note_v3.txt`, `note (4).txt` and `note.txt.~5~` are numbered,
/// `note 2026-01-03.txt`, `note-20260103-101500.txt` and `2026-01-03 note.txt` are dated,
/// `note.txt~`, `note.txt.bak`, `note.txt.old` and `note.txt.orig` are what `note.txt` was before.
struct CopyName: Equatable {
  /// Where a copy stands among the others.
  enum Mark: Equatable {
    /// A number.
    case number(Int)
    /// A date, with the time of day where the name has one: seconds since 1970 as if in UTC.
    case date(Int64, hasClock: Bool)
    /// What the file was before.
    case backup
    /// The file itself.
    case plain
  }

  /// The file's own name.
  let base: [UInt8]
  /// Where the copy stands.
  let mark: Mark

  /// Takes a name apart.
  init(_ name: [UInt8]) {
    if let (base, mark) = CopyName.backup(name) ?? CopyName.marked(name) {
      self.base = base
      self.mark = mark
    } else {
      base = name
      mark = .plain
    }
  }

  /// Takes the name of an exported version of a document apart; nil for any other.
  init?(_ name: [UInt8], exportedFrom document: [UInt8]) {
    guard let number = FilesExport.number(name, of: document) else { return nil }
    base = document
    mark = .number(number)
  }

  // MARK: -

  private static func backup(_ name: [UInt8]) -> ([UInt8], Mark)? {
    let tilde = UInt8(ascii: "~")
    if name.last == tilde, name.count > 1 {
      let rest = name.dropLast()
      // `.~3~`
      if let start = rest.lastIndex(of: tilde), start > 1, rest[start - 1] == UInt8(ascii: "."),
        let number = number(rest[(start + 1)...])
      {
        return (Array(rest[..<(start - 1)]), .number(number))
      }
      return (Array(rest), .backup)
    }
    for ending in [".bak", ".old", ".orig"] where name.count > ending.utf8.count {
      if name.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
        return (Array(name.dropLast(ending.utf8.count)), .backup)
      }
    }
    return nil
  }

  /// A number or a date between the stem and the extension, or a date in front of the stem.
  private static func marked(_ name: [UInt8]) -> ([UInt8], Mark)? {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { position in
      // What is behind the dot may be a part of a date or a number.
      position > 0 && !name[(position + 1)...].allSatisfy(isDigit) ? position : nil
    }
    let stem = name[..<(dot ?? name.count)]
    let ending = name[(dot ?? name.count)...]
    if let (rest, mark) = date(atEndOf: stem) ?? numberAtEnd(of: stem) {
      return (rest + ending, mark)
    }
    if let (rest, mark) = date(atStartOf: stem) { return (rest + ending, mark) }
    return nil
  }

  private static func numberAtEnd(of stem: ArraySlice<UInt8>) -> ([UInt8], Mark)? {
    var rest = stem
    let isBracketed = rest.last == UInt8(ascii: ")")
    if isBracketed { rest = rest.dropLast() }
    let digits = rest.reversed().prefix(while: isDigit).count
    guard digits > 0, let number = number(rest.suffix(digits)) else { return nil }
    rest = rest.dropLast(digits)
    if isBracketed {
      guard rest.last == UInt8(ascii: "(") else { return nil }
      rest = rest.dropLast()
      if rest.last == UInt8(ascii: " ") { rest = rest.dropLast() }
      return rest.isEmpty ? nil : (Array(rest), .number(number))
    }
    if rest.last == UInt8(ascii: "v") || rest.last == UInt8(ascii: "V") { rest = rest.dropLast() }
    guard let last = rest.last, isSeparator(last), rest.count > 1 else { return nil }
    return (Array(rest.dropLast()), .number(number))
  }

  private static func date(atEndOf stem: ArraySlice<UInt8>) -> ([UInt8], Mark)? {
    // The longest form first: a clock could be taken for a number of its own.
    for length in stride(from: min(23, stem.count - 1), through: 8, by: -1) {
      let rest = stem.dropLast(length)
      guard let last = rest.last, isSeparator(last), rest.count > 1,
        let mark = date(stem.suffix(length))
      else { continue }
      return (Array(rest.dropLast()), mark)
    }
    return nil
  }

  private static func date(atStartOf stem: ArraySlice<UInt8>) -> ([UInt8], Mark)? {
    for length in stride(from: min(23, stem.count - 2), through: 8, by: -1) {
      let rest = stem.dropFirst(length)
      guard let first = rest.first, isSeparator(first), rest.count > 1,
        let mark = date(stem.prefix(length))
      else { continue }
      return (Array(rest.dropFirst()), mark)
    }
    return nil
  }

  /// `2026-01-03`, `20260103`, with `T10:15`, ` 10.15.30`, `-101530` and the like behind it.
  private static func date(_ text: ArraySlice<UInt8>) -> Mark? {
    var groups: [ArraySlice<UInt8>] = []
    var rest = text
    while !rest.isEmpty {
      let digits = rest.prefix(while: isDigit)
      guard !digits.isEmpty else { return nil }
      groups.append(digits)
      rest = rest.dropFirst(digits.count)
      guard let separator = rest.first else { break }
      guard
        isSeparator(separator) || separator == UInt8(ascii: "T")
          || separator == UInt8(ascii: ":")
      else { return nil }
      rest = rest.dropFirst()
      if rest.isEmpty { return nil }
    }
    let digits = groups.flatMap(Array.init)
    let lengths = groups.map(\.count)
    let dateLengths: [[Int]] = [[4, 2, 2], [8]]
    guard let dateGroups = dateLengths.first(where: { lengths.starts(with: $0) }) else {
      return nil
    }
    let clockLengths = Array(lengths[dateGroups.count...])
    guard [[], [2, 2], [2, 2, 2], [4], [6]].contains(clockLengths) else { return nil }
    func field(_ start: Int, _ count: Int) -> Int {
      start + count <= digits.count ? number(digits[start..<(start + count)]) ?? 0 : 0
    }
    let year = field(0, 4)
    guard (1970...9999).contains(year),
      let seconds = CalendarDate.seconds(
        year: year, month: field(4, 2), day: field(6, 2), hour: field(8, 2),
        minute: field(10, 2), second: field(12, 2))
    else { return nil }
    return .date(seconds, hasClock: !clockLengths.isEmpty)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(isDigit) ? Int64(decimal: digits).map(Int.init) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    [" ", "-", "_", "."].contains(Unicode.Scalar(byte))
  }
}
