import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file `packed-refs`: references in one sorted file, found by halving, never read as a whole.
struct PackedReferences: ~Copyable {
  private let file: MappedFile
  private let sorted: Bool
  private let first: Int

  /// Opens the file; nil where there is none.
  static func open(_ path: FilePath) throws(GitError) -> PackedReferences? {
    do throws(SystemError) {
      guard try FileStatus.find(path) != nil else { return nil }
    } catch {
      throw .system(error)
    }
    return try PackedReferences(path)
  }

  private init(_ path: FilePath) throws(GitError) {
    let file = try files { () throws(SystemError) in try MappedFile(path) }
    let (ends, header) = file.withBytes { bytes in
      let line = bytes.first == UInt8(ascii: "#") ? bytes.lineEnd(from: 0) : 0
      return (bytes.last == newline, Array(bytes[..<line]))
    }
    // An empty file is never written: git writes at least the header.
    let reason = file.count == 0 ? "the file is empty" : "the file is cut off"
    if !ends { throw .referenceDamaged("packed-refs", reason: reason) }
    sorted = header.split(separator: UInt8(ascii: " ")).contains {
      $0.elementsEqual("sorted".utf8)
    }
    first = header.isEmpty ? 0 : header.count + 1
    self.file = file
  }

  /// Whether the file says that its names are in the order of their bytes.
  var isSorted: Bool { sorted }

  /// Size, time and number of the file, which tell whether it was replaced.
  var status: FileStatus { file.status }

  /// The object a reference points to.
  borrowing func find(_ name: [UInt8]) throws(GitError) -> ObjectID? {
    var found: ObjectID?
    try forEach(from: name) { (candidate, id) throws(GitError) in
      if candidate.elementsEqual(name) { found = id }
      return sorted ? false : found == nil
    }
    return found
  }

  /// Calls a function with each reference whose name begins so, in the order of the file.
  borrowing func forEach(
    withPrefix prefix: [UInt8], _ body: (UnsafeRawBufferPointer, ObjectID) throws(GitError) -> Bool
  ) throws(GitError) {
    try forEach(from: prefix) { (name, id) throws(GitError) in
      if name.starts(with: prefix) { return try body(name, id) }
      return !sorted
    }
  }

  /// The count of references in the file.
  borrowing func count() -> Int {
    file.withBytes { bytes in
      var count = 0
      var position = first
      while position < bytes.count {
        if bytes[position] != UInt8(ascii: "^") { count += 1 }
        position = bytes.lineEnd(from: position) + 1
      }
      return count
    }
  }

  /// Calls a function with each reference from the first that is not before a name.
  private borrowing func forEach(
    from name: [UInt8], _ body: (UnsafeRawBufferPointer, ObjectID) throws(GitError) -> Bool
  ) throws(GitError) {
    let first = first
    let sorted = sorted
    try file.withBytes { (bytes) throws(GitError) in
      var position = first
      if sorted {
        var low = first
        var high = bytes.count
        while low < high {
          // A line that begins in the middle or before it, and is no peeled one.
          var line = bytes.lineStart(before: low + (high - low) / 2, notBefore: low)
          while line > low, bytes[line] == UInt8(ascii: "^") {
            line = bytes.lineStart(before: line - 1, notBefore: low)
          }
          let (candidate, _, next) = try bytes.reference(at: line)
          if candidate.lexicographicallyPrecedes(name) { low = next } else { high = line }
        }
        position = low
      }
      while position < bytes.count {
        let (candidate, id, next) = try bytes.reference(at: position)
        if try !body(candidate, id) { return }
        position = next
      }
    }
  }
}

private let newline = UInt8(ascii: "\n")

extension UnsafeRawBufferPointer {
  /// Position of the newline that ends the line, or the end.
  fileprivate func lineEnd(from position: Int) -> Int {
    guard position < count, let base = baseAddress,
      let found = memchr(base + position, Int32(newline), count - position)
    else { return count }
    return base.distance(to: UnsafeRawPointer(found))
  }

  /// Where the line begins in which a position lies.
  fileprivate func lineStart(before position: Int, notBefore limit: Int) -> Int {
    var start = position
    while start > limit, self[start - 1] != newline { start -= 1 }
    return start
  }

  /// The reference in a line, and where the next line that is no peeled one begins.
  fileprivate func reference(
    at start: Int
  ) throws(GitError) -> (name: UnsafeRawBufferPointer, id: ObjectID, next: Int) {
    let end = lineEnd(from: start)
    guard end - start > 41, self[start + 40] == UInt8(ascii: " "),
      let id = ObjectID(
        hexDigits: UnsafeRawBufferPointer(rebasing: self[start..<(start + 40)])
          .bindMemory(to: UInt8.self))
    else {
      throw .referenceDamaged("packed-refs", reason: "a line of it makes no sense")
    }
    let name = UnsafeRawBufferPointer(rebasing: self[(start + 41)..<end])
    var next = end + 1
    while next < count, self[next] == UInt8(ascii: "^") { next = lineEnd(from: next) + 1 }
    return (name, id, Swift.min(next, count))
  }
}
