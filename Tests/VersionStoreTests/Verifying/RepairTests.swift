import Files
import Testing

@testable import Git
@testable import VersionStore

/// A repair mends without guessing, says what it did, and deletes nothing.
struct RepairTests {
  private let temporary: TemporaryLibrary

  init() throws {
    temporary = try TemporaryLibrary()
    for number in 1...3 { try temporary.save("text \(number)\n", at: "a.txt") }
    try temporary.save("other\n", at: "folder/b.txt")
  }

  private var store: FilePath { temporary.library.store }

  private func file(of id: ObjectID) -> FilePath {
    store.appending("objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))")
  }

  /// Repairs, and holds what it says against what the next check finds.
  private func repair() throws -> (done: [String], impossible: [String], damages: [String]) {
    let library = try temporary.reopened()
    let steps = try library.repair(try Verification(library))
    let after = try Verification(try temporary.reopened())
    return (
      steps.filter(\.isDone).map(\.message), steps.filter { !$0.isDone }.map(\.message),
      after.findings.filter { $0.severity == .damage }.map(\.message)
    )
  }

  /// All that was moved aside.
  private func quarantined() throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    let quarantine = store.appending("versions/quarantine")
    guard try FileStatus.find(quarantine) != nil else { return [:] }
    for folder in try Folder.entries(of: quarantine) {
      let folder = quarantine.appending(folder.name)
      for entry in try Folder.entries(of: folder) where entry.kind == .file {
        let path = folder.appending(entry.name)
        found[String(decoding: entry.name, as: UTF8.self)] = try File(path).readToEnd()
      }
    }
    return found
  }

  @Test("Labels that are gone are missed, and found again; one that was taken away is not")
  func lostLabels() throws {
    let library = temporary.library
    for (second, label) in [(1, "first"), (2, "second"), (3, "third")] {
      temporary.clock.set("2026-11-30T12:00:0\(second)Z")
      try library.label(try temporary.version(second, of: "a.txt"), label)
    }
    temporary.clock.set("2026-11-30T12:00:04Z")
    try library.label(try temporary.version(3, of: "a.txt"), "")
    #expect(try Verification(temporary.reopened()).hasDamage == false)
    let before = try temporary.git("for-each-ref", "refs/labels")
    try FileSystem.removeAll(store.appending("refs/labels"))
    let found = try Verification(temporary.reopened())
    #expect(found.findings.filter { $0.kind == .label }.map(\.message).count == 3)
    let (done, impossible, damages) = try repair()
    #expect(done.count == 3)
    #expect(impossible == [])
    #expect(damages == [])
    #expect(try temporary.git("for-each-ref", "refs/labels") == before)
  }

  @Test("Labels and journals whose references are empty are found again", arguments: [true, false])
  func records(areBoth: Bool) throws {
    let library = temporary.library
    temporary.clock.set("2026-11-30T12:00:01Z")
    try library.label(try temporary.version(2, of: "a.txt"), "second")
    let names = try temporary.git("for-each-ref", "--format=%(refname)").split(separator: "\n")
      .map(String.init)
    let before = try temporary.git("for-each-ref")
    for name in names
    where name.hasPrefix("refs/journal/") || areBoth && name.hasPrefix("refs/labels/") {
      try overwrite(store.appending(name), "")
    }
    let (done, impossible, damages) = try repair()
    #expect(done.count == (areBoth ? 2 : 1))
    #expect(impossible == [])
    #expect(damages == [])
    let after = try temporary.git("for-each-ref")
    // The journal tells of the repair.
    func labels(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("refs/journal/") }
    }
    #expect(labels(after) == labels(before))
    let again = try temporary.reopened()
    #expect(try again.document(documentPath("a.txt")).head.number == 3)
    #expect(try again.journal().contains { $0.event == .label })
  }

  private func overwrite(_ path: FilePath, _ text: String) throws {
    try? FileSystem.remove(path)
    try File(path, [.write, .createNew]).write(bytes(text))
  }

  @Test func wholeLibraryIsLeftAlone() throws {
    let head = try temporary.git("for-each-ref")
    let result = try repair()
    #expect(result.done == [] && result.impossible == [] && result.damages == [])
    #expect(try temporary.git("for-each-ref") == head)
  }

  @Test("What is on disk refills a damaged object", arguments: ["blob", "tree"])
  func refillsFromDisk(kind: String) throws {
    let head = try temporary.document(at: "a.txt").head
    let id = kind == "tree" ? head.tree : ObjectDatabase.name(of: .blob, bytes("text 3\n"))
    try overwrite(file(of: id), "damaged")
    let result = try repair()
    #expect(result.done == ["object \(id) was written anew, from 'a.txt' on disk"])
    #expect(result.damages == [])
    #expect(try quarantined().values.contains(bytes("damaged")))
    #expect(try temporary.texts("a.txt") == ["text 1\n", "text 2\n", "text 3\n"])
    try temporary.fsck()
  }

  @Test func treeIsMadeAgainOfNameAndContent() throws {
    let tree = try temporary.version(1, of: "a.txt").tree
    try FileSystem.remove(file(of: tree))
    let result = try repair()
    #expect(
      result.done == [
        "object \(tree) was written anew, from the name and the content of its version"
      ])
    #expect(result.damages == [])
  }

  @Test func contentThatIsNowhereIsSaidAndStays() throws {
    let id = ObjectDatabase.name(of: .blob, bytes("text 1\n"))
    try overwrite(file(of: id), "damaged")
    let result = try repair()
    #expect(result.done == [])
    #expect(
      result.impossible == [
        "object \(id) is found nowhere; a copy of the store can supply it"
      ])
    #expect(result.damages.count == 1)
    #expect(try File(file(of: id)).readToEnd() == bytes("damaged"))
  }

  @Test("A history goes on from its newest whole version", arguments: ["cut", "commit", "gone"])
  func restoresReference(damage: String) throws {
    let versions = try temporary.versions("a.txt")
    let name = ReferenceNames.chain(of: versions[0].document)
    switch damage {
    case "cut": try overwrite(store.appending(name), "1234")
    case "commit": try overwrite(file(of: versions[2].commit), "damaged")
    default: try FileSystem.remove(store.appending(name))
    }
    let result = try repair()
    let newest = damage == "commit" ? 2 : 3
    #expect(result.done.contains("the history of 'a.txt' goes on from version \(newest)"))
    #expect(result.damages == [])
    #expect(try temporary.document(at: "a.txt").head.number == newest)
    // And what is on disk is the next version.
    try temporary.save("text 4\n", at: "a.txt")
    #expect(try temporary.document(at: "a.txt").head.number == newest + 1)
    if damage == "cut" { #expect(try quarantined().values.contains(bytes("1234"))) }
  }

  @Test func whatIsSavedAfterTheCheckIsNeverTakenBack() throws {
    for number in 4...5 { try temporary.save("text \(number)\n", at: "a.txt") }
    let versions = try temporary.versions("a.txt")
    let name = ReferenceNames.chain(of: versions[0].document)
    let references = temporary.library.repository.references
    try references.move(name, to: versions[0].commit, expecting: versions[4].commit)
    let library = try temporary.reopened()
    let verification = try Verification(library)
    #expect(verification.findings.map(\.kind) == [.historyLost])
    // Another program mends it, and goes on.
    try references.move(name, to: versions[4].commit, expecting: versions[0].commit)
    try temporary.save("text 6\n", at: "a.txt")
    #expect(try library.repair(verification) == [])
    #expect(try temporary.document(at: "a.txt").head.number == 6)
    // And without another program the repair does.
    let head = try temporary.document(at: "a.txt").head.commit
    try references.move(name, to: versions[0].commit, expecting: head)
    #expect(try repair().done == ["the history of 'a.txt' goes on from version 6"])
    #expect(try temporary.texts("a.txt").count == 6)
  }

  @Test("A path finds its history again", arguments: ["cut", "gone", "blob", "other"])
  func restoresAlias(damage: String) throws {
    let name = ReferenceNames.alias(of: try documentPath("a.txt"))
    let other = ReferenceNames.alias(of: try documentPath("folder/b.txt"))
    let document = try temporary.document(at: "a.txt").id
    switch damage {
    case "cut": try overwrite(store.appending(name), "1234")
    case "gone": try FileSystem.remove(store.appending(name))
    case "blob":
      try FileSystem.remove(
        file(of: ObjectDatabase.name(of: .blob, document.bytes + bytes("\n"))))
    default:
      let elsewhere = try File(store.appending(other)).readToEnd()
      try overwrite(store.appending(name), String(decoding: elsewhere, as: UTF8.self))
    }
    let result = try repair()
    #expect(result.done.count == 1 && result.damages == [], "\(result)")
    let library = try temporary.reopened()
    #expect(try library.document(try documentPath("a.txt")).id == document)
    try temporary.fsck()
  }

  @Test("Packed references that cannot be read are found again", arguments: [0, 70, 300, -1])
  func restoresPackedReferences(length: Int) throws {
    try temporary.git("pack-refs", "--all")
    try temporary.save("text 4\n", at: "a.txt")
    let path = store.appending("packed-refs")
    let whole = try File(path).readToEnd()
    try overwrite(
      path,
      String(
        decoding: length < 0 ? whole.dropLast() : whole.prefix(length), as: UTF8.self))
    let result = try repair()
    #expect(result.damages == [], "\(result)")
    #expect(try temporary.document(at: "a.txt").head.number == 4)
    #expect(try temporary.texts("folder/b.txt") == ["other\n"])
    #expect(try quarantined()["packed-refs"]?.count == (length < 0 ? whole.count - 1 : length))
    try temporary.fsck()
  }

  @Test func leftoversAreMovedAsideAndTheirContentKept() throws {
    let old = FileTime(seconds: 1_700_000_000)
    let names = ["packed-refs.lock", "objects/ab/tmp_obj_x", "objects/ab/tmp_object_git2_y"]
    for name in names {
      try overwrite(store.appending(name), name)
      try File(store.appending(name)).setModified(old)
    }
    let result = try repair()
    #expect(result.done.count == 3 && result.damages == [])
    let aside = try quarantined()
    for name in names {
      let kept = name.replacing("/", with: "+")
      #expect(aside[kept] == bytes(name))
      #expect(try FileStatus.find(store.appending(name)) == nil)
    }
  }

  @Test(
    "A draft beside a document goes only where the store has its content", arguments: [true, false])
  func draftsOfRestores(isKnown: Bool) throws {
    let name = "folder/.versions-\(UUID())"
    try temporary.write(isKnown ? "text 2\n" : "nowhere else\n", at: name)
    temporary.clock.set("2030-01-01T00:00:00Z")
    let result = try repair()
    #expect(temporary.read(name) == (isKnown ? nil : "nowhere else\n"))
    #expect(result.done.count == (isKnown ? 1 : 0) && result.impossible.count == (isKnown ? 0 : 1))
  }

  @Test func headIsWrittenAnew() throws {
    try overwrite(store.appending("HEAD"), "ref: refs/hea")
    #expect(try repair().done == ["'HEAD' was written anew"])
    try temporary.fsck()
  }

  @Test func repairIsInTheJournal() throws {
    try FileSystem.remove(
      store.appending(ReferenceNames.alias(of: try documentPath("a.txt"))))
    _ = try repair()
    var log = try AuditLog(try temporary.reopened()) { _, error in Issue.record("\(error)") }
    guard case .journal(let entry)? = try log.next() else {
      Issue.record("no entry")
      return
    }
    #expect(entry.event == .repair)
    #expect(
      entry.details == [.init(key: "Repaired", value: "'a.txt' finds its history again")])
    #expect(entry.author == Person(name: "Ada", email: "ada@example.org"))
  }
}
