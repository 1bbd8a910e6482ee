import Files
import Git

/// The largest count of packed references seen, so that a cut file is damage and not new documents.
///
/// References only grow, but for those that upkeep deletes. The file `versions/refs-guard` holds the count and the state of
/// `packed-refs` when it was counted, so that counting is rare.
struct ReferenceGuard {
  private let path: FilePath
  private let references: References

  init(_ library: Library) {
    path = library.store.appending("versions/refs-guard")
    references = library.repository.references
  }

  /// Makes sure that no packed reference vanished.
  /// - Returns: What is to be remembered, nil where it is remembered already.
  @discardableResult
  func check() throws(StoreError) -> [Int64]? {
    do throws(StoreError) {
      return try checkOnce()
    } catch {
      guard error.kind == .damaged else { throw error }
      // Who deletes references says so first: between the two looks that may have happened.
      return try checkOnce()
    }
  }

  private func checkOnce() throws(StoreError) -> [Int64]? {
    let known = try onDisk { () throws(SystemError) in try remembered() }
    let found = try inStore { () throws(GitError) in
      try references.packedCount(unlessStateIs: { status in
        Array(known.dropFirst()) == ReferenceGuard.state(of: status)
      })
    }
    let largest = known.first ?? 0
    guard let found else {
      if largest == 0 { return nil }
      throw damage(of: 0, from: largest)
    }
    guard let count = found.count else { return nil }
    if count < largest { throw damage(of: Int64(count), from: largest) }
    return [Int64(count)] + ReferenceGuard.state(of: found.status)
  }

  /// Checks, and remembers a count that is new.
  func checkAndRemember() throws(StoreError) {
    guard let fresh = try check() else { return }
    let line = fresh.map(String.init).joined(separator: " ") + "\n"
    // Not synced: where it is lost, counting begins again.
    try onDisk { () throws(SystemError) in
      try OwnFile(path: path).replace(with: Array(line.utf8), .none)
    }
  }

  /// Allows that some references go, before they do; the caller keeps writers out until they have.
  ///
  /// Synced, as references that are gone for good and a count that is not would be damage.
  func allow(losing names: Int) throws(StoreError) {
    let found = try inStore { () throws(GitError) in try references.packedCount() }
    let count = max(0, (found?.count ?? 0) - names)
    try onDisk { () throws(SystemError) in
      // No file has this state, so that it is counted again.
      try OwnFile(path: path).replace(with: Array("\(count) 0 0 0 0\n".utf8), .complete)
    }
  }

  private func damage(of count: Int64, from largest: Int64) -> StoreError {
    StoreError(
      .damaged,
      "the store is damaged: 'packed-refs' holds \(count) references and held \(largest)",
      hints: [
        "put the file back from a copy of '.versions'; until then no path counts as new,"
          + " so that no history begins again"
      ])
  }

  private func remembered() throws(SystemError) -> [Int64] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File(path).readToEnd(expecting: 100)
    } catch {
      if error.code == .noSuchFile || error.code == .notAFolder { return [] }
      throw error
    }
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let numbers = words.compactMap { Int64(decimal: $0) }
    guard words.count == 5, numbers.count == 5, bytes.last == UInt8(ascii: "\n") else { return [] }
    return numbers
  }

  private static func state(of status: FileStatus) -> [Int64] {
    [
      status.size, status.modified.seconds, Int64(status.modified.nanoseconds),
      // Some file systems number files with all 64 bits; 18 digits are what is read back.
      Int64(status.inode % 1_000_000_000_000_000_000),
    ]
  }
}
