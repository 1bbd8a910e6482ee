import Git

/// The signature in the header of a commit, as git puts it there.
enum CommitSignature {
  /// The header lines of a signature.
  static func header(_ signature: [UInt8]) -> [UInt8] {
    var text = signature[...]
    while text.last == UInt8(ascii: "\n") { text = text.dropLast() }
    var header = Array("gpgsig ".utf8)
    for byte in text {
      header.append(byte)
      // Lines that go on begin with a blank.
      if byte == UInt8(ascii: "\n") { header.append(UInt8(ascii: " ")) }
    }
    header.append(UInt8(ascii: "\n"))
    return header
  }

  /// The signature of a commit and what it is of: the commit without it; nil for none.
  static func split(_ commit: [UInt8]) -> (signature: [UInt8], payload: [UInt8])? {
    let marker = Array("gpgsig ".utf8)
    var signature: [UInt8] = []
    var payload: [UInt8] = []
    payload.reserveCapacity(commit.count)
    var position = 0
    var isInside = false
    while position < commit.count {
      let end = commit[position...].firstIndex(of: UInt8(ascii: "\n")) ?? commit.count - 1
      let line = commit[position...end]
      position = end + 1
      if line.first == UInt8(ascii: "\n") {
        payload += line
        break
      }
      if line.starts(with: marker) {
        isInside = true
        signature += line.dropFirst(marker.count)
      } else if isInside, line.first == UInt8(ascii: " ") {
        signature += line.dropFirst()
      } else {
        isInside = false
        payload += line
      }
    }
    if signature.isEmpty { return nil }
    return (signature, payload + commit[position...])
  }
}

extension Library {
  /// The commit with a signature, where the library's settings name a key.
  ///
  /// A key that cannot be used stops no save: the version is made without a signature, and the
  /// person hears of it.
  func signed(_ commit: Commit) -> Commit {
    guard let key = settings.signingKey else { return commit }
    guard let keys = SecureShellKeys(surroundings) else {
      surroundings.remark("the version is not signed: ssh-keygen is not installed")
      return commit
    }
    let (signature, reason) = keys.sign(commit.bytes, with: key)
    guard let signature else {
      surroundings.remark("the version is not signed: \(printable(Array(reason.utf8)))")
      return commit
    }
    var commit = commit
    commit.otherHeaders += CommitSignature.header(signature)
    return commit
  }
}
