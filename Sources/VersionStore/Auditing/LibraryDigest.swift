import CSystem
import Files
import Git

/// A small text that fixes all histories of a library: the newest version of each document by its
/// commit, whose name depends on every byte of every version before it.
///
/// Kept elsewhere, and perhaps signed, it shows later whether any of them was changed:
///
///     versions-digest 1
///     library 3388c551-a5e4-4d34-bead-c220d9909bc7
///     time 2026-11-30T09:20:44+00:00
///     document 790c22f5-4190-4916-bdc4-80a96eacf236 12 f05e314…
///     journal efbe4fbf-3f7e-4574-80ec-addbfbe0c559 b3595f5…
///     sha256 9f86d08…
///
/// Documents and journals are in the order of their identifiers; the last line is the SHA-256 of
/// all bytes before it.
public struct LibraryDigest: Sendable, Equatable {
  /// The newest version of a document.
  public struct Head: Sendable, Equatable {
    /// Its number.
    public let number: Int
    /// Its commit.
    public let commit: ObjectID
  }

  /// The library's identifier.
  public let library: UUID
  /// When it was made.
  public let time: Moment
  /// All documents, deleted ones too.
  public private(set) var documents: [UUID: Head] = [:]
  /// The newest entry of each journal, by the copy of the library.
  public private(set) var journals: [UUID: ObjectID] = [:]

  /// Makes the digest of a library as it is now.
  public init(of library: Library) throws(StoreError) {
    guard let identity = library.settings.library else {
      throw StoreError(.damaged, "the library has lost its identifier, versions.library")
    }
    self.library = identity
    time = library.surroundings.moment(
      FileTime(seconds: library.surroundings.now().seconds))
    var found: [UUID: Head] = [:]
    try library.forEachDocument { document in
      found[document.id] = Head(number: document.head.number, commit: document.head.commit)
    }
    documents = found
    for (name, commit) in try library.journalHeads() {
      if let replica = UUID(Array(name.utf8.dropFirst(ReferenceNames.journals.utf8.count))) {
        journals[replica] = commit
      }
    }
  }

  /// The text.
  public var bytes: [UInt8] {
    var text = Array("versions-digest 1\nlibrary \(library)\ntime \(time.rfc3339())\n".utf8)
    for (document, head) in documents.sorted(by: { $0.key < $1.key }) {
      text += "document \(document) \(head.number) \(head.commit)\n".utf8
    }
    for (replica, commit) in journals.sorted(by: { $0.key < $1.key }) {
      text += "journal \(replica) \(commit)\n".utf8
    }
    text += "sha256 ".utf8 + hexadecimal(LibraryDigest.sha256(of: text)) + [UInt8(ascii: "\n")]
    return text
  }

  /// Reads a text.
  /// - Throws: `invalid` where it is none, or not as it was written.
  public init(_ text: [UInt8]) throws(StoreError) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, first.elementsEqual("versions-digest 1".utf8) else {
      throw StoreError(
        .invalid, "this is no digest of a library",
        hints: ["make one with: versions log --digest > FILE"])
    }
    guard lines.count >= 5, let end = lines.last, end.isEmpty,
      let sum = lines.dropLast().last, sum.starts(with: "sha256 ".utf8),
      sum.dropFirst(7).elementsEqual(
        hexadecimal(LibraryDigest.sha256(of: Array(text[..<sum.startIndex]))))
    else {
      throw StoreError(
        .invalid, "the digest is not as it was written: its last line does not fit the others")
    }
    var library: UUID?
    var time: Moment?
    for line in lines.dropLast(2).dropFirst() {
      let words = line.split(separator: UInt8(ascii: " ")).map(Array.init)
      switch (words.first.map { String(decoding: $0, as: UTF8.self) }, words.count) {
      case ("library", 2): library = UUID(words[1])
      case ("time", 2): time = Moment(rfc3339: words[1])
      case ("document", 4):
        if let document = UUID(words[1]), let number = Int64(decimal: words[2]),
          let commit = ObjectID(hex: words[3])
        {
          documents[document] = Head(number: Int(number), commit: commit)
        }
      case ("journal", 3):
        if let replica = UUID(words[1]), let commit = ObjectID(hex: words[2]) {
          journals[replica] = commit
        }
      // A later program may say more.
      default: break
      }
    }
    guard let library, let time else {
      throw StoreError(
        .invalid, "the digest does not say of which library it is, or when it was made")
    }
    self.library = library
    self.time = time
  }

  /// Makes sure that it is of a library.
  func requireSame(_ library: Library) throws(StoreError) {
    guard library.settings.library == self.library else {
      throw StoreError(
        .invalid,
        "the digest is of library \(self.library), and this one is "
          + (library.settings.library?.description ?? "without an identifier"))
    }
  }

  private static func sha256(of bytes: [UInt8]) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBytes { versions_sha256($0.baseAddress, $0.count, &out) }
    return out
  }
}
