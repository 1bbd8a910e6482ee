import Foundation
import Testing

@testable import versions

@Suite struct CompletionTests {
  private static let stub = """
    #!/bin/sh
    [ "$*" = 'list --json -n 200 -- my file.txt' ] || exit 3
    echo '{"document":"my file.txt","id":"x","version":12,"versionId":"y"}'
    echo '{"document":"my file.txt","id":"x","version":11,"versionId":"z"}'
    """

  @Test(
    "bash completes commands, options, values, documents and versions",
    arguments: [
      ("versions re", "rename restore", ""),
      (
        "versions ''",
        "init save autosave list status log show diff blame find restore copy undo rename duplicate delete label lock unlock import export prune purge compact verify stats watch config git-config git-driver help",
        ""
      ),
      ("versions sy", "", ""),
      ("versions --js", "--json", ""),
      ("versions list --s", "--since", ""),
      ("versions list --re", "--reverse", ""),
      ("versions save --au", "--author", ""),
      ("versions show --au", "", ""),
      ("versions list --event re", "rename restore", ""),
      ("versions list --event = re", "rename restore", ""),
      (
        "versions list --event =",
        "autosave conflict copy delete duplicate import lock merge rename restore save undo unlock",
        ""
      ),
      ("versions list --color a", "always auto", ""),
      ("versions --color never sh", "show", ""),
      ("versions --library x sh", "show", ""),
      ("versions --library = x sh", "show", ""),
      ("versions --library ''", "", "-o dirnames"),
      ("versions list -n ''", "", ""),
      ("versions list -n 5 ''", "", "-o default"),
      ("versions show ''", "", "-o default"),
      ("versions -- show ''", "", "-o default"),
      ("versions save -- --", "", "-o default"),
      ("versions save a b ''", "", "-o default"),
      ("versions restore a 1 --to ''", "", "-o default"),
      ("versions show \"'my file.txt'\" 1", "11 12", "-o nosort"),
      ("versions show 'my\\ file.txt' --info 1", "11 12", "-o nosort"),
      ("versions show other.txt ''", "current first latest saved yesterday", "-o nosort"),
      ("versions show other.txt 1 ''", "", ""),
      ("versions help sel", "selectors", ""),
      ("versions completions f", "fish", ""),
    ])
  func bashCompletes(line: String, expected: String, options: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try writeProgram(folder.path + "/versions", Self.stub)
    let script =
      BashCompletions.script() + """

        PATH='\(folder.path)':$PATH
        compopt() { options+="$*"; }
        COMP_WORDS=(\(line)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) options=
        _versions
        printf '%s\\n' "${COMPREPLY[@]}"
        echo "$options" >&2
        """
    let answer = try run("bash", ["-u", "-c", script])
    // bash sorts what it shows itself, unless asked not to.
    let words = answer.output.split(separator: "\n").sorted()
    #expect(words == expected.split(separator: " ").sorted())
    #expect(answer.error == options + "\n")
  }

  @Test("zsh understands its completions", .enabled(if: isInstalled("zsh"), "zsh is not installed"))
  func zshReads() throws {
    let answer = try run("zsh", ["-n", "/dev/stdin"], input: ZshCompletions.script())
    #expect(answer.status == 0)
    #expect(answer.error == "")
  }

  @Test(
    "fish completes",
    .enabled(if: isInstalled("fish"), "fish is not installed"),
    arguments: [
      ("versions re", ["rename", "restore"]),
      ("versions list --s", ["--since"]),
      ("versions list --event re", ["rename", "restore"]),
      ("versions --json sh", ["show"]),
      ("versions --library x sh", ["show"]),
      ("versions help sel", ["selectors"]),
      ("versions show a.txt l", ["latest"]),
      ("versions save --auth", ["--author"]),
      ("versions show --auth", []),
    ])
  func fishCompletes(line: String, expected: [String]) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try writeProgram(folder.path + "/versions", Self.stub)
    let script =
      "set -x PATH \(folder.path) $PATH\n"
      + FishCompletions.script() + "\ncomplete -C '\(line)'\n"
    let answer = try run("fish", ["--no-config", "-c", script])
    let words = answer.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(Set(words.map(String.init)) == Set(expected))
    #expect(answer.error == "")
  }

  @Test func eachShellOffersEachOption() {
    for declaration in CommandName.declarations {
      for option in declaration.allOptions {
        #expect(BashCompletions.script().contains(option.long))
        #expect(ZshCompletions.script().contains(option.long))
        #expect(FishCompletions.script().contains("-l \(option.long.dropFirst(2)) "))
      }
    }
  }
}
