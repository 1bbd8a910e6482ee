import Files
import Git

/// Writes the chain of a document anew with some versions left out, or brought back.
///
/// What stays keeps message, author, times, tree and identifier; it gets another parent, `Original`
/// with its first commit, and `Pruned` and `Purged` with the numbers that are missing before it.
struct ChainRewriting {
  let library: Library

  /// What a version is to say of the numbers missing before it.
  struct Gap: Equatable {
    var pruned = NumberRanges()
    var purged = NumberRanges()

    init(pruned: NumberRanges = NumberRanges(), purged: NumberRanges = NumberRanges()) {
      self.pruned = pruned
      self.purged = purged
    }

    /// What it says now.
    init(of version: Version) {
      pruned = NumberRanges(version.pruned ?? "")
      purged = NumberRanges(version.purged ?? "")
    }

    mutating func add(_ other: Gap) {
      pruned = pruned.union(other.pruned)
      purged = purged.union(other.purged)
    }
  }

  /// A version and the gap before it.
  typealias Link = (version: Version, gap: Gap)

  /// The chain that is left when some versions go.
  /// - Parameters:
  ///   - versions: The chain, oldest first.
  ///   - purging: Whether they are purged rather than pruned.
  static func links(
    _ versions: [Version], without gone: (Version) -> Bool, purging: Bool = false
  ) -> [Link] {
    var links: [Link] = []
    var pending = Gap()
    for version in versions {
      pending.add(Gap(of: version))
      if gone(version) {
        let numbers = NumberRanges([version.number])
        pending.add(purging ? Gap(purged: numbers) : Gap(pruned: numbers))
      } else {
        links.append((version, pending))
        pending = Gap()
      }
    }
    return links
  }

  /// Writes the chain; a beginning that stays as it is is not written again.
  /// - Returns: The commit of the newest version, nil for an empty chain.
  func write(_ links: [Link], to sink: some ObjectSink) throws(StoreError) -> ObjectID? {
    var parent: ObjectID?
    for (version, gap) in links {
      if version.parent == parent, gap == Gap(of: version) {
        parent = version.commit
        continue
      }
      parent = try inStore { () throws(GitError) in
        let object = try library.repository.objects.read(version.commit)
        guard object.kind == .commit,
          ObjectDatabase.name(of: .commit, object.bytes) == version.commit
        else { throw GitError.objectDamaged(version.commit, reason: "it is no commit") }
        let bytes = try ChainRewriting.bytes(
          of: object.bytes, commit: version.commit, parent: parent, gap: gap,
          original: version.original ?? version.commit)
        return try sink.write(.commit, bytes)
      }
    }
    return parent
  }
}

extension ChainRewriting {
  /// The bytes of a commit with another parent and other trailers.
  static func bytes(
    of bytes: [UInt8], commit: ObjectID, parent: ObjectID?, gap: Gap,
    original: ObjectID
  ) throws(GitError) -> [UInt8] {
    guard var rewritten = Commit(bytes: bytes), rewritten.bytes == bytes else {
      throw .objectDamaged(commit, reason: "its header makes no sense")
    }
    // A second parent stays: it is where another line was joined.
    rewritten.parents = (parent.map { [$0] } ?? []) + rewritten.parents.dropFirst()
    rewritten.otherHeaders = withoutSignature(rewritten.otherHeaders)
    rewritten.message = message(rewritten.message, gap: gap, original: original)
    return rewritten.bytes
  }

  /// A signature is of the bytes that were, so it cannot stay.
  private static func withoutSignature(_ headers: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var skipping = false
    for line in headers.split(separator: newline, omittingEmptySubsequences: false).dropLast() {
      if line.first != UInt8(ascii: " ") {
        skipping = line.starts(with: "gpgsig".utf8)
      }
      if !skipping { kept += line + [newline] }
    }
    return kept
  }

  private static func message(
    _ message: [UInt8], gap: Gap, original: ObjectID
  ) -> [UInt8] {
    var end = message.count
    while end > 0, message[end - 1] == newline { end -= 1 }
    var start = end
    while start > 0, !(start > 1 && message[start - 1] == newline && message[start - 2] == newline)
    {
      start -= 1
    }
    var rewritten = Array(message[..<start])
    for line in message[start..<end].split(separator: newline) {
      let mine = ["Original:", "Pruned:", "Purged:"].contains { line.starts(with: $0.utf8) }
      if !mine { rewritten += line + [newline] }
    }
    rewritten += "Original: ".utf8 + original.hexBytes + [newline]
    for (key, numbers) in [("Pruned", gap.pruned), ("Purged", gap.purged)] where !numbers.isEmpty {
      rewritten += "\(key): \(numbers)\n".utf8
    }
    return rewritten
  }

  private static let newline = UInt8(ascii: "\n")
}
