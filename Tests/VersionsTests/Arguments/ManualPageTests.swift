import Foundation
import Testing

@testable import versions

@Suite struct ManualPageTests {
  @Test("The manual page has each option and operand", arguments: CommandName.allCases)
  func explainsAll(name: CommandName) {
    let declaration = name.type.declaration
    guard !declaration.isHidden else { return }
    let page = ManualPage.text()
    #expect(page.contains("\\fB\(name.rawValue)\\fR"))
    for option in declaration.allOptions {
      let long = option.long.split(separator: "-", omittingEmptySubsequences: false)
        .joined(separator: "\\-")
      #expect(page.contains("\\fB\(long)\\fR"), "\(option.long)")
    }
  }

  @Test("man reads it without a warning", .enabled(if: isInstalled("man"), "man is not installed"))
  func manReadsIt() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/versions.1"
    try ManualPage.text().write(toFile: path, atomically: false, encoding: .utf8)
    let answer = try run("env", ["LC_ALL=C.UTF-8", "MANWIDTH=80", "man", "--warnings", "-l", path])
    #expect(answer.status == 0)
    #expect(answer.error == "")
    #expect(answer.output.contains("Only one of --to, --force can be given."))
    #expect(answer.output.contains("'.versions'"))
  }

  @Test(
    "mandoc finds nothing to remark",
    .enabled(if: isInstalled("mandoc"), "mandoc is not installed"))
  func mandocLikesIt() throws {
    let answer = try run("mandoc", ["-T", "lint"], input: ManualPage.text())
    #expect(answer.output == "")
  }
}
