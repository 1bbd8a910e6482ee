import Git

/// Reads objects of a repository with one `git cat-file --batch`, in the order they are asked for.
struct CatFile {
  /// The program on the repository.
  let process: GitProcess

  /// Reads objects and gives each to a function.
  /// - Parameters:
  ///   - next: The hexadecimal name of the next object, nil at the end.
  ///   - body: Gets the objects; nil for one that the repository does not have.
  func read(
    _ next: @escaping () -> [UInt8]?, _ body: (GitObject?) throws(StoreError) -> Void
  ) throws(StoreError) {
    var parser = Parser()
    var failure: StoreError?
    let outcome = try inStore { () throws(GitError) in
      try process.stream(
        ["cat-file", "--batch"],
        input: {
          var request: [UInt8] = []
          while request.count < 1 << 15, let name = next() {
            request += name
            request.append(UInt8(ascii: "\n"))
          }
          return request
        },
        output: { bytes in
          do throws(StoreError) {
            try parser.take(bytes, body)
            return true
          } catch {
            failure = error
            return false
          }
        })
    }
    if let failure { throw failure }
    guard outcome.status == 0, parser.isAtEnd else {
      throw StoreError(
        .system, "git cannot read the repository: \(printable(outcome.errors.firstLine))")
    }
  }

  /// Takes the answer apart: a line with name, kind and size, the bytes, and a line's end.
  private struct Parser {
    private var line: [UInt8] = []
    private var kind: ObjectKind?
    private var bytes: [UInt8] = []
    private var missing = 0

    /// Whether nothing is half read.
    var isAtEnd: Bool { line.isEmpty && kind == nil }

    mutating func take(
      _ piece: UnsafeRawBufferPointer, _ body: (GitObject?) throws(StoreError) -> Void
    ) throws(StoreError) {
      var rest = piece[...]
      while !rest.isEmpty {
        guard let kind else {
          guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            line += rest
            return
          }
          line += rest[..<end]
          rest = rest[(end + 1)...]
          let words = line.split(separator: UInt8(ascii: " "))
          line = []
          guard words.count == 3, let size = Int64(decimal: words[2]),
            let kind = ObjectKind(rawValue: String(decoding: words[1], as: UTF8.self))
          else {
            try body(nil)
            continue
          }
          self.kind = kind
          missing = Int(size)
          bytes = []
          bytes.reserveCapacity(missing)
          continue
        }
        if missing > 0 {
          let part = rest.prefix(missing)
          bytes += part
          missing -= part.count
          rest = rest.dropFirst(part.count)
        } else {
          // The line's end after the bytes.
          rest = rest.dropFirst()
          self.kind = nil
          try body(GitObject(kind: kind, bytes: bytes))
        }
      }
    }
  }
}

extension [UInt8] {
  /// The bytes up to the first line's end.
  var firstLine: [UInt8] { Array(prefix { $0 != UInt8(ascii: "\n") }) }
}
