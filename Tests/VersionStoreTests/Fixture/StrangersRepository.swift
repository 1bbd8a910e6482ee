import Files
import Testing

@testable import VersionStore

/// A git repository as somebody else made it, in a folder of its own that goes with the value.
final class StrangersRepository {
  let folder: FilePath
  /// Seconds since 1970 of the latest commit.
  var clock = 1_700_000_000

  init() throws {
    folder = try TemporaryLibrary.makeFolder()
    try git("init", "-q", "-b", "main")
  }

  deinit { try? FileSystem.removeAll(folder) }

  /// Runs git, which must succeed, and gives what it printed.
  @discardableResult
  func git(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let settings = [
      "-c", "user.name=Committer", "-c", "user.email=c@example.org", "-c",
      "protocol.file.allow=always",
    ]
    let (status, output) = try GitCommand.run(
      settings + arguments, in: folder, environment: ["GIT_COMMITTER_DATE=@\(clock + 60) +0200"])
    #expect(status == 0, "git \(arguments)", sourceLocation: sourceLocation)
    var text = String(decoding: output, as: UTF8.self)
    while text.last == "\n" { text.removeLast() }
    return text
  }

  func write(_ text: String, at path: String) throws {
    let location = folder.appending(path)
    try Folder.makeAll(location.parent)
    try File(location, [.write, .create, .truncate]).write(Array(text.utf8))
  }

  func remove(_ path: String) throws { try FileSystem.removeAll(folder.appending(path)) }

  func move(_ old: String, _ new: String) throws {
    try Folder.makeAll(folder.appending(new).parent)
    try FileSystem.rename(folder.appending(old), to: folder.appending(new))
  }

  /// Commits all that is there, an hour after the commit before.
  func commit(_ message: String, author: String = "Jo <jo@example.org>") throws {
    clock += 3600
    try git("add", "-A")
    try git(
      "-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", message,
      "--author=\(author)", "--date=@\(clock) +0130")
  }

  /// Writes a file and commits it.
  func commit(_ message: String, _ path: String, _ text: String) throws {
    try write(text, at: path)
    try commit(message)
  }
}

extension TemporaryLibrary {
  /// Imports, and gives what became of each document: `a.txt: 3 of 3`, or the kind of failure.
  @discardableResult
  func importing(
    _ source: FilePath, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws(StoreError) -> [String] {
    var options = ImportOptions()
    change(&options)
    var lines: [String] = []
    try library.importHistories(from: source, options: options) { report in
      switch report {
      case .reading, .progress: break
      case .done(let outcome):
        lines.append("\(outcome.version.path): \(outcome.added) of \(outcome.version.number)")
      case .failed(let error): lines.append("\(error.kind): \(error.message)")
      }
    }
    return lines
  }
}
