import Files
import Testing

@testable import Git
@testable import VersionStore

/// What was seen before saves reading, and changes nothing about what becomes a version.
struct RecallTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    try RecallTests.fill(temporary)
  }

  private static func fill(_ temporary: TemporaryLibrary) throws {
    for number in 0..<80 {
      try temporary.write(
        "document \(number), as it was first written", at: "f\(number % 5)/d\(number).txt")
    }
  }

  private var library: Library { temporary.library }
  private var cache: FilePath { library.store.appending("versions/seen") }

  private static func lines(of library: Library) throws -> [String] {
    var lines: [String] = []
    try library.saveAll { outcome in
      switch outcome {
      case .saved(let path, .conflict): lines.append("\(path) conflict")
      case .saved(let path, let outcome): lines.append("\(path) \(outcome.version.number)")
      case .renamed(let old, let version): lines.append("\(old) -> \(version.path)")
      case .deleted(let path, _): lines.append("\(path) deleted")
      case .failed(let path, let error): lines.append("\(path) failed: \(error.kind)")
      }
    }
    return lines.sorted()
  }

  private func saveAll() throws -> [String] { try RecallTests.lines(of: library) }

  /// Saves, and looks once more when no mark is doubtful any more, so that all is known.
  private func makeKnown() throws {
    _ = try saveAll()
    sleep(milliseconds: 150)
    #expect(try saveAll() == [])
    #expect(try FileStatus.find(cache) != nil)
  }

  /// The documents that are not as their newest versions, in the order of the list.
  private static func changed(in library: Library, onlyChanged: Bool) throws -> [String] {
    var lines: [String] = []
    try library.forEachListed(
      onlyChanged: onlyChanged, problem: { path, error in lines.append("\(path) \(error.kind)") }
    ) { listed in
      if listed.state != .same { lines.append("\(listed.path) \(listed.state)") }
      return true
    }
    return lines
  }

  private func states() throws -> [DocumentState: Int] {
    var states: [DocumentState: Int] = [:]
    try library.forEachListed(problem: { _, _ in }) { listed in
      states[listed.state, default: 0] += 1
      return true
    }
    return states
  }

  @Test func whatIsKnownIsNotReadAgain() throws {
    try makeKnown()
    let path = try documentPath("f1/d1.txt")
    try temporary.write("document 1, changed", at: "f1/d1.txt")
    // Whoever says that this is what the version holds is believed, so the file is not read.
    var seen = try #require(SeenDocuments.read(from: library))
    let mark = try FileMark(FileStatus(of: library.location(of: path)))
    for folder in seen.folders.indices where seen.folders[folder].path == path.folder {
      for entry in seen.folders[folder].entries.indices
      where seen.folders[folder].entries[entry].name == path.name {
        seen.folders[folder].entries[entry].mark = mark
      }
    }
    try seen.write(to: library)
    #expect(try saveAll() == [])
    try temporary.write("document 1, changed again", at: "f1/d1.txt")
    #expect(try saveAll() == ["f1/d1.txt 2"])
  }

  @Test func aHistoryThatWentBackIsNotBelievedToHoldTheFile() throws {
    try makeKnown()
    let old = try temporary.document(at: "f2/d2.txt").head
    try temporary.write("document 2, changed", at: "f2/d2.txt")
    _ = try saveAll()
    try makeKnown()
    // As when a copy of the references of yesterday is put back.
    _ = try temporary.git(
      "update-ref", "--no-deref", ReferenceNames.chain(of: old.document), old.commit.hex)
    #expect(try saveAll() == ["f2/d2.txt 2"])
  }

  @Test func aDocumentThatAnotherSavedAndRemovedIsDeleted() throws {
    try makeKnown()
    try temporary.save("brief", at: "brief.txt")
    try temporary.remove("brief.txt")
    #expect(try saveAll() == ["brief.txt deleted"])
    try makeKnown()
    try temporary.write("brief again", at: "brief.txt")
    #expect(try saveAll() == ["brief.txt 3"])
  }

  @Test func aFolderThatIsALinkByNowIsAnotherPlace() throws {
    try makeKnown()
    try temporary.move("f1", to: "archive/f1")
    try FileSystem.makeLink(library.folder.appending("f1"), to: bytes("archive/f1"))
    let lines = try saveAll()
    #expect(lines.count == 16)
    #expect(lines.first == "f1/d1.txt -> archive/f1/d1.txt")
    #expect(try saveAll() == [])
  }

  @Test func damageOfAHeadIsTold() throws {
    try makeKnown()
    let head = try temporary.document(at: "f3/d3.txt").head
    _ = try temporary.git(
      "update-ref", "--no-deref", ReferenceNames.chain(of: head.document), head.tree.hex)
    #expect(try saveAll().first?.hasSuffix("failed: damaged") == true)
  }

  @Test(arguments: [0, 10, 30, 1000])
  func aCacheThatIsCutIsNotUsed(count: Int) throws {
    try makeKnown()
    let bytes = try File(cache).readToEnd()
    try File(cache, [.write, .truncate]).write(Array(bytes[..<count]))
    try temporary.write("document 4, changed", at: "f4/d4.txt")
    #expect(try saveAll() == ["f4/d4.txt 2"])
  }

  @Test func theListTellsTheSame() throws {
    for number in 0..<300 { try temporary.write("\(number)", at: "many/\(number)") }
    try makeKnown()
    #expect(try states() == [.same: 380])
    // Of the same size, with the time put back.
    let location = library.folder.appending("many/7")
    let modified = try FileStatus(of: location).modified
    try File(location, .write).write(bytes("8"))
    try File(location, .write).setModified(modified)
    try temporary.write("new", at: "new.txt")
    try temporary.remove("many/8")
    #expect(try states() == [.same: 378, .changed: 1, .untracked: 1, .missing: 1])
  }

  @Test("Years of changes become the same versions with and without it", arguments: [1, 2, 3])
  func sameAsWithout(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let other = try TemporaryLibrary()
    try RecallTests.fill(other)
    var pathsOnDisk = (0..<80).map { "f\($0 % 5)/d\($0).txt" }
    for round in 0..<14 {
      #expect(try saveAll() == RecallTests.lines(of: other.library))
      for change in 0..<Int.random(in: 0...6, using: &random) {
        let index = Int.random(in: 0..<pathsOnDisk.count, using: &random)
        let path = pathsOnDisk[index]
        let kind = Int.random(in: 0..<8, using: &random)
        for library in [temporary, other] {
          switch kind {
          case 0, 1: try library.write("round \(round), change \(change), of some length", at: path)
          case 2: try library.remove(path)
          case 3: try library.move(path, to: path + "x")
          case 4:
            try library.write("new \(round) \(change) \(path), also long enough", at: path + "n")
          case 5:
            // By another program of ours.
            try library.save("saved \(round)", at: path)
          case 6:
            let document = try library.save("locked \(round)", at: path + "l")
            _ = try library.library.lock(library.library.document(document.version.path))
            try library.write("into a locked one \(change)", at: path + "l")
          default:
            try library.write("d*\n", at: "f\(round % 5)/.versionsignore")
            if round % 2 == 0 { try library.remove("f\(round % 5)/.versionsignore") }
          }
        }
        switch kind {
        case 2: pathsOnDisk.remove(at: index)
        case 3: pathsOnDisk[index] += "x"
        case 4: pathsOnDisk.append(path + "n")
        default: break
        }
      }
      sleep(milliseconds: 120)
      try? FileSystem.remove(other.library.store.appending("versions/seen"))
      #expect(
        try RecallTests.changed(in: library, onlyChanged: true)
          == RecallTests.changed(in: other.library, onlyChanged: false))
    }
    #expect(try saveAll() == RecallTests.lines(of: other.library))
    #expect(try FileStatus.find(cache) != nil)
    try temporary.fsck()
  }
}
