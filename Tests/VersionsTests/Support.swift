import Foundation

@testable import versions

/// Bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A command line of words without blanks in them; `''` is an empty word.
func words(_ line: String) -> [[UInt8]] {
  line.split(separator: " ").map { $0 == "''" ? [] : Array($0.utf8) }
}

/// What a process answered.
struct Answer {
  let status: Int32
  let output: String
  let error: String
}

/// Runs a program found in PATH, with a text on its standard input.
func run(_ program: String, _ arguments: [String], input: String = "") throws -> Answer {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  // Files, so that no pipe can fill up.
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  let paths = ["in", "out", "err"].map { folder.path + "/" + $0 }
  try input.write(toFile: paths[0], atomically: false, encoding: .utf8)
  for path in paths[1...] { try "".write(toFile: path, atomically: false, encoding: .utf8) }
  process.standardInput = FileHandle(forReadingAtPath: paths[0])
  process.standardOutput = FileHandle(forWritingAtPath: paths[1])
  process.standardError = FileHandle(forWritingAtPath: paths[2])
  try process.run()
  process.waitUntilExit()
  let texts = paths.map {
    String(decoding: FileManager.default.contents(atPath: $0) ?? Data(), as: UTF8.self)
  }
  return Answer(status: process.terminationStatus, output: texts[1], error: texts[2])
}

/// Whether a program is in PATH.
func isInstalled(_ program: String) -> Bool {
  (try? run("sh", ["-c", "command -v \(program)"]))?.status == 0
}

/// Writes a program. Another process does, so that no fork of ours has it open when it is run.
func writeProgram(_ path: String, _ text: String) throws {
  _ = try run("sh", ["-c", "cat > \"$0\" && chmod +x \"$0\"", path], input: text)
}

/// A folder that goes when nobody holds it any more.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/versions-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The built command, which lies beside the test bundle.
func builtCommand() -> String? {
  guard let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  else { return nil }
  // Debug builds run a bundle in the build folder; its path is among the arguments.
  let candidates = [test] + CommandLine.arguments
  for candidate in candidates where candidate.contains("/.build/") {
    let folder = URL(fileURLWithPath: candidate).deletingLastPathComponent().path
    let command = folder + "/versions"
    if FileManager.default.isExecutableFile(atPath: command) { return command }
  }
  return nil
}
