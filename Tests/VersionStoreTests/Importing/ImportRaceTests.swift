import Files
import Testing

@testable import VersionStore

/// What is forgotten while an import, or thinning, gathers what follows it.
struct ImportRaceTests {
  private let temporary: TemporaryLibrary
  private let source: FilePath

  init() throws {
    temporary = try TemporaryLibrary()
    source = try TemporaryLibrary.makeFolder()
  }

  private func copies(_ numbers: ClosedRange<Int>) throws {
    for number in numbers {
      for name in ["poem", "song"] {
        try File(source.appending("\(name)-\(number).txt"), [.write, .create, .truncate])
          .write(bytes("\(name) \(number)\n"))
      }
    }
  }

  /// Imports, and lets something happen when all is gathered.
  private func importCopies(meanwhile: @escaping () throws -> Void = {}) throws -> [String] {
    var told: [String] = []
    var isGathered = false
    try temporary.library.importHistories(from: source) { report in
      switch report {
      case .done(let outcome): told.append("\(outcome.version.path): \(outcome.version.number)")
      case .failed(let error): told.append("\(error.kind)")
      case .progress(let done, let total):
        guard done == total, !isGathered else { return }
        isGathered = true
        do { try meanwhile() } catch { Issue.record("\(error)") }
      default: break
      }
    }
    return told.sorted()
  }

  private func purge(_ path: String, _ numbers: [Int]?) throws {
    let library = try temporary.reopened()
    let document = try library.document(documentPath(path))
    _ = try library.purge(try library.planPurge(document, numbers: numbers))
  }

  /// That no object, needed or not, leads to one that is not there.
  private func requireAllLinks() throws {
    let graph = try StoreGraph(try temporary.reopened())
    graph.forEachObject { object in
      guard let place = graph.place(of: object.id) else { return }
      for link in graph.links(place) {
        #expect(graph.place(of: link.id) != nil, "\(object.kind) \(object.id)")
      }
    }
  }

  @Test("What follows a version that was forgotten is not written", arguments: [nil, [1]])
  func purgedMeanwhile(numbers: [Int]?) throws {
    defer { try? FileSystem.removeAll(source) }
    try copies(1...2)
    #expect(try importCopies() == ["poem.txt: 2", "song.txt: 2"])
    try copies(3...4)
    let told = try importCopies { try self.purge("poem.txt", numbers) }
    #expect(told == ["changedMeanwhile", "song.txt: 4"])
    try temporary.fsck()
    try requireAllLinks()
    #expect(try Verification(try temporary.reopened()).findings.map(\.message) == [])
    #expect(try temporary.texts("song.txt").count == 4)
    // Run again, it takes over what is missing.
    let again = try importCopies()
    #expect(again.contains { $0.hasPrefix("poem.txt: ") }, "\(again)")
    try temporary.fsck()
  }

  @Test func thinningBesideForgettingWritesNothingOfWhatIsForgotten() throws {
    defer { try? FileSystem.removeAll(source) }
    for name in ["a.txt", "b.txt"] {
      for number in 1...5 { try temporary.save("\(name) \(number)\n", at: name, .autosave) }
    }
    let library = temporary.library
    var batch = PruneBatch(
      library, policy: try #require(PrunePolicy("last=2")), sources: try library.pruneSources())
    for name in ["a.txt", "b.txt"] { try batch.add(try temporary.document(at: name)) }
    try purge("a.txt", [4])
    let outcomes = try batch.write()
    try requireAllLinks()
    #expect(
      outcomes.map { "\($0.document.path): \($0.removed)" }.sorted() == ["a.txt: 2", "b.txt: 2-3"])
    try temporary.fsck()
    #expect(try Verification(try temporary.reopened()).findings.map(\.message) == [])
  }
}
