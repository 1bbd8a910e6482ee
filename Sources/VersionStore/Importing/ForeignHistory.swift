import Files
import Git

/// The history of one document as a source outside of the library tells it, oldest version first.
struct ForeignHistory {
  /// The document: its own identity where the source knows one, else one that is made of what the
  /// source says, so that the same history always becomes the same document.
  var identity: UUID
  /// The versions.
  var versions: [ForeignVersion]
  /// Whether the source may lose versions that it had, as a file does that is written over.
  var forgets = false
}

/// One version of a source outside of the library.
struct ForeignVersion {
  /// What it is there, the same each time it is read: the value of the trailer `Source`.
  var source: [UInt8]
  /// Where the document was, below what is imported.
  var path: DocumentPath
  /// Who made the content.
  var author: Person
  /// When the content was made.
  var modified: Moment
  /// When it came into the source's history.
  var saved: Moment
  /// One line about it.
  var label: String?
  /// Whether the document was deleted by it.
  var isDeletion: Bool
  /// What it is called where it was exported from a library, nil for what a stranger made.
  var own: Own?
  /// Where the source finds its content.
  var place: Int

  /// The names of a version that a library made.
  struct Own {
    /// The version's number.
    var number: Int
    /// The version's identifier.
    var identifier: UUID
  }
}

/// What a source holds of one version.
struct ForeignContent {
  /// The content, nil where the document was deleted.
  var content: DocumentContent?
  /// The commit of a version that a library made.
  var commit: Commit?
}

/// Something that has histories to be imported.
protocol ForeignSource {
  /// The histories.
  var histories: [ForeignHistory] { get }

  /// Labels that versions with identifiers got later: the end of the reference's name, and the tag.
  var labels: [(name: String, tag: GitObject)] { get }

  /// Reads versions, and gives each to a function, in the order in which they were asked for.
  /// - Parameter wanted: Indices of a history and of a version in it.
  func read(
    _ wanted: [(history: Int, version: Int)],
    _ body: (ForeignContent) throws(StoreError) -> Void
  ) throws(StoreError)
}

extension DocumentPath {
  /// Whether a part of the path is a name that makes what is in it a store or a repository: a
  /// stranger's history must not put one on disk.
  var isReserved: Bool {
    bytes.split(separator: UInt8(ascii: "/")).contains { part in
      let name = Array(part)
      return name == Library.storeName || PercentEncoding.isRepository(name)
    }
  }
}

extension PercentEncoding {
  /// Whether a name is one that git refuses in trees, as some system takes it for `.git`; names such
  /// as `.github` and `.gitignore` are not.
  static func isRepository(_ name: [UInt8]) -> Bool {
    guard isSpecial(name) else { return false }
    let lowered = name.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    if lowered.starts(with: ".mailmap".utf8) { return false }
    guard lowered.starts(with: ".git".utf8), lowered.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return true }
    return !(lowered.count > 4 && (0x61...0x7A).contains(lowered[4]))
  }
}

extension UUID {
  /// One that is made of bytes, always the same of the same (RFC 9562, version 5 without the
  /// name of a name space).
  init(naming bytes: [UInt8]) {
    var digest = ObjectID.digest(of: bytes).bytes
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    self = UUID(hexadecimal(digest[..<16])) ?? UUID()
  }
}

extension Person {
  /// The person of a signature; a name that is no UTF-8 is taken for Latin-1, which it mostly is.
  init(foreign signature: Signature) {
    func text(_ bytes: [UInt8]) -> String {
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      var scalars = String.UnicodeScalarView()
      for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
      return String(scalars)
    }
    self.init(name: text(signature.name), email: text(signature.email))
  }
}

extension Moment {
  /// The moment of a signature, held to what RFC 3339 and git can write.
  init(foreign signature: Signature) {
    let seconds = min(max(signature.seconds, 0), 253_402_214_400)
    let offset = (-1439...1439).contains(signature.offset) ? signature.offset : 0
    self.init(FileTime(seconds: seconds), offset: offset)
  }
}

extension Labels {
  /// A label of the first line of a stranger's message; nil where that is none.
  static func label(ofMessage message: [UInt8]) -> String? {
    let line = message.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }
      .prefix { $0 != UInt8(ascii: "\n") }
    var text = ""
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars where !isControl(scalar) {
      if text.utf8.count + UTF8.width(scalar) > limit { break }
      text.unicodeScalars.append(scalar)
    }
    while text.last == " " { text.removeLast() }
    return text.allSatisfy { $0 == " " || $0 == "\t" } ? nil : text
  }
}
