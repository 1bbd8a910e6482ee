import Content
import Files
import VersionStore

/// A three-way merge for git: ancestor, ours and theirs, then the size of marks, the path and three
/// labels; the result is written into ours.
struct GitMerge {
  private let files: [FilePath]
  private let markSize: Int
  private let path: [UInt8]
  private let labels: TextMerge.Labels
  private let ancestorLabel: String

  /// The document's path, for people.
  static func path(_ arguments: [[UInt8]]) -> [UInt8] {
    arguments.count > 4 ? arguments[4] : arguments[1]
  }

  init(_ arguments: [[UInt8]]) {
    files = arguments.prefix(3).map { FilePath($0) }
    let size = arguments.count > 3 ? Int(String(decoding: arguments[3], as: UTF8.self)) : nil
    markSize = size.map { min(max($0, 1), 200) } ?? 7
    path = Self.path(arguments)
    // Order of git: ancestor, ours, theirs. A git that does not know them leaves the letters.
    func label(_ index: Int, _ otherwise: String) -> String {
      guard arguments.count > index, !arguments[index].isEmpty,
        arguments[index].first != UInt8(ascii: "%")
      else { return otherwise }
      return VisibleText.string(arguments[index])
    }
    ancestorLabel = label(5, "base")
    labels = TextMerge.Labels(ours: label(6, "ours"), theirs: label(7, "theirs"))
  }

  /// Merges, and gives what is in conflict.
  func run() throws -> [String] {
    let status = try? FileStatus(of: files[1], followingLink: true)
    let ours = try GitFile.read(files[1])
    let base = try GitFile.read(files[0])
    let theirs = try GitFile.read(files[2])
    func merged(_ labels: TextMerge.Labels) -> ContentMerge {
      ContentMerge(
        name: FilePath(path).lastComponent, base: base, ours: ours, theirs: theirs,
        labels: labels, markSize: markSize)
    }
    var merge = merged(labels)
    if !merge.conflicts.isEmpty, Self.showsAncestor {
      var labels = labels
      labels.base = ancestorLabel
      merge = merged(labels)
    }
    if merge.bytes != ours {
      try replace(files[1], with: merge.bytes, unlessChangedSince: status)
    }
    return merge.conflicts
  }

  /// Whether the person wants the ancestor's lines between marks, too; git does not pass that on.
  private static var showsAncestor: Bool {
    let words = ["config", "--get", "merge.conflictStyle"].map { Array($0.utf8) }
    guard let answer = try? GitProgram.run(words), answer.status == 0 else { return false }
    return ["diff3", "zdiff3"].contains(String(decoding: answer.text, as: UTF8.self))
  }

  /// Writes beside the file and changes names, so that it is the old one or the new one at each moment.
  private func replace(
    _ path: FilePath, with bytes: [UInt8], unlessChangedSince status: FileStatus?
  ) throws {
    do {
      // A link stays one: what it leads to is replaced.
      let target = try FileSystem.resolved(path)
      let draft = FilePath(target.bytes + Array(".versions-\(UUID())".utf8))
      do {
        let file = try File(draft, [.write, .createNew], permissions: 0o600)
        try file.write(bytes)
        try file.setPermissions(status?.permissions ?? 0o600)
        try file.synchronise()
        let now = try FileStatus(of: target)
        guard let status, status.isSameState(as: now) else {
          throw CommandFailure(
            .changedMeanwhile,
            "\(VisibleText.quoted(path.bytes)) was changed by another program meanwhile")
        }
        try FileSystem.rename(draft, to: target)
      } catch {
        try? FileSystem.remove(draft)
        throw error
      }
    } catch let error as SystemError {
      throw CommandFailure(
        error.code == .noSpace ? .diskFull : .system,
        "cannot write \(VisibleText.quoted(path.bytes)): \(error.code)")
    }
  }
}
