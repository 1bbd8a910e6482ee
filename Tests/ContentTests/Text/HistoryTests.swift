import Glibc
import Testing

@testable import Content

/// A document's versions, oldest first, as a clone of a bundle gives them.
final class ClonedHistory: Sendable {
  let scratch = ScratchFolder()
  let file: String
  let commits: [String]
  let contents: [[UInt8]]
  let texts: [TextContent]

  var folder: String { scratch.path + "/clone" }

  private static let all = allBundles.map { ClonedHistory(bundle: $0) }

  /// Each bundle is unpacked once.
  static func of(_ bundle: String) -> ClonedHistory {
    all[allBundles.firstIndex(of: bundle) ?? 0]
  }

  private init(bundle: String) {
    let source = SharedText.root + "/histories/" + bundle
    let folder = scratch.path + "/clone"
    _ = runProgram(["git", "clone", "-q", "-b", "main", source, folder], in: scratch.path)
    let names = runProgram(["git", "ls-files", "-z"], in: folder).output
    let file = String(decoding: names.prefix { $0 != 0 }, as: UTF8.self)
    self.file = file
    let log = runProgram(["git", "rev-list", "--reverse", "--first-parent", "HEAD"], in: folder)
    let commits = String(decoding: log.output, as: UTF8.self).split(separator: "\n")
      .map(String.init)
    self.commits = commits
    let request = commits.map { "\($0):\(file)\n" }.joined()
    let answer = runProgram(["git", "cat-file", "--batch"], in: folder, input: utf8(request))
    var contents: [[UInt8]] = []
    var rest = answer.output[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      let size = head.count == 3 ? Int(head[2]) ?? 0 : 0
      let start = end + 1
      contents.append(head.count == 3 ? Array(rest[start..<(start + size)]) : [])
      rest = rest[(head.count == 3 ? start + size + 1 : start)...]
    }
    self.contents = contents
    texts = contents.map { TextContent($0) }
  }

  /// What `git log` prints for the change of every version after the first.
  func gitDiffs(_ options: [String]) -> [String: [UInt8]] {
    let marker = "@@commit "
    let result = runProgram(
      ["git", "log", "--first-parent", "--format=\(marker)%H"] + options + ["HEAD"], in: folder)
    var found: [String: [UInt8]] = [:]
    var current = ""
    for line in result.output.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: marker.utf8) {
        current = String(decoding: line.dropFirst(marker.utf8.count), as: UTF8.self)
        found[current] = []
      } else if !(found[current]?.isEmpty == true && line.isEmpty) {
        found[current]? += line + [0x0A]
      }
    }
    return found
  }
}

let allBundles = ["manual.md.bundle", "readme.md.bundle", "backup.rst.bundle"]

@Suite(.enabled(if: SharedText.hasHistories, "the shared histories are not there"))
struct HistoryTests {
  /// Without the head, whose index line and names are tested elsewhere; and without blank ends.
  static func body(_ patch: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = patch.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    while let line = lines.first, !line.starts(with: "@@".utf8) { lines = lines.dropFirst() }
    while lines.last?.isEmpty == true { lines = lines.dropLast() }
    return Array(lines)
  }

  @Test(
    "The unified form of neighbouring versions is git's to the byte",
    arguments: allBundles,
    ["-U3", "--patience", "-b", "-w", "-U0", "-U10", "--ignore-blank-lines"])
  func unifiedFormIsGits(bundle: String, flag: String) throws {
    let history = ClonedHistory.of(bundle)
    let diffs = history.gitDiffs(["-p", flag])
    var options = ComparisonOptions()
    switch flag {
    case "--patience": options.algorithm = .patience
    case "-b": options.whitespace = .ignoringChange
    case "-w": options.whitespace = .ignoringAll
    case "--ignore-blank-lines": options.ignoresBlankLines = true
    case "-U0": options.context = 0
    case "-U10": options.context = 10
    default: break
    }
    try #require(history.commits.count > 100)
    var different: [String] = []
    for index in 1..<history.commits.count {
      let patch = UnifiedPatch(
        old: PatchSide(name: history.file, content: history.texts[index - 1]),
        new: PatchSide(name: history.file, content: history.texts[index]),
        options: options)
      let expected = Self.body(diffs[history.commits[index]] ?? [])
      if Self.body(patch.bytes) != expected { different.append(history.commits[index]) }
    }
    #expect(different == [])
  }

  @Test(
    "The counts of neighbouring versions are those of git diff --numstat", arguments: allBundles)
  func countsAreGits(bundle: String) throws {
    let history = ClonedHistory.of(bundle)
    try #require(history.commits.count > 100)
    let stats = history.gitDiffs(["--numstat"])
    var different: [String] = []
    for index in 1..<history.commits.count {
      let counts = ByteComparison(
        old: history.texts[index - 1], new: history.texts[index]
      ).counts
      let found = "\(counts.added)\t\(counts.removed)\t\(history.file)\n"
      let expected = stats[history.commits[index]] ?? []
      if Array(found.utf8) != Array(expected.prefix(found.utf8.count)) {
        different.append(history.commits[index])
      }
    }
    #expect(different == [])
  }

  @Test("Every neighbouring version is reached by git apply of its patch", arguments: allBundles)
  func patchesLeadOn(bundle: String) throws {
    let history = ClonedHistory.of(bundle)
    try #require(history.commits.count > 100)
    let scratch = ScratchFolder()
    var patch: [UInt8] = []
    for index in 1..<history.commits.count {
      writeFile(scratch.path + "/\(index)", history.contents[index - 1])
      let name = "\(index)"
      patch +=
        UnifiedPatch(
          old: PatchSide(name: name, content: history.texts[index - 1]),
          new: PatchSide(name: name, content: history.texts[index])
        ).bytes
    }
    let result = runProgram(["git", "apply", "-"], in: scratch.path, input: patch)
    #expect(result.status == 0, "\(result.errors)")
    let wrong = (1..<history.commits.count).filter {
      readFile(scratch.path + "/\($0)") != history.contents[$0]
    }
    #expect(wrong == [])
    withExtendedLifetime(scratch) {}
  }
}
