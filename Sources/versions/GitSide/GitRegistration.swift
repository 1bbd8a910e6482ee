import Files
import Glibc
import VersionStore

/// The settings and attributes by which git asks this program about some files.
struct GitRegistration {
  /// Where git keeps them.
  enum Scope: String, Sendable {
    /// In the repository around the current folder.
    case local
    /// For the person, in all repositories.
    case global
  }

  /// One setting, or one line of attributes.
  struct Entry {
    /// What it is: a setting's name, or the file of a line.
    let name: [UInt8]
    let value: [UInt8]
    let isAttribute: Bool
  }

  let scope: Scope
  /// The file of attributes.
  let attributes: FilePath

  init(_ scope: Scope) throws {
    self.scope = scope
    let text = { (text: String) in Array(text.utf8) }
    switch scope {
    case .local:
      let answer = try GitProgram.run(
        ["rev-parse", "--git-path", "info/attributes"].map(text))
      guard answer.status == 0 else {
        throw CommandFailure(
          .libraryNotFound,
          "no git repository here: \(VisibleText.string(answer.complaint))",
          hints: ["for all your repositories: versions git-config --global"])
      }
      attributes = FilePath(answer.text)
    case .global:
      var path: [UInt8]?
      for place in ["--global", "--system"] where path == nil {
        let answer = try GitProgram.run(
          ["config", place, "--type=path", "--get", "core.attributesFile"].map(text))
        if answer.status == 0, !answer.text.isEmpty { path = answer.text }
      }
      attributes = try FilePath(path ?? Self.usualAttributes())
    }
  }

  /// Where git looks without a setting.
  private static func usualAttributes() throws -> [UInt8] {
    if let folder = getenv("XDG_CONFIG_HOME"), folder.pointee != 0 {
      return bytes(folder) + Array("/git/attributes".utf8)
    }
    guard let home = getenv("HOME"), home.pointee != 0 else {
      throw CommandFailure(.system, "there is no home folder: HOME is not set")
    }
    return bytes(home) + Array("/.config/git/attributes".utf8)
  }

  private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  // MARK: What there is to be

  /// The settings.
  static func settings() throws -> [Entry] {
    let program = try ShellProgram.own()
    func setting(_ name: String, _ value: [UInt8]) -> Entry {
      Entry(name: Array(name.utf8), value: value, isAttribute: false)
    }
    let driver = program + Array(" git-driver".utf8)
    // Git takes a percent sign in a merge driver's command for one of its own letters.
    let escaped = driver.flatMap { $0 == UInt8(ascii: "%") ? [$0, $0] : [$0] }
    return [
      setting("diff.versions.command", driver + Array(" --".utf8)),
      setting("diff.versions.textconv", driver + Array(" --textconv --".utf8)),
      setting("merge.versions.name", Array("drawings, JSON and texts by what they hold".utf8)),
      setting(
        "merge.versions.driver",
        escaped + Array(" --merge -- %O %A %B %L %P %S %X %Y".utf8)),
    ]
  }

  /// What is set now, nil for nothing.
  func present(_ setting: Entry) throws -> [UInt8]? {
    let answer = try GitProgram.run(words("--get", setting))
    return answer.status == 0 ? answer.text : nil
  }

  func set(_ setting: Entry) throws {
    try GitProgram.succeed(words("--replace-all", setting) + [setting.value])
  }

  /// Takes a setting away.
  /// - Returns: False where there was none.
  func unset(_ setting: Entry) throws -> Bool {
    guard try present(setting) != nil else { return false }
    try GitProgram.succeed(words("--unset-all", setting))
    return true
  }

  /// The words after `git`.
  func words(_ action: String?, _ setting: Entry) -> [[UInt8]] {
    ["config", "--\(scope.rawValue)"].map { Array($0.utf8) }
      + (action.map { [Array($0.utf8)] } ?? []) + [setting.name]
  }
}
