import Files
import Testing

/// The scripts of the project, with the command that is built already.
@Suite(.enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct ScriptTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(library: false)
    sandbox.environment["VERSIONS_COMMAND"] = Word(sandbox.command)
    sandbox.environment["TMPDIR"] = Word(sandbox.folder)
  }

  @Test func demoRunsToItsEndAndLosesNothing() throws {
    let answer = try run("demo")
    #expect(answer.ending == .exit(0), "\(answer.errorText)")
    #expect(answer.text.contains("$ versions restore manual.md 'sent to Anna'\n"))
    #expect(answer.text.hasSuffix("versions of meadow.emojiart come back byte for byte\n"))
    #expect(try Folder.entries(of: sandbox.library).isEmpty)
  }

  @Test func demoTouchesNoFolderThatHoldsSomething() throws {
    try sandbox.write("there.txt", "mine\n")
    let answer = try run("demo", ".")
    #expect(answer.ending == .exit(4))
    #expect(try sandbox.names() == ["there.txt"])
  }

  @Test func installPutsEachFileInItsPlaceTwice() throws {
    sandbox.environment["DESTDIR"] = Word(sandbox.library)
    let places: [Word] = [
      "bin/versions", "share/man/man1/versions.1", "share/bash-completion/completions/versions",
      "share/zsh/site-functions/_versions", "share/fish/vendor_completions.d/versions.fish",
      "share/systemd/user/versions-watch@.service",
    ]
    for _ in 0..<2 {
      let answer = try run("install", "/opt/tools")
      #expect(answer.ending == .exit(0), "\(answer.errorText)")
      #expect(answer.lines == places.map { "\(sandbox.library)/opt/tools/\($0)" })
      for place in places {
        #expect(try FileStatus(of: sandbox.path("opt/tools/" + place)).size > 0, "\(place)")
      }
    }
    #expect(Set(try sandbox.names(in: "opt/tools")) == ["bin", "share"])
    let unit = try sandbox.read("opt/tools/share/systemd/user/versions-watch@.service")
    #expect(unit.text.contains("\nExecStart=/opt/tools/bin/versions watch -- %f\n"))
    let version = try sandbox.run(Word(sandbox.path("opt/tools/bin/versions")), "--version")
    #expect(version.text.hasPrefix("versions "))
  }

  @Test(
    "The bench measures each piece of work, in a library that git fast-import wrote",
    .enabled(if: (try? FileStatus(of: "/usr/bin/python3", followingLink: true)) != nil))
  func benchRuns() throws {
    let answer = try run("bench", "--quick", "--cache", Word(sandbox.library))
    #expect(answer.ending == .exit(0), "\(answer.errorText)")
    for work in ["list", "save", "show", "autosave", "watch-start,", "watch-save,"] {
      #expect(answer.lines.contains { $0.hasPrefix("\(work) ") }, "\(work)")
    }
    #expect(answer.text.contains("bars reached"))
  }

  @Test("A command line that a script does not know is refused", arguments: ["demo", "install"])
  func wrongCommandLine(script: String) throws {
    #expect(try run(Word(script), "--nonsense").ending == .exit(2))
    #expect(try run(Word(script), "a", "b").ending == .exit(2))
  }

  private func run(_ script: Word, _ words: Word...) throws -> Child.Answer {
    let path = Word(Sandbox.packageFolder.appending("Scripts")) + "/" + script
    return try sandbox.start([path] + words).finish(within: .seconds(180))
  }
}
