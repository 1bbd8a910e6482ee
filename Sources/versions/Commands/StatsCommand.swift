import VersionStore

/// `versions stats`: what space goes where.
struct StatsCommand: Command {
  static let limit = ValueOption(
    "--limit", short: "n", "N", .number(1...Int.max),
    "at most N documents; without it the 10 largest, with --json all")

  static let declaration = CommandDeclaration(
    "stats", .library, "say how many versions there are and what space they take",
    discussion: [
      """
      By document, by kind and by month: the versions, the bytes of their content, and the bytes \
      that the store needs for them, compressed, what several share counted once. Before that, what \
      'versions compact' would free on the disk at the least.
      """,
      """
      It also foretells what 'versions prune' would let go by the policy that is given here, or else \
      the library's setting 'prune', or else --like-macos: how many versions, and about how many bytes \
      'versions compact --expire' would free after it. These are the bytes that the objects take now \
      that nothing would need any more; as git finds anew what the others share, it can become \
      somewhat more or less.
      """,
    ],
    options: [limit] + PolicyOptions.all, pages: true,
    examples: [
      .init("versions stats", "a chart of the largest documents"),
      .init("versions stats --keep-last 5 --keep-daily 30", "and what thinning so would free"),
      .init("versions stats --json", "all of it, for a script"),
    ],
    synonyms: ["du", "space", "size"])

  let limit: Int?
  let policy: PrunePolicy

  init(_ arguments: ParsedArguments) throws(UsageError) {
    limit = try arguments[Self.limit]
    policy = try PolicyOptions.policy(arguments)
  }

  func run(_ context: borrowing Context) throws {
    let statistics = try LibraryStatistics(
      try Workplace(context).library(), thinningBy: policy.isEmpty ? nil : policy)
    try StatisticsChart(context).write(statistics, most: limit)
  }
}
