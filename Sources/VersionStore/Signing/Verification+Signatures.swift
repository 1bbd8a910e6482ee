import Files
import Git

extension Verification {
  /// Checks the signature of every version that has one, against the people in the file of allowed
  /// signers that the settings name, as they count at the time of the version.
  ///
  /// A signature that is wrong, or by nobody who counts, is damage. One that another made than the
  /// author is noted, as all its bytes are what somebody signed who counts. So are versions without
  /// one: a key cannot always be had, and what pruning wrote anew has lost it; that none was taken
  /// away behind our back is what a digest tells.
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
    let check = try onDisk { () throws(SystemError) in
      try SignatureCheck(keys, allowed: allowed, folder: folder)
    }
    var signed: [ChainEntry] = []
    for (document, chain) in chains.sorted(by: { $0.key < $1.key }) {
      signed += chain.filter(\.facts.isSigned)
      tellSignatures(document, chain.filter { !$0.facts.isSigned })
    }
    var others: [Signer: [Int]] = [:]
    var rest = signed[...]
    while !rest.isEmpty {
      if library.surroundings.isStopped() { return }
      try checkSignatures(of: rest.prefix(SignatureCheck.portion), check, &others)
      rest = rest.dropFirst(SignatureCheck.portion)
    }
    for (signer, numbers) in others.sorted(by: {
      ($0.key.document, $0.value[0]) < ($1.key.document, $1.value[0])
    }) {
      tellSignature(
        signer.document, numbers.sorted(), .signer, .note,
        "signed by \(printable(signer.principal)), who is not the author")
    }
  }

  /// Who signed versions of a document that others saved.
  private struct Signer: Hashable {
    let document: UUID
    let principal: [UInt8]
  }

  private mutating func checkSignatures(
    of entries: ArraySlice<ChainEntry>, _ check: SignatureCheck,
    _ others: inout [Signer: [Int]]
  ) throws(StoreError) {
    var readable: [(entry: ChainEntry, signed: SignatureCheck.Signed)] = []
    for entry in entries {
      if let signed = signed(entry) {
        readable.append((entry, signed))
      } else {
        tellSignature(entry, "signed in a way that cannot be read")
      }
    }
    let verdicts = try onDisk { () throws(SystemError) in try check.check(readable.map(\.signed)) }
    for ((entry, _), verdict) in zip(readable, verdicts) {
      switch verdict {
      case .good: continue
      case .goodBy(let principal):
        let signer = Signer(document: entry.facts.document, principal: principal)
        others[signer, default: []].append(entry.facts.number)
      case .unknownKey:
        tellSignature(entry, "signed with a key that is not among the allowed ones")
      case .wrong: tellSignature(entry, "not what was signed")
      }
    }
  }

  private func signed(_ entry: ChainEntry) -> SignatureCheck.Signed? {
    guard let object = try? library.repository.objects.read(entry.commit),
      let (signature, payload) = CommitSignature.split(object.bytes),
      let commit = Commit(bytes: object.bytes)
    else { return nil }
    return SignatureCheck.Signed(
      signature: signature, payload: payload, author: commit.author.email,
      seconds: commit.committer.seconds)
  }

  private mutating func tellSignatures(_ document: UUID, _ unsigned: [ChainEntry]) {
    for (isRewritten, what) in [
      (false, "not signed"), (true, "not signed since the history was rewritten"),
    ] {
      let numbers = unsigned.filter { ($0.facts.original != nil) == isRewritten }
        .map(\.facts.number)
      if !numbers.isEmpty { tellSignature(document, numbers.sorted(), .signature, .note, what) }
    }
  }

  private mutating func tellSignature(_ entry: ChainEntry, _ what: String) {
    tellSignature(entry.facts.document, [entry.facts.number], .signature, .damage, what)
  }

  private mutating func tellSignature(
    _ document: UUID, _ numbers: [Int], _ kind: Finding.Kind, _ severity: Finding.Severity,
    _ what: String
  ) {
    let path = path(of: document)
    let name = path.map { "'\($0)'" } ?? "id:\(document)"
    var finding = Finding(
      kind, severity,
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
