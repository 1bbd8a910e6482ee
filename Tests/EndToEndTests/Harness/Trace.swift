import Files

/// The system calls of a command that say what is safe on disk and when, as strace saw them.
struct Trace {
  /// One call that succeeded.
  enum Call: Equatable {
    /// A file or folder was synced; the path it had then.
    case sync(String)
    /// A path got what another had.
    case rename(from: String, to: String)
    /// A file got a second name.
    case link(from: String, to: String)
    /// The process ended by itself.
    case end(code: Int)
  }

  let calls: [Call]

  /// Whether strace is there and may be used.
  static let isPossible: Bool = {
    guard let sandbox = try? Sandbox(library: false) else { return false }
    let answer = try? sandbox.run("strace", "-f", "-y", "-o", "/dev/null", "true")
    return answer?.code == 0
  }()

  /// Runs `versions`, which must succeed, under strace.
  init(_ words: Word..., in sandbox: Sandbox) throws {
    let file = sandbox.folder.appending("trace")
    let answer = try sandbox.start(
      [
        "strace", "-f", "-y", "-s", "4096", "-o", Word(file), "-e",
        "trace=fsync,fdatasync,rename,renameat,renameat2,link,linkat,exit_group",
        Word(sandbox.command),
      ] + words
    ).finish(within: Sandbox.generous)
    guard answer.code == 0 else { throw Failure(text: answer.errorText) }
    let text = String(decoding: try File(file).readToEnd(), as: UTF8.self)
    calls = text.split(separator: "\n").compactMap { Trace.call(in: String($0)) }
  }

  struct Failure: Error {
    let text: String
  }

  /// `16904 fsync(4</a/b>) = 0`, `16904 rename("/a", "/b") = 0`, `16904 exit_group(0) = ?`.
  private static func call(in line: String) -> Call? {
    guard let blank = line.firstIndex(of: " "), let open = line.firstIndex(of: "("),
      blank < open
    else { return nil }
    // Strace fills up numbers of fewer than five digits with blanks.
    let name = line[blank...].drop { $0 == " " }.prefix { $0 != "(" }
    let rest = line[open...].dropFirst()
    if name == "exit_group" { return Int(rest.prefix { $0 != ")" }).map(Call.end) }
    guard line.hasSuffix("= 0") else { return nil }
    if name.contains("sync") {
      guard let from = rest.firstIndex(of: "<"), let to = rest.lastIndex(of: ">") else {
        return nil
      }
      return .sync(String(rest[from..<to].dropFirst()))
    }
    let paths = rest.split(separator: "\"", omittingEmptySubsequences: false)
    guard paths.count >= 4 else { return nil }
    let (from, to) = (String(paths[1]), String(paths[3]))
    return name.contains("link") ? .link(from: from, to: to) : .rename(from: from, to: to)
  }

  /// How many times anything was synced.
  var syncs: Int { calls.count { if case .sync = $0 { true } else { false } } }

  /// Where a call stands, nil where it never came.
  func position(of call: Call) -> Int? { calls.firstIndex(of: call) }

  /// Where a path is synced first at or after a position.
  func sync(of path: FilePath, from position: Int = 0) -> Int? {
    calls[position...].firstIndex(of: .sync(path.description))
  }

  /// Where a path gets what another had.
  func rename(to path: FilePath) -> (position: Int, from: FilePath)? {
    for (position, call) in calls.enumerated() {
      if case .rename(let from, path.description) = call { return (position, FilePath(from)) }
    }
    return nil
  }
}
