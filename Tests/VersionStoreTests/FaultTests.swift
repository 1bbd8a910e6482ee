import Files
import Synchronization
import Testing

@testable import Git
@testable import VersionStore

/// Every operation, made to fail at its first system call, its second, its third … until it
/// succeeds: after each failure nothing is lost, the store is whole, and the next attempt works.
struct FaultTests {
  /// An operation, and how its library comes to where it begins.
  struct Operation: Sendable, CustomTestStringConvertible {
    let name: String
    let prepare: @Sendable (TemporaryLibrary) throws -> Void
    /// Made again after a failure; does nothing where it was done in spite of the failure.
    let run: @Sendable (TemporaryLibrary) throws -> Void

    var testDescription: String { name }
  }

  private static func twoVersions(_ temporary: TemporaryLibrary) throws {
    try temporary.save("one", at: "a.txt")
    try temporary.save("two, which is longer", at: "a.txt")
    try temporary.write("unsaved", at: "a.txt")
  }

  private static func package(_ temporary: TemporaryLibrary) throws {
    try temporary.write("1", at: "p.rtfd/a")
    try temporary.write("deep", at: "p.rtfd/sub/b")
    try temporary.save("p.rtfd")
    try temporary.remove("p.rtfd/sub")
    try temporary.write("2", at: "p.rtfd/a")
    try temporary.write("new", at: "p.rtfd/c")
    try temporary.save("p.rtfd")
    try temporary.write("unsaved", at: "p.rtfd/d")
  }

