import Files
import Synchronization
import Testing

@testable import Git
@testable import VersionStore

/// Versions signed with an SSH key, checked by us and by git.
@Suite(
  .enabled(
    if: ChildProcess.find("ssh-keygen", in: ["/usr/local/bin", "/usr/bin", "/bin"]) != nil,
    "ssh-keygen is not installed"))
struct SigningTests {
  private let temporary: TemporaryLibrary
  private let keys: FilePath

  init() throws {
    temporary = try TemporaryLibrary()
    keys = temporary.library.store.appending("versions/test-keys")
    try Folder.make(keys)
    for (name, passphrase) in [("own", ""), ("other", ""), ("closed", "secret")] {
      try keygen("-q", "-t", "ed25519", "-N", passphrase, "-f", "\(keys)/\(name)")
    }
    try allow("own")
    try set("allowedSigners", "\(keys)/allowed")
    try set("signingKey", "\(keys)/own")
  }

  private func keygen(_ words: String...) throws {
    let program = try #require(
      ChildProcess.find("ssh-keygen", in: ["/usr/local/bin", "/usr/bin", "/bin"]))
    let child = ChildProcess(program, words.map { Array($0.utf8) }, environment: [])
    #expect(try child.run(output: { _ in true }).status == 0)
  }

  private func set(_ name: String, _ value: String) throws {
    try temporary.library.set(try Setting.named(Array(name.utf8)), to: value)
  }

  /// Lets only the signatures of one key count.
  private func allow(_ name: String, of principals: String = "ada@example.org") throws {
    let key = try File(keys.appending("\(name).pub")).readToEnd()
    try File(keys.appending("allowed"), [.write, .create, .truncate])
      .write(Array("\(principals) ".utf8) + key)
  }

  /// Whether git takes the signatures of all versions for good.
  private func isGoodToGit() throws -> Bool {
    try temporary.versions("a.txt").allSatisfy { version in
      try GitCommand.run(
        [
          "--git-dir=\(temporary.library.store)", "-c",
          "gpg.ssh.allowedSignersFile=\(keys)/allowed", "verify-commit", version.commit.hex,
        ], in: temporary.folder
      ).status == 0
    }
  }

  /// Saves with the settings as they are now.
  private func save(_ text: String) throws {
    try temporary.write(text, at: "a.txt")
    _ = try temporary.reopened().save(try documentPath("a.txt"), as: .save, label: nil)
  }

  private func findings() throws -> [String] {
    var verification = try Verification(try temporary.reopened())
    try verification.checkSignatures()
    return verification.findings.map(\.message)
  }

  @Test func signedVersionsAreWholeToUsAndToGit() throws {
    for number in 1...3 { try save("text \(number)\n") }
    #expect(try findings() == [])
    #expect(try isGoodToGit())
    #expect(try temporary.texts("a.txt") == ["text 1\n", "text 2\n", "text 3\n"])
    try temporary.fsck()
  }

  @Test func signatureOfAnotherIsNamed() throws {
    try save("text 1\n")
    try allow("other")
    #expect(
      try findings() == [
        "version 1 of 'a.txt' is signed with a key that is not among the allowed ones"
      ])
  }

  @Test(
    "The author counts as the file of allowed signers says, and so to git",
    arguments: [
      ("ada@example.org", nil, true),
      ("bo@example.org,ada@example.org", nil, true),
      ("*@example.org", nil, true),
      ("bo@example.org", "is signed by bo@example.org, who is not the author", true),
      ("*@elsewhere.org", "is signed by *@elsewhere.org, who is not the author", true),
      (#"ada@example.org valid-after="20200101",valid-before="20280101""#, nil, true),
      (
        #"ada@example.org valid-before="20200101""#,
        "is signed with a key that is not among the allowed ones", false
      ),
      (
        #"ada@example.org namespaces="file""#,
        "is signed with a key that is not among the allowed ones", false
      ),
    ] as [(String, String?, Bool)])
  func principals(line: String, finding: String?, isGood: Bool) throws {
    try save("text 1\n")
    try allow("own", of: line)
    var verification = try Verification(try temporary.reopened())
    try verification.checkSignatures()
    #expect(
      verification.findings.map(\.message)
        == [finding].compactMap { $0.map { "version 1 of 'a.txt' \($0)" } })
    #expect(try isGoodToGit() == isGood)
    #expect(verification.hasDamage != isGood)
    #expect(verification.findings.allSatisfy { $0.kind == (isGood ? .signer : .signature) })
  }

  @Test func anotherSignerIsNotedOnceForAllHisVersions() throws {
    for number in 1...3 { try save("text \(number)\n") }
    try allow("own", of: "bo@example.org")
    #expect(
      try findings() == [
        "versions 1-3 of 'a.txt' are signed by bo@example.org, who is not the author"
      ])
  }

  @Test(
    "A version costs one process, whoever of the allowed ones signed it",
    arguments: ["ada@example.org", "bo@example.org"])
  func processes(principal: String) throws {
    for number in 1...20 { try save("text \(number)\n") }
    try allow("own", of: principal)
    let programs = keys.appending("programs")
    try Folder.make(programs)
    let script = "#!/bin/sh\necho >> '\(keys)/count'\nexec /usr/bin/ssh-keygen \"$@\"\n"
    try File(programs.appending("ssh-keygen"), [.write, .create], permissions: 0o755)
      .write(bytes(script))
    let library = try temporary.reopened()
    library.surroundings.programFolders.insert(programs, at: 0)
    var verification = try Verification(library)
    try verification.checkSignatures()
    #expect(verification.hasDamage == false)
    let count = try File(keys.appending("count")).readToEnd().count
    // Finding out who else it is costs two more, for each thread that asks before it is known.
    let more = principal.hasPrefix("ada") ? 0 : 2 * Threads.processors
    #expect((20...(20 + more)).contains(count))
  }

  @Test func versionsWrittenAnewByPruningAreNoted() throws {
    for number in 1...3 {
      try temporary.write("text \(number)\n", at: "a.txt")
      _ = try temporary.reopened().save(try documentPath("a.txt"), as: .autosave, label: nil)
    }
    let library = try temporary.reopened()
    let policy = try #require(PrunePolicy("last=1"))
    try library.prune(try library.documents(), by: policy) { _, _ in }
    #expect(
      try findings() == ["version 3 of 'a.txt' is not signed since the history was rewritten"])
  }

  @Test func keyOfASignatureIsFoundInIt() throws {
    try save("text 1\n")
    let version = try temporary.version(1, of: "a.txt")
    let object = try temporary.library.repository.objects.read(version.commit)
    let signature = try #require(CommitSignature.split(object.bytes)).signature
    let key = try #require(SignatureKey.bytes(ofSignature: signature))
    #expect(key.count == 51 && key.dropFirst(4).starts(with: "ssh-ed25519".utf8))
    for length in 0..<signature.count {
      // Cut anywhere it is a key or none, and never another.
      let cut = SignatureKey.bytes(ofSignature: Array(signature.prefix(length)))
      #expect(cut == nil || cut == key)
    }
  }

  @Test func signedVersionThatWasAlteredIsNamed() throws {
    try save("text 1\n")
    let version = try temporary.version(1, of: "a.txt")
    let object = try temporary.library.repository.objects.read(version.commit)
    var commit = try #require(Commit(bytes: object.bytes))
    #expect(commit.bytes == object.bytes)
    commit.author.seconds -= 60
    let altered = try temporary.library.repository.objects.write(.commit, commit.bytes)
    try temporary.library.repository.references.move(
      ReferenceNames.chain(of: version.document), to: altered, expecting: version.commit)
    #expect(try findings() == ["version 1 of 'a.txt' is not what was signed"])
  }

  @Test("A key that cannot be used stops no save, and is told", arguments: ["closed", "none"])
  func keyThatCannotBeUsed(key: String) throws {
    try set("signingKey", "\(keys)/\(key)")
    let heard = Heard()
    let library = try temporary.reopened()
    library.surroundings.remark = { heard.add($0) }
    try temporary.write("text 1\n", at: "a.txt")
    _ = try library.save(try documentPath("a.txt"), as: .save, label: nil)
    #expect(heard.all.count == 1 && heard.all[0].hasPrefix("the version is not signed: "))
    #expect(try findings() == ["version 1 of 'a.txt' is not signed"])
  }

  /// What was remarked.
  private final class Heard: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  @Test func withoutAllowedSignersNothingIsChecked() throws {
    try temporary.library.set(try Setting.named(bytes("allowedSigners")), to: nil)
    #expect(kind { try findings() } == .invalid)
  }

  @Test func headerIsTakenApartAsItWasPutTogether() throws {
    let signature = bytes(
      "-----BEGIN SSH SIGNATURE-----\nAAAA\nBBBB\n-----END SSH SIGNATURE-----\n")
    let start = bytes("tree 1\nauthor a\ncommitter b\n")
    let message = bytes("\nsave a.txt\n\ngpgsig is no header here\n")
    let commit = start + CommitSignature.header(signature) + message
    let split = try #require(CommitSignature.split(commit))
    #expect(split.signature == signature)
    #expect(split.payload == start + message)
    #expect(CommitSignature.split(start + message) == nil)
  }
}
