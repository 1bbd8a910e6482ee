/// Who saves, as `--author` and the environment write it: `Name <mail>`.
struct Person: Equatable, Sendable {
  let name: String
  let mail: String

  init(name: String, mail: String) {
    self.name = name
    self.mail = mail
  }

  /// Reads `Name <mail>`; nil unless both are there, in UTF-8, and nothing follows the mail address.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let scalars = text.unicodeScalars
    guard let open = scalars.lastIndex(of: "<"), scalars.last == ">" else { return nil }
    let name = Self.trimmed(scalars[..<open])
    let mail = Self.trimmed(scalars[scalars.index(after: open)...].dropLast())
    guard !name.isEmpty, !mail.isEmpty else { return nil }
    self.init(name: name, mail: mail)
  }

  private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> String {
    var rest = scalars
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(Substring(rest))
  }
}
