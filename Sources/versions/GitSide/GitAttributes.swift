import Content
import Files
import VersionStore

/// A file of git's attributes, of which only our own lines are added and taken away.
struct GitAttributes {
  let path: FilePath
  private var content: [UInt8]
  private let status: FileStatus?

  private static let attributes = Array(" diff=versions merge=versions".utf8)

  /// Reads the file; one that is not there is empty.
  init(_ path: FilePath) throws {
    // A link stays one: many keep such files elsewhere.
    let target = (try? FileSystem.resolved(path)) ?? path
    self.path = target
    status = try? FileStatus(of: target)
    content = status == nil ? [] : try GitFile.read(target)
  }

  /// The line for a pattern, without its end.
  static func line(for pattern: [UInt8]) -> [UInt8] {
    var name = QuotedName.bytes(of: pattern)
    let isSpecial = pattern.contains(0x20) || pattern.first == UInt8(ascii: "#")
    if name == pattern, isSpecial { name = [0x22] + name + [0x22] }
    return name + attributes
  }

  /// Our lines, without their ends.
  var ownLines: [[UInt8]] {
    content.split(separator: 0x0A).map(Array.init).filter(Self.isOwn)
  }

  private static func isOwn(_ line: [UInt8]) -> Bool {
    line.count > attributes.count && line.suffix(attributes.count) == attributes[...]
  }

  /// Adds a line.
  /// - Returns: False where it is there.
  mutating func add(_ line: [UInt8]) -> Bool {
    if ownLines.contains(line) { return false }
    if let last = content.last, last != 0x0A { content.append(0x0A) }
    content += line + [0x0A]
    return true
  }

  /// Takes a line away.
  /// - Returns: False where there was none.
  mutating func remove(_ line: [UInt8]) -> Bool {
    let lines = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    let kept = lines.filter { Array($0) != line }
    content = Array(kept.joined(separator: [0x0A]))
    return kept.count < lines.count
  }

  /// Writes the file in one step; one that we made and that is empty again goes.
  func write() throws {
    do {
      if content.isEmpty {
        if status != nil { try FileSystem.remove(path) }
        return
      }
      try Folder.makeAll(path.parent)
      let draft = FilePath(path.bytes + Array(".versions-\(UUID())".utf8))
      do {
        let file = try File(draft, [.write, .createNew], permissions: 0o666)
        try file.write(content)
        if let status { try file.setPermissions(status.permissions) }
        try file.synchronise()
        try FileSystem.rename(draft, to: path)
      } catch {
        try? FileSystem.remove(draft)
        throw error
      }
    } catch let error as SystemError {
      throw CommandFailure(
        .system, "cannot write \(VisibleText.quoted(path.bytes)): \(error.code)")
    }
  }
}
