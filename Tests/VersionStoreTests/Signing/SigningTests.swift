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
  private func allow(_ name: String) throws {
    let key = try File(keys.appending("\(name).pub")).readToEnd()
    try File(keys.appending("allowed"), [.write, .create, .truncate])
      .write(Array("ada@example.org ".utf8) + key)
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
    for version in try temporary.versions("a.txt") {
      let (status, _) = try GitCommand.run(
        [
          "--git-dir=\(temporary.library.store)", "-c",
          "gpg.ssh.allowedSignersFile=\(keys)/allowed", "verify-commit", version.commit.hex,
        ], in: temporary.folder)
      #expect(status == 0)
    }
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
