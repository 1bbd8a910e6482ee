import Files
import Testing

@testable import Git

@Suite("git as a child")
struct GitChildTests {
  private func child(_ scratch: Scratch) throws -> Git.GitProcess {
    let folders: [FilePath] = ["/usr/local/bin", "/usr/bin", "/bin"]
    return Git.GitProcess(
      try #require(ChildProcess.find("git", in: folders)), repository: scratch.folder)
  }

  @Test("works on the repository with what it is given")
  func objects() throws {
    let scratch = try Scratch()
    let answer = try child(scratch).require(["hash-object", "-w", "--stdin"], input: bytes("text"))
    let id = ObjectDatabase.name(of: .blob, bytes("text"))
    #expect(String(decoding: answer, as: UTF8.self) == id.hex + "\n")
    #expect(try scratch.objects.read(id).bytes == bytes("text"))
  }

  @Test("that fails is an error with its first complaint")
  func failing() throws {
    let scratch = try Scratch()
    let child = try child(scratch)
    let error = failure { () throws(GitError) in try child.require(["cat-file", "blob", "nothing"])
    }
    #expect(
      error
        == .git(
          "cat-file", status: 128, message: "fatal: Not a valid object name nothing"))
  }

  @Test("hears of nobody's settings and hooks")
  func settings() throws {
    let scratch = try Scratch()
    try scratch.write(bytes("#!/bin/sh\nexit 1\n"), at: "hooks/reference-transaction")
    try FileSystem.setPermissions(scratch.folder.appending("hooks/reference-transaction"), 0o755)
    let child = try child(scratch)
    let blob = try scratch.objects.write(.blob, bytes("text"))
    try child.require(["update-ref", "refs/paths/one", blob.hex])
    #expect(try scratch.references.find("refs/paths/one") == blob)
    let listed = try child.require(["config", "--list", "--show-scope"])
    let scopes = String(decoding: listed, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first }
    #expect(Set(scopes) == ["local", "command"])
  }

  @Test("that is stopped is an interruption")
  func stopped() throws {
    let scratch = try Scratch()
    var child = try child(scratch)
    child.isStopped = { true }
    let stopped = child
    #expect(failure { () throws(GitError) in try stopped.run(["version"]) } == .interrupted)
  }
}
