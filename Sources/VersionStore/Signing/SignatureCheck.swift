import Files
import Synchronization

/// The check of signatures against a file of allowed signers, by several threads at once.
///
/// One process for each signature tells whether its author made it. Only where that is not so, others
/// find out who did; what they found holds for all signatures with the same key.
final class SignatureCheck: Sendable {
  /// A version that is signed.
  struct Signed: Sendable {
    let signature: [UInt8]
    /// The bytes that were signed.
    let payload: [UInt8]
    /// The address of the author.
    let author: [UInt8]
    /// When it was saved, in seconds since 1970: when the key must have counted.
    let seconds: Int64
  }

  /// What is said of a signature.
  enum Verdict: Hashable, Sendable {
    /// The author made it.
    case good
    /// Another of the allowed signers made it.
    case goodBy([UInt8])
    /// Its key is nobody's who counts.
    case unknownKey
    /// It is not of these bytes.
    case wrong
  }

  private let keys: SecureShellKeys
  private let allowed: FilePath
  private let folder: FilePath
  /// Whether a key counts for the same people at all times.
  private let isTimeless: Bool
  private let known = Mutex(Known())

  /// What was found out about keys.
  private struct Known {
    /// Who may sign with a key.
    var principals: [[UInt8]: [[UInt8]]] = [:]
    /// Who signed with a key where the author did not.
    var signers: [Pair: [UInt8]] = [:]
  }

  private struct Pair: Hashable {
    let key: [UInt8]
    let author: [UInt8]
  }

  /// Prepares a check.
  /// - Parameter folder: Where signatures can be put for `ssh-keygen` to read.
  init(_ keys: SecureShellKeys, allowed: FilePath, folder: FilePath) throws(SystemError) {
    self.keys = keys
    self.allowed = allowed
    self.folder = folder
    let text = try File(allowed).readToEnd()
    isTimeless = !["valid-after", "valid-before"].contains { text.contains(word: $0) }
  }

  /// How many are best checked together.
  static let portion = 64 * Threads.processors

  /// Checks some versions.
  /// - Returns: A verdict for each, in their order.
  func check(_ signed: [Signed]) throws(SystemError) -> [Verdict] {
    for (index, signed) in signed.enumerated() {
      try File(file(index), [.write, .create, .truncate], permissions: 0o600)
        .write(signed.signature)
    }
    return Threads.map(Array(signed.enumerated())) {
      self.verdict($0.element, self.file($0.offset))
    }
  }

  private func file(_ index: Int) -> FilePath { folder.appending("signature-\(index)") }

  private func verdict(_ signed: Signed, _ file: FilePath) -> Verdict {
    func isBy(_ principal: [UInt8]) -> Bool {
      keys.verify(
        signed.payload, signatureIn: file, principal: principal, allowed: allowed,
        at: signed.seconds)
    }
    let key = isTimeless ? SignatureKey.bytes(ofSignature: signed.signature) : nil
    let pair = key.map { Pair(key: $0, author: signed.author) }
    if let pair, let other = known.withLock({ $0.signers[pair] }), isBy(other) {
      return .goodBy(other)
    }
    if !signed.author.isEmpty, isBy(signed.author) { return .good }
    let principals =
      key.flatMap { key in known.withLock { $0.principals[key] } }
      ?? keys.principals(ofSignatureIn: file, allowed: allowed, at: signed.seconds)
    if let key { known.withLock { $0.principals[key] = principals } }
    if principals.isEmpty { return .unknownKey }
    for principal in principals where isBy(principal) {
      if let pair { known.withLock { $0.signers[pair] = principal } }
      return .goodBy(principal)
    }
    // A key can be allowed for other things than commits.
    return keys.isSignature(in: file, of: signed.payload) ? .unknownKey : .wrong
  }
}

extension [UInt8] {
  /// Whether a word of ASCII is anywhere in it, in any case.
  fileprivate func contains(word: String) -> Bool {
    let word = Array(word.utf8)
    guard count >= word.count else { return false }
    return (0...(count - word.count)).contains { start in
      word.indices.allSatisfy { self[start + $0] | 0x20 == word[$0] | 0x20 }
    }
  }
}
