import CSystem
import VersionStore

/// `versions compact`: packs the store.
struct CompactCommand: Command {
  static let expire = Flag(
    "--expire", "let go for good what was pruned, which 'prune --undo' cannot bring back then")
  static let background = Flag(
    "--background",
    "give way to all other work, do the least that helps, and nothing where another is at it")

  static let declaration = CommandDeclaration(
    "compact", .upkeep, "pack the store, so that it is small and fast",
    discussion: [
      """
      Saving, listing and everything else goes on meanwhile, and it may be stopped at any moment. \
      Saving starts it by itself, in the background, when there are many single files; the setting \
      'compactAfter' says how many, 0 never. git does the work, where it is installed.
      """
    ],
    options: [expire, background], exclusive: [[expire, background]],
    examples: [
      .init("versions compact", "pack the library around the current folder"),
      .init("versions compact --expire", "and let go what was pruned"),
    ],
    synonyms: ["gc", "repack", "pack", "optimize", "vacuum"])

  let expires: Bool
  let isInBackground: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    expires = arguments[Self.expire]
    isInBackground = arguments[Self.background]
  }

  func run(_ context: borrowing Context) throws {
    let library = try Workplace(context).library()
    if isInBackground {
      versions_lower_priority(1)
      return try library.compactInBackground()
    }
    // Where pruned versions are let go, who saves waits, so that comes before.
    let outcome = try library.compact(expiring: expires) { versions_lower_priority(0) }
    if !outcome.packed {
      context.warn(
        "git-missing", "git is not installed, so objects and references stay in single files",
        hints: ["install it, for example with: apt install git"])
    }
    if context.globals.json {
      var line = JSONLine()
      line.field("packed", outcome.packed)
      line.field("bytesBefore", Int(outcome.bytesBefore))
      line.field("bytesAfter", Int(outcome.bytesAfter))
      line.field("expired", outcome.expired)
      return try context.output.write(line.finished())
    }
    for purge in outcome.finishedPurges {
      context.warn(
        "purge-finished", "forgetting of '\(purge.path)', which was interrupted, is finished now")
    }
    if expires {
      try context.output.write(
        "\(PruneTable.counted(outcome.expired, "pruned version")) let go for good\n")
    }
    if outcome.packed {
      try context.output.write(
        "objects took \(HumanSize.text(Int(outcome.bytesBefore))), "
          + "take \(HumanSize.text(Int(outcome.bytesAfter)))\n")
    }
  }
}
