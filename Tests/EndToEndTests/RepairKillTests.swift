import Files
import Testing

/// A repair that is killed at any moment beside two programs that save.
@Suite(.serialized, .enabled(if: Sandbox.builtCommand != nil, "the command is not built"))
struct RepairKillTests {
  /// What is damaged before each run.
  enum Damage: String, CaseIterable {
    case chainCut, chainGone, aliasGone, blob, head, settings, packed, packedGone

    /// Whether nobody can save until it is mended.
    var stopsSaving: Bool { [.head, .settings, .packed, .packedGone].contains(self) }
  }

  @Test(
    "Fifty kills of each kind beside two savers lose nothing, and the next run finishes the work",
    arguments: [false, true])
  func kills(stopsSaving: Bool) throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: stopsSaving ? 20_261_201 : 20_261_202)
    for number in 1...10 {
      try sandbox.write("x.txt", Word("text \(number)\n"))
      try sandbox.succeed("save", "x.txt")
    }
    try sandbox.succeed("label", "x.txt", "3", "third")
    try sandbox.succeed("config", "compactAfter", "0")
    try sandbox.succeed("config", "author", "Ada <ada@example.org>")
    let wanted = try sandbox.history("x.txt").map(\.commit)
    let savers = try ["a.txt", "b.txt"].map { try Saver(sandbox, $0, pause: "0.1") }
    defer { for saver in savers { saver.stop() } }

    var killed = 0
    var round = 0
    // Some more than it takes.
    let clock = ContinuousClock()
    let took = try clock.measure { _ = try sandbox.versions("verify", "--repair") }
    var window =
      Double(took.components.attoseconds) / 1e12 * 2 + Double(took.components.seconds) * 2e6
    let damages = Damage.allCases.filter { $0.stopsSaving == stopsSaving }
    while killed < 50, round < 300 {
      round += 1
      try apply(try #require(damages.randomElement(using: &random)), sandbox)
      let delay = Duration.microseconds(Int(random.next() % UInt64(window)))
      let answer = try sandbox.versions(["verify", "--repair"], within: delay)
      if answer.wasKilled { killed += 1 }
      window = answer.wasKilled ? min(window * 1.02, 4_000_000) : max(window * 0.9, 5_000)
      if answer.wasKilled, random.next() % 8 != 0 { continue }
      // Done again, it comes to its end, and nothing is lost.
      let again = try sandbox.versions("verify", "--repair")
      #expect(again.ending == .exit(0), "\(again.text) \(again.errorText)")
      #expect(try sandbox.history("x.txt").map(\.commit) == wanted)
    }
    #expect(killed >= 50)
    for saver in savers { saver.stop() }
    let last = try sandbox.versions("verify", "--repair")
    #expect(last.ending == .exit(0), "\(last.text) \(last.errorText)")
    #expect(try sandbox.succeed("verify").ending == .exit(0))
    #expect(try sandbox.history("x.txt").map(\.commit) == wanted)
    #expect(try sandbox.succeed("list", "x.txt").text.contains("third"))
    for saver in savers {
      if !stopsSaving { #expect(try saver.complaints().isEmpty) }
      try saver.check(sandbox, forgotten: [], pruned: false)
    }
    try sandbox.checkStore()
  }

  /// Damages what the savers do not write.
  private func apply(_ damage: Damage, _ sandbox: Sandbox) throws {
    let document = sandbox.store.appending("versions/x-document")
    if try FileStatus.find(document) == nil {
      try File(document, [.write, .createNew]).write(
        Array(try #require(try sandbox.history("x.txt").last).id.utf8))
    }
    let digits = String(decoding: try File(document).readToEnd(), as: UTF8.self)
      .filter { $0 != "-" }
    let chain = sandbox.store.appending("refs/documents/\(digits.prefix(2))/\(digits.dropFirst(2))")
    switch damage {
    case .chainCut: try overwrite(chain, "1234")
    case .chainGone: try? FileSystem.remove(chain)
    case .aliasGone:
      // The SHA-1 of "x.txt".
      try? FileSystem.remove(
        sandbox.store.appending("refs/paths/47/ddfe38b8c66c0f9d98b9d802f220c84b4b30d4"))
    case .blob:
      // The content of version 10, which is on disk.
      let name = try sandbox.start(["git", "hash-object", "x.txt"]).finish(
        within: Sandbox.generous
      ).lines[0]
      try overwrite(
        sandbox.store.appending("objects/\(name.prefix(2))/\(name.dropFirst(2))"), "damaged")
    case .head: try overwrite(sandbox.store.appending("HEAD"), "ref: refs/he")
    case .settings: try cut(sandbox.store.appending("config"))
    case .packed, .packedGone:
      // Where the store is whole it is packed anew, and counted: without a count nobody misses it.
      _ = try sandbox.versions("compact")
      let packed = sandbox.store.appending("packed-refs")
      let isCounted = try FileStatus.find(sandbox.store.appending("versions/refs-guard")) != nil
      if damage == .packed || !isCounted { try cut(packed) } else { try? FileSystem.remove(packed) }
    }
  }

  private func overwrite(_ path: FilePath, _ text: String) throws {
    try? FileSystem.remove(path)
    try File(path, [.write, .createNew], permissions: 0o600).write(Array(text.utf8))
  }

  private func cut(_ path: FilePath) throws {
    guard let bytes = try? File(path).readToEnd(), !bytes.isEmpty else { return }
    var rest = bytes.prefix(bytes.count / 2)
    // Not at the end of a line, where nothing shows.
    while rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
    try overwrite(path, String(decoding: rest, as: UTF8.self))
  }
}
