import Testing

@testable import versions

@Suite struct FailureTests {
  @Test("Each kind of failure has its code and its exit code")
  func codes() {
    let table = CommandFailure.Kind.allCases.map { "\($0.rawValue) \($0.exitCode.rawValue)" }
    #expect(
      table == [
        "usage 2", "library-not-found 3", "document-not-found 3", "version-not-found 3",
        "part-not-found 3", "ambiguous-selector 3", "ambiguous-document 3", "setting-not-found 3",
        "not-a-document 3", "wrong-kind 4", "renamed 3", "locked 4", "too-big 4",
        "changed-meanwhile 4", "target-exists 4",
        "read-only 4", "nothing-to-undo 4", "latest-version 4", "empty-policy 4",
        "content-since 4", "newer-format 4", "busy 5", "git-missing 7", "damaged 6", "disk-full 7",
        "permission 7", "foreign-owner 7", "system 7",
        "merge-failed 129", "git 7", "interrupted 130",
      ])
  }

  private static let failure = CommandFailure(
    .locked, "'a.txt' is locked", hints: ["versions unlock a.txt", "or 'restore --to'"])

  @Test func failureAsText() {
    let text =
      "versions: 'a.txt' is locked\n  hint: versions unlock a.txt\n  hint: or 'restore --to'\n"
    #expect(Diagnostics.bytes(Self.failure, json: false) == bytes(text))
  }

  @Test func failureAsJSON() {
    let line =
      #"{"error":{"code":"locked","exit":4,"message":"'a.txt' is locked","#
      + #""hints":["versions unlock a.txt","or 'restore --to'"]}}"#
    #expect(Diagnostics.bytes(Self.failure, json: true) == bytes(line + "\n"))
    let bare = #"{"error":{"code":"busy","exit":5,"message":"m"}}"#
    #expect(Diagnostics.bytes(CommandFailure(.busy, "m"), json: true) == bytes(bare + "\n"))
  }

  @Test func warningBothWays() {
    let text = Diagnostics.warning("renamed", "m", hints: ["h"], json: false)
    #expect(text == bytes("versions: warning: m\n  hint: h\n"))
    let line = Diagnostics.warning("renamed", "m", hints: [], json: true)
    #expect(line == bytes(#"{"warning":{"code":"renamed","message":"m"}}"# + "\n"))
  }
}
