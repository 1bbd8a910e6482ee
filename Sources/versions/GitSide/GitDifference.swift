import Files
import VersionStore

/// Two states of a file as git's external diff is given them: path, then file, hash and mode twice,
/// then, of a renamed one, the new path and what git says of the renaming.
struct GitDifference {
  private let oldPath: [UInt8]
  private let newPath: [UInt8]
  private let old: Side?
  private let new: Side?

  private struct Side {
    let content: DocumentContent
    let hash: [UInt8]
    let mode: [UInt8]

    /// The hash as git abbreviates it; a file of the working tree has none yet.
    var name: String {
      hash.allSatisfy { $0 == UInt8(ascii: "0") }
        ? "working tree" : VisibleText.string(Array(hash.prefix(7)))
    }
  }

  /// Reads both sides of 7 or 9 arguments.
  init(_ arguments: [[UInt8]]) throws {
    oldPath = arguments[0]
    newPath = arguments.count > 7 ? arguments[7] : arguments[0]
    old = try Self.side(arguments[1...3])
    new = try Self.side(arguments[4...6])
  }

  private static func side(_ arguments: ArraySlice<[UInt8]>) throws -> Side? {
    let (file, hash, mode) = (
      arguments[arguments.startIndex], arguments[arguments.startIndex + 1],
      arguments[arguments.startIndex + 2]
    )
    // A side that is not there is the null device, with dots for hash and mode.
    if file.elementsEqual("/dev/null".utf8) { return nil }
    let bytes = try GitFile.read(FilePath(file))
    let isLink = mode.elementsEqual("120000".utf8)
    return Side(
      content: isLink
        ? .link(bytes) : .flat(bytes, executable: mode.elementsEqual("100755".utf8)),
      hash: hash, mode: mode)
  }

  func write(_ context: borrowing Context) throws {
    let comparison = Comparison(
      old: .init(path: oldPath, content: old?.content),
      new: .init(path: newPath, content: new?.content))
    let isDifferent = comparison.isDifferent()
    guard isDifferent || oldPath != newPath || old?.mode != new?.mode else { return }
    if context.globals.json {
      return try DifferenceJSON(ignoresFormat: false).eachLine(comparison) {
        (line) throws(OutputFailure) in try context.output.write(line)
      }
    }
    let people = PeoplePresentation(
      colour: colour(context), texts: .lines, ignoresFormat: false)
    try context.output.write(people.bytes(comparison, heading: heading))
  }

  /// Git shows colours through its pager, too, and says so.
  private func colour(_ context: borrowing Context) -> Colour {
    let isPaged = ["true", "1"].contains(Terminal.environment("GIT_PAGER_IN_USE") ?? "")
    return Colour(
      context.globals.colour, isTerminal: context.output.isTerminal || isPaged,
      environment: Terminal.environment)
  }

  private var heading: String {
    var text = VisibleText.string(oldPath)
    if oldPath != newPath { text += " → " + VisibleText.string(newPath) }
    switch (old, new) {
    case (nil, _): text += ": new file"
    case (_, nil): text += ": deleted"
    case (let old?, let new?):
      // Files outside of a repository have no hashes on either side.
      if old.name != new.name { text += ": \(old.name) → \(new.name)" }
      if old.mode != new.mode {
        text += ", mode \(VisibleText.string(old.mode)) → \(VisibleText.string(new.mode))"
      }
    }
    return text
  }
}
