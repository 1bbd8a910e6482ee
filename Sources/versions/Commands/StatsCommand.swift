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
      that the store needs for them, compressed, what several share counted once. Then what packing \
      the store would free at the least.
      """
    ],
    options: [limit], pages: true,
    examples: [
      .init("versions stats", "a chart of the largest documents"),
      .init("versions stats --json", "all of it, for a script"),
    ],
    synonyms: ["du", "space", "size"])

  let limit: Int?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    limit = try arguments[Self.limit]
  }

  func run(_ context: borrowing Context) throws {
    let statistics = try LibraryStatistics(try Workplace(context).library())
    try StatisticsChart(context).write(statistics, most: limit)
  }
}
