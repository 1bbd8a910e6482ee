/// Long answers go through the person's pager where a terminal reads them.
enum Paging {
  /// Runs a body whose output may be long.
  static func run(
    _ context: borrowing Context, _ body: (Colour) throws -> Void
  ) throws {
    let colour = Colour(
      context.globals.colour, isTerminal: context.output.isTerminal,
      environment: Terminal.environment)
    guard context.output.isTerminal, context.globals.usesPager, !context.globals.json,
      let command = Pager.command(environment: Terminal.environment),
      let pager = Pager.start(command, environment: Terminal.environment())
    else { return try body(colour) }
    context.output.redirect(to: pager.descriptor)
    do {
      try body(colour)
      try context.output.flush()
    } catch OutputFailure.closed {
      // The person has read enough.
    } catch {
      try? context.output.flush()
      _ = pager.finish()
      throw error
    }
    _ = pager.finish()
  }
}