  private static let operations: [Operation] = [
    Operation(name: "first save") {
      try $0.write("one", at: "a.txt")
    } run: {
      try $0.save("a.txt")
    },
    Operation(name: "second save") {
      try $0.save("one", at: "a.txt")
      try $0.write("two", at: "a.txt")
    } run: {
      try $0.save("a.txt", label: "label")
    },
    Operation(name: "save of a package") {
      try package($0)
    } run: {
      try $0.save("p.rtfd")
    },
    Operation(name: "label") {
      try $0.save("one", at: "a.txt")
    } run: {
      try $0.library.label($0.version(1, of: "a.txt"), "label")
    },
    Operation(name: "restore") {
      try twoVersions($0)
    } run: {
      if try $0.document(at: "a.txt").head.event == .restore { return }
      _ = try $0.library.restore($0.document(at: "a.txt"), to: $0.version(1, of: "a.txt"))
    },
    Operation(name: "restore in place") {
      try twoVersions($0)
      try FileSystem.link($0.folder.appending("a.txt"), to: $0.folder.appending("ignored~"))
    } run: {
      if try $0.document(at: "a.txt").head.event == .restore { return }
      _ = try $0.library.restore($0.document(at: "a.txt"), to: $0.version(2, of: "a.txt"))
    },
    Operation(name: "restore of a deleted document") {
      try $0.save("one", at: "f/a.txt")
      _ = try $0.library.delete($0.document(at: "f/a.txt"))
      try $0.remove("f")
    } run: {
      if try $0.document(at: "f/a.txt").head.event == .restore { return }
      _ = try $0.library.restore($0.document(at: "f/a.txt"), to: $0.version(1, of: "f/a.txt"))
    },
    Operation(name: "restore of a package") {
      try package($0)
    } run: {
      if try $0.document(at: "p.rtfd").head.event == .restore { return }
      _ = try $0.library.restore($0.document(at: "p.rtfd"), to: $0.version(1, of: "p.rtfd"))
    },
    Operation(name: "restore as a copy") {
      try $0.save("one", at: "a.txt")
    } run: {
      let target = try documentPath("b.txt")
      if $0.read("b.txt") != nil { return }
      _ = try $0.library.copyOut(
        $0.version(1, of: "a.txt"), to: $0.library.location(of: target), as: target)
    },
    Operation(name: "undo of a restore") {
      try $0.save("one", at: "a.txt")
      try $0.save("two", at: "a.txt")
      _ = try $0.library.restore($0.document(at: "a.txt"), to: $0.version(1, of: "a.txt"))
    } run: {
      // Done, or done on disk: then content came after what is to be undone.
      if $0.read("a.txt") == "two" { return }
      _ = try $0.library.undo($0.document(at: "a.txt"))
    },
    Operation(name: "undo of a delete") {
      try $0.save("one", at: "a.txt")
      _ = try $0.library.delete($0.document(at: "a.txt"))
    } run: {
      if $0.read("a.txt") == "one" { return }
      _ = try $0.library.undo($0.document(at: "a.txt"))
    },
    Operation(name: "rename") {
      try $0.save("one", at: "a.txt")
      try $0.write("unsaved", at: "a.txt")
    } run: {
      _ = try $0.library.rename($0.document(at: "a.txt"), to: documentPath("f/b.txt"))
    },
    Operation(name: "rename of a folder") {
      for number in 0..<3 { try $0.save("text \(number)", at: "f/\(number).txt") }
    } run: {
      if $0.read("g/0.txt") != nil {
        try $0.library.saveAll { _ in }
      } else {
        _ = try $0.library.rename(folder: documentPath("f"), to: documentPath("g"))
      }
    },
    Operation(name: "duplicate") {
      try $0.save("one", at: "a.txt")
      try $0.write("unsaved", at: "a.txt")
    } run: {
      if $0.read("f/b.txt") != nil { return }
      _ = try $0.library.duplicate($0.document(at: "a.txt"), to: documentPath("f/b.txt"))
    },
    Operation(name: "delete") {
      try $0.save("one", at: "a.txt")
      try $0.write("unsaved", at: "a.txt")
    } run: {
      let document = try $0.document(at: "a.txt")
      if document.isDeleted, $0.read("a.txt") == nil { return }
      _ = try $0.library.delete(document)
    },
    Operation(name: "delete of a package") {
      try package($0)
    } run: {
      let document = try $0.document(at: "p.rtfd")
      if document.isDeleted, $0.read("p.rtfd/a") == nil { return }
      _ = try $0.library.delete(document)
    },
    Operation(name: "lock") {
      try $0.save("one", at: "a.txt")
      try $0.write("unsaved", at: "a.txt")
    } run: {
      _ = try $0.library.lock($0.document(at: "a.txt"))
    },
    Operation(name: "move to another library") { temporary in
      try temporary.save("one", at: "a.txt")
      try temporary.library.label(temporary.version(1, of: "a.txt"), "first")
      try temporary.write("unsaved", at: "a.txt")
      // Inside of this one, so that its files are compared as well.
      _ = try Library.create(
        temporary.folder.appending("other"), surroundings: temporary.library.surroundings)
    } run: { temporary in
      let other = try Library(
        temporary.folder.appending("other"), surroundings: temporary.library.surroundings)
      let document = try temporary.document(at: "a.txt")
      if document.isDeleted, temporary.read("a.txt") == nil { return }
      _ = try temporary.library.move(document, to: documentPath("f/b.txt"), in: other)
    },
    Operation(name: "autosave of many") { temporary in
      for number in 0..<9 { try temporary.write("text \(number)", at: "\(number).txt") }
      try temporary.save("old", at: "0.txt")
      try temporary.write("new", at: "0.txt")
    } run: {
      var failure: StoreError?
      try $0.library.saveAll { if case .failed(_, let error) = $0 { failure = error } }
      if let failure { throw failure }
    },
  ]

