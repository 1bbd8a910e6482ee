import Files
import Git

/// A purge that has begun, in the file `versions/purge` until it is done: whatever stops it, it is
/// known what is to go, and the next purge or compaction finishes it.
struct PendingPurge: Equatable {
  /// The document.
  var document: UUID
  /// Where it is, for messages.
  var path: DocumentPath
  /// The versions that are to go; nil for the whole document.
  var numbers: NumberRanges?
  /// Identifiers of those versions, by which their labels are found.
  var identifiers: [[UInt8]] = []
  /// Objects that must not be in the store afterwards.
  var objects: [ObjectID] = []
  /// Why, in the person's words.
  var reason: String?

  private static func file(in library: Library) -> FilePath {
    library.store.appending("versions/purge")
  }

  static func isThere(in library: Library) -> Bool {
    (try? FileStatus.find(file(in: library))) != nil
  }

  /// Reads what was begun, nil where nothing is.
  static func read(in library: Library) throws(StoreError) -> PendingPurge? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File(file(in: library)).readToEnd(expecting: 4096)
    } catch {
      if error.code == .noSuchFile { return nil }
      throw StoreError(error)
    }
    var document: UUID?
    var path: DocumentPath?
    var numbers: NumberRanges?
    var identifiers: [[UInt8]] = []
    var objects: [ObjectID] = []
    var reason: String?
    for line in bytes.split(separator: newline) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard words.count == 2 else { continue }
      let value = Array(words[1])
      switch String(decoding: words[0], as: UTF8.self) {
      case "document": document = UUID(value)
      case "path": path = DocumentPath(PercentEncoding.decode(value))
      case "numbers": numbers = NumberRanges(String(decoding: value, as: UTF8.self))
      case "identifier": identifiers.append(value)
      case "object": if let id = ObjectID(hex: value) { objects.append(id) }
      case "reason": reason = String(decoding: value, as: UTF8.self)
      default: break
      }
    }
    guard let document, let path else { return nil }
    return PendingPurge(
      document: document, path: path, numbers: numbers, identifiers: identifiers,
      objects: objects, reason: reason)
  }

  /// Writes it down, synced.
  func write(in library: Library) throws(StoreError) {
    var bytes: [UInt8] = []
    func add(_ word: String, _ value: [UInt8]) {
      bytes += word.utf8 + [UInt8(ascii: " ")] + value + [PendingPurge.newline]
    }
    add("document", document.bytes)
    add("path", PercentEncoding.encodeForMessage(path.bytes))
    if let numbers { add("numbers", Array(numbers.description.utf8)) }
    for identifier in identifiers { add("identifier", identifier) }
    for object in objects { add("object", object.hexBytes) }
    if let reason { add("reason", Library.trailerText(reason)) }
    let path = PendingPurge.file(in: library)
    let draft = FilePath(path.bytes + Array(".new".utf8))
    try onDisk { () throws(SystemError) in
      let file = try File(draft, [.write, .create, .truncate], permissions: 0o600)
      try file.write(bytes)
      try file.synchronise()
      try FileSystem.rename(draft, to: path)
      try Folder.synchronise(path.parent)
    }
  }

  /// Says that it is done.
  static func remove(in library: Library) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      try FileSystem.remove(file(in: library))
      try Folder.synchronise(file(in: library).parent)
    }
  }

  private static let newline = UInt8(ascii: "\n")
}
