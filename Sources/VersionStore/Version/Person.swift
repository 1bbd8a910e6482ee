/// Who saves: a name and a mail address.
public struct Person: Hashable, Sendable {
  /// The name, without angle brackets and controls, never empty.
  public let name: String
  /// The address, without angle brackets and controls; may be empty.
  public let email: String

  /// Makes a person; angle brackets and controls are taken out, as git cannot keep them.
  public init(name: String, email: String) {
    let cleanName = Person.clean(name)
    let cleanEmail = Person.clean(email)
    self.name = cleanName.isEmpty ? (cleanEmail.isEmpty ? "unknown" : cleanEmail) : cleanName
    self.email = cleanEmail
  }

  /// Reads `Name <mail>`; without brackets all of it is the name.
  public init(_ text: String) {
    guard let open = text.unicodeScalars.lastIndex(of: "<"),
      let close = text.unicodeScalars[open...].firstIndex(of: ">")
    else {
      self.init(name: text, email: "")
      return
    }
    self.init(
      name: String(text.unicodeScalars[..<open]),
      email: String(text.unicodeScalars[text.unicodeScalars.index(after: open)..<close]))
  }

  private static func clean(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "<" && scalar != ">" && !isControl(scalar) {
      kept.append(scalar)
    }
    // Git strips these from the ends of a name itself, and would not know the person again.
    let edges = Set<Unicode.Scalar>([" ", ".", ",", ":", ";", "\"", "\\", "'"])
    while let last = kept.last, edges.contains(last) { kept.removeLast() }
    while let first = kept.first, edges.contains(first) { kept.removeFirst() }
    return String(kept)
  }
}
