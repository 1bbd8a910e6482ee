import Files
import Git

extension Verification {
  /// Checks the signature of every version that has one, against the people in the file of allowed
  /// signers that the settings name; versions without one are noted.
  /// - Throws: `invalid` where no such file is named, `system` where ssh-keygen is not installed.
  public mutating func checkSignatures() throws(StoreError) {
    guard let allowed = library.settings.allowedSigners else {
      throw StoreError(
        .invalid, "the library does not say whose signatures count",
        hints: [
          "name a file of lines such as 'anna@example.org ssh-ed25519 AAAA…' with: "
            + "versions config allowedSigners FILE"
        ])
    }
    guard (try? FileStatus.find(allowed, followingLink: true)) != nil else {
      throw StoreError(
        .invalid, "the file of allowed signers, '\(printable(allowed.bytes))', is not there")
    }
    guard let keys = SecureShellKeys(library.surroundings) else {
      throw StoreError(
        .system, "ssh-keygen is needed to check signatures, and is not installed",
        hints: ["install it, for example with: apt install openssh-client"])
    }
    let folder = FilePath("/tmp/versions-signatures-\(UUID())")
    try onDisk { () throws(SystemError) in
      guard try Folder.make(folder, permissions: 0o700) else {
        throw SystemError(.mkdir, folder, .fileExists)
      }
    }
    defer { try? FileSystem.removeAll(folder) }
    for (document, chain) in chains.sorted(by: { $0.key < $1.key }) {
      var unsigned: [Int] = []
      for entry in chain {
        guard entry.facts.isSigned else {
          unsigned.append(entry.facts.number)
          continue
        }
        if library.surroundings.isStopped() { return }
        let file = folder.appending("signature")
        if let problem = try problem(entry, keys, allowed, file) {
          tellSignature(document, [entry.facts.number], .damage, problem)
        }
      }
      if !unsigned.isEmpty { tellSignature(document, unsigned.sorted(), .note, "not signed") }
    }
  }

  private func problem(
    _ entry: ChainEntry, _ keys: SecureShellKeys, _ allowed: FilePath, _ file: FilePath
  ) throws(StoreError) -> String? {
    guard let object = try? library.repository.objects.read(entry.commit),
      let (signature, payload) = CommitSignature.split(object.bytes)
    else { return "signed in a way that cannot be read" }
    try onDisk { () throws(SystemError) in
      try File(file, [.write, .create, .truncate], permissions: 0o600).write(signature)
    }
    guard let principal = keys.principal(ofSignatureIn: file, allowed: allowed) else {
      return "signed with a key that is not among the allowed ones"
    }
    return keys.verify(payload, signatureIn: file, principal: principal, allowed: allowed)
      ? nil : "not what was signed"
  }

  private mutating func tellSignature(
    _ document: UUID, _ numbers: [Int], _ severity: Finding.Severity, _ what: String
  ) {
    let path = path(of: document)
    let name = path.map { "'\($0)'" } ?? "id:\(document)"
    var finding = Finding(
      .signature, severity,
      (numbers.count == 1
        ? "version \(numbers[0]) of \(name) is "
        : "versions \(ranges(of: numbers)) of \(name) are ")
        + what)
    finding.document = document
    finding.path = path
    finding.versions = numbers
    tell(finding)
  }
}