  @Test("Nothing is lost at whatever call it fails", arguments: operations)
  func sweep(operation: Operation) throws {
    let model = try TemporaryLibrary()
    try operation.prepare(model)
    let before = try model.files()
    try operation.run(model)
    let after = try model.files()

    var number = 1
    while true {
      let temporary = try TemporaryLibrary()
      try operation.prepare(temporary)
      let fault = Fault(number, number % 2 == 0 ? .inputOutput : .noSpace)
      // It may also go on without a call it does not depend on.
      try SystemFaults.$current.withValue(fault.faults) {
        do {
          try operation.run(temporary)
        } catch is StoreError {}
      }
      if fault.call == nil { break }
      let description = "call \(number), \(fault.description)"
      try check(temporary, before, after, description)
      do {
        try operation.run(temporary)
      } catch {
        Issue.record("\(description): the next attempt: \(error)")
      }
      #expect(
        try temporary.files().filter { !$0.key.contains(".versions-") } == after, "\(description)")
      if !fault.isCleaningUp {
        #expect(try temporary.leftovers() == [], "\(description)")
      }
      if number % 8 == 0 { try temporary.fsck() }
      number += 1
      try #require(number < 500)
    }
    #expect(number > 10)
  }

  /// What was on disk is on disk or in the history, and the history is whole.
  private func check(
    _ temporary: TemporaryLibrary, _ before: [String: String], _ after: [String: String],
    _ description: String
  ) throws {
    let now = try temporary.files().filter { !$0.key.contains(".versions-") }
    // Each file is wholly the old one or the new one; of a package, all parts together.
    for (path, content) in now {
      #expect(
        before[path] == content || after[path] == content, "\(description): \(path) is \(content)")
    }
    let package = now.filter { $0.key.hasPrefix("p.rtfd/") }
    let versions = [before, after, [:]].map { $0.filter { $0.key.hasPrefix("p.rtfd/") } }
    #expect(versions.contains(package), "\(description): the package is torn")
    var kept: Set<String> = []
    for document in try temporary.library.documents() {
      let chain = try temporary.versions(of: document)
      #expect(chain.map(\.number) == Array(1...chain.count), "\(description)")
      for version in chain where !version.isDeletion {
        switch try temporary.library.content(of: version) {
        case .flat(let bytes, _), .link(let bytes):
          kept.insert(String(decoding: bytes, as: UTF8.self))
        case .package(let parts):
          for part in parts {
            if case .file(let bytes, _) = part.kind {
              kept.insert(String(decoding: bytes, as: UTF8.self))
            }
          }
        }
      }
    }
    kept.formUnion(now.values)
    for (path, content) in before where !path.hasSuffix("/") {
      #expect(kept.contains(content), "\(description): '\(content)' of \(path) is lost")
    }
  }
}

/// Lets one call fail, and remembers which.
final class Fault: Sendable {
  private let number: Int
  private let code: Errno
  private let count = Mutex(0)
  private let looks = Mutex(0)
  private let failed = Mutex<(SystemOperation, FilePath?)?>(nil)

  init(_ number: Int, _ code: Errno) {
    self.number = number
    self.code = code
  }

  var faults: SystemFaults {
    SystemFaults { [self] call, path in
      guard isTried(call, path) else { return nil }
      let current = count.withLock {
        $0 += 1
        return $0
      }
      guard current == number else { return nil }
      failed.withLock { $0 = (call, path) }
      return code
    }
  }

  /// Every call that changes something is tried, and a sample of those that look.
  private func isTried(_ call: SystemOperation, _ path: FilePath?) -> Bool {
    switch call {
    case .open, .read, .stat, .opendir, .readdir, .readlink, .flock, .mmap, .realpath:
      looks.withLock {
        $0 += 1
        return $0 % 17 == 3
      }
    case .mkdir:
      // Of the 256 folders that are made at once, the first stands for all.
      path?.lastComponent.count != 2 || path?.lastComponent.elementsEqual("00".utf8) == true
    default: true
    }
  }

  /// The call that failed, nil where there were not so many.
  var call: SystemOperation? { failed.withLock { $0?.0 } }

  var description: String {
    let (call, path) = failed.withLock { $0 } ?? (.close, nil)
    return "\(call) \(path?.description ?? "")"
  }

  /// Whether it was a temporary file that could not be removed, which nobody can help.
  var isCleaningUp: Bool {
    guard let (_, path) = failed.withLock({ $0 }), let path else { return false }
    return path.components.contains { $0.starts(with: ".versions-".utf8) }
  }
}
