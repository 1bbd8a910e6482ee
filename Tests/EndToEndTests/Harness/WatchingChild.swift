import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `versions watch` at work in a sandbox; killed with the value where it was not stopped.
final class WatchingChild {
  let child: Child
  private var hasEnded = false

  /// Starts it, and waits until all that changed before is saved.
  /// - Parameter prefix: Words before the command, such as those that set a limit.
  init(
    _ sandbox: Sandbox, _ options: Word..., quietPeriod: Word = "0.15s", prefix: [Word] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    child = try sandbox.start(
      prefix + [Word(sandbox.command), "watch", "--json", "--quiet-period", quietPeriod] + options)
    try wait(sourceLocation: sourceLocation) { error($0).contains("\"caught up\"") }
  }

  deinit {
    if !hasEnded {
      child.send(SIGKILL)
      _ = try? child.finish(within: .zero)
    }
  }

  /// Waits until what it has said by now is as wanted.
  func wait(
    within limit: Duration = .seconds(180), sourceLocation: SourceLocation = #_sourceLocation,
    until isDone: ((output: [UInt8], error: [UInt8])) -> Bool
  ) throws {
    let end = Child.now + limit
    while true {
      let said = try child.soFar()
      if isDone(said) { return }
      guard Child.now < end else {
        Issue.record("waited in vain; it says: \(error(said))", sourceLocation: sourceLocation)
        throw CancellationError()
      }
      usleep(5000)
    }
  }

  /// Waits until it has told of so many versions.
  func waitForVersions(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try wait(sourceLocation: sourceLocation) { said in
      said.output.count(where: { $0 == UInt8(ascii: "\n") }) >= count
    }
  }

  /// Waits until it warns of something.
  func waitForWarning(
    _ code: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try wait(sourceLocation: sourceLocation) {
      error($0).contains("{\"warning\":{\"code\":\"\(code)\"")
    }
  }

  /// Stops it, which must end with 0, and gives the versions that it told of.
  @discardableResult
  func stop(
    _ signal: Int32 = SIGTERM, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [VersionObject] {
    child.send(signal)
    let answer = try end()
    #expect(
      answer.ending == .exit(0), "\(answer.ending): \(answer.errorText)",
      sourceLocation: sourceLocation)
    return try answer.objects(VersionObject.self)
  }

  /// Waits for its end.
  func end() throws -> Child.Answer {
    hasEnded = true
    return try child.finish(within: .seconds(600))
  }

  /// Kills it, as a power cut would.
  func kill() throws {
    child.send(SIGKILL)
    _ = try end()
  }
}

private func error(_ said: (output: [UInt8], error: [UInt8])) -> String {
  String(decoding: said.error, as: UTF8.self)
}
