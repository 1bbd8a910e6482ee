import Files
import Git

/// What commits changed, as `git diff-tree` tells it, with renames found.
struct GitChanges {
  /// One file's change against one parent.
  struct Change {
    /// `A`, `M`, `D`, `T`, `R`.
    let kind: UInt8
    /// The mode it has now, 0 for a deletion.
    let mode: UInt32
    /// What it holds now.
    let id: ObjectID
    /// Where it is, or was.
    let path: [UInt8]
    /// Where it was before a rename.
    let oldPath: [UInt8]?
  }

  /// Goes through commits in their order.
  /// - Parameter body: Gets the place of a commit, and its changes against each parent.
  static func read(
    _ process: GitProcess, _ commits: [GitCommits.Entry],
    _ body: (Int, [[Change]]) throws(StoreError) -> Void
  ) throws(StoreError) {
    var asked = 0
    var parser = Parser(commits: commits)
    var failure: StoreError?
    let outcome = try inStore { () throws(GitError) in
      try process.stream(
        [
          "diff-tree", "--stdin", "--always", "-z", "-r", "-M", "--root", "--raw", "--no-abbrev",
          "--no-ext-diff", "--no-textconv",
        ],
        input: {
          var request: [UInt8] = []
          while request.count < 1 << 15, asked < commits.count {
            let commit = commits[asked]
            asked += 1
            // Against each parent by itself, so that each answer has its place.
            for parent in commit.parents {
              request += commit.id.hexBytes + [UInt8(ascii: " ")] + commits[parent].id.hexBytes
              request.append(UInt8(ascii: "\n"))
            }
            if commit.parents.isEmpty { request += commit.id.hexBytes + [UInt8(ascii: "\n")] }
          }
          return request
        },
        output: { bytes in
          do throws(StoreError) {
            try parser.take(bytes, body)
            return true
          } catch {
            failure = error
            return false
          }
        })
    }
    if let failure { throw failure }
    guard outcome.status == 0 else {
      throw StoreError(
        .system, "git cannot compare the commits: \(printable(outcome.errors.firstLine))")
    }
    try parser.finish(body)
  }

  /// Takes the answer apart: words that end in NUL.
  private struct Parser {
    let commits: [GitCommits.Entry]
    private var commit = 0
    private var answers: [[Change]] = []
    private var word: [UInt8] = []
    private var head: [UInt8]?
    private var oldPath: [UInt8]?

    init(commits: [GitCommits.Entry]) { self.commits = commits }

    mutating func take(
      _ piece: UnsafeRawBufferPointer, _ body: (Int, [[Change]]) throws(StoreError) -> Void
    ) throws(StoreError) {
      var rest = piece[...]
      while let end = rest.firstIndex(of: 0) {
        word += rest[..<end]
        rest = rest[(end + 1)...]
        try take(word, body)
        word.removeAll(keepingCapacity: true)
      }
      word += rest
    }

    private mutating func take(
      _ word: [UInt8], _ body: (Int, [[Change]]) throws(StoreError) -> Void
    ) throws(StoreError) {
      if let head {
        let kind = head.last { $0 >= UInt8(ascii: "A") } ?? 0
        let isPair = head[head.lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 } ?? 0] == renamed
        if isPair, oldPath == nil {
          oldPath = word
          return
        }
        add(head, isPair ? renamed : kind, word)
        self.head = nil
        oldPath = nil
      } else if word.first == UInt8(ascii: ":") {
        head = word
      } else {
        // The name of the commit begins the answer to the next question.
        if answers.count == max(1, commits[commit].parents.count) {
          try body(commit, answers)
          commit += 1
          answers = []
        }
        answers.append([])
      }
    }

    mutating func finish(
      _ body: (Int, [[Change]]) throws(StoreError) -> Void
    ) throws(StoreError) {
      if !answers.isEmpty { try body(commit, answers) }
    }

    /// Adds `:100644 100644 <old> <new> M` and its path.
    private mutating func add(_ head: [UInt8], _ kind: UInt8, _ path: [UInt8]) {
      let words = head.split(separator: UInt8(ascii: " "))
      guard words.count == 5, let id = ObjectID(hex: words[3]),
        let mode = UInt32(String(decoding: words[1], as: UTF8.self), radix: 8)
      else { return }
      answers[answers.count - 1].append(
        Change(kind: kind, mode: mode, id: id, path: path, oldPath: oldPath))
    }

    private let renamed = UInt8(ascii: "R")
  }
}
