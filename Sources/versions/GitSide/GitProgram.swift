import CSystem
import Files
import Glibc

/// Stock git, asked in the current folder.
enum GitProgram {
  /// What git answered.
  struct Answer {
    let status: Int32
    /// Standard output without the line end at its end.
    let text: [UInt8]
    /// The first line of what it complained.
    let complaint: [UInt8]
  }

  /// Runs git to its end.
  static func run(_ words: [[UInt8]]) throws -> Answer {
    var output: [Int32] = [-1, -1]
    var error: [Int32] = [-1, -1]
    guard versions_pipe(&output) == 0, versions_pipe(&error) == 0 else {
      throw CommandFailure(.system, "no pipe to git: \(Errno.current)")
    }
    let child = AttachedProcess(
      [Array("git".utf8)] + words, streams: [STDOUT_FILENO: output[1], STDERR_FILENO: error[1]])
    close(output[1])
    close(error[1])
    defer {
      close(output[0])
      close(error[0])
    }
    guard let child else {
      throw CommandFailure(
        .git, "git cannot be started", hints: ["install it, on Debian with: apt install git"])
    }
    // Git's complaints are short: they never fill their pipe while the answer is read.
    var text = read(output[0])
    let complaint = read(error[0])
    let status = child.finish()
    if text.last == 0x0A { text.removeLast() }
    return Answer(
      status: status, text: text, complaint: Array(complaint.prefix { $0 != 0x0A }))
  }

  /// Runs git, which must not complain.
  @discardableResult
  static func succeed(_ words: [[UInt8]]) throws -> [UInt8] {
    let answer = try run(words)
    guard answer.status == 0 else {
      throw CommandFailure(
        .git, "git says: \(VisibleText.string(answer.complaint))",
        hints: ["it was asked: git " + words.map(ShellWord.quoted).joined(separator: " ")])
    }
    return answer.text
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
