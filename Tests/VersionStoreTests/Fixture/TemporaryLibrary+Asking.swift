import Files
import Git
import Testing

@testable import VersionStore

extension TemporaryLibrary {
  /// What a file holds, nil where there is none.
  func read(_ path: String) -> String? {
    guard let bytes = try? File(folder.appending(path)).readToEnd() else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A file's facts.
  func status(_ path: String) throws -> FileStatus {
    try FileStatus(of: folder.appending(path))
  }

  /// Sets a file's permissions.
  func setPermissions(_ path: String, _ permissions: UInt32) throws {
    try FileSystem.setPermissions(folder.appending(path), permissions)
  }

  /// Moves a file as another program does.
  func move(_ old: String, to new: String) throws {
    try Folder.makeAll(folder.appending(new).parent)
    try FileSystem.rename(folder.appending(old), to: folder.appending(new))
  }

  /// Removes a file or folder as another program does.
  func remove(_ path: String) throws {
    try FileSystem.removeAll(folder.appending(path))
  }

  /// Saves a document.
  @discardableResult
  func save(
    _ path: String, _ event: Event = .save, label: String? = nil
  ) throws -> SaveOutcome {
    try library.save(try #require(DocumentPath(path)), as: event, label: label)
  }

  /// Writes a file and saves it.
  @discardableResult
  func save(
    _ text: String, at path: String, _ event: Event = .save, label: String? = nil
  ) throws -> SaveOutcome {
    try write(text, at: path)
    return try save(path, event, label: label)
  }

  /// The document of a path.
  func document(at path: String) throws -> Document {
    try library.document(try #require(DocumentPath(path)))
  }

  /// The versions of a document, oldest first.
  func versions(of document: Document) throws -> [Version] {
    var history = try library.history(of: document)
    var versions: [Version] = []
    while let version = try history.next() { versions.append(version) }
    return versions.reversed()
  }

  /// The versions of the document of a path, oldest first.
  func versions(_ path: String) throws -> [Version] {
    try versions(of: document(at: path))
  }

  /// One version by its number.
  func version(_ number: Int, of path: String) throws -> Version {
    try #require(try versions(path).first { $0.number == number })
  }

  /// The events of the document of a path, oldest first: `save autosave rename:b.txt`.
  func events(_ path: String) throws -> String {
    let versions = try versions(path)
    #expect(versions.map(\.number) == Array(1...max(versions.count, 1)))
    var last: DocumentPath?
    return versions.map { version in
      defer { last = version.path }
      return last == nil || last == version.path
        ? "\(version.event)" : "\(version.event):\(version.path)"
    }.joined(separator: " ")
  }

  /// What a version holds, as text.
  func text(of version: Version) throws -> String {
    guard case .flat(let bytes, _) = try library.content(of: version) else {
      throw StoreError(.invalid, "no flat content")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The contents of all versions of a document that hold something, oldest first.
  func texts(_ path: String) throws -> [String] {
    try versions(path).filter { !$0.isDeletion }.map { try text(of: $0) }
  }

  /// Makes sure that git finds nothing wrong.
  func fsck(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (status, output) = try GitCommand.run(
      ["--git-dir=\(library.store)", "fsck", "--strict", "--no-dangling"], in: folder)
    #expect(
      status == 0, "\(String(decoding: output, as: UTF8.self))", sourceLocation: sourceLocation)
  }

  /// What git prints about the store.
  @discardableResult
  func git(_ arguments: String..., input: [UInt8] = []) throws -> String {
    let (status, output) = try GitCommand.run(
      ["--git-dir=\(library.store)"] + arguments, in: folder, input: input)
    #expect(status == 0)
    return String(decoding: output, as: UTF8.self)
  }

  /// The files of the library, without the store, with what they hold; folders end in "/".
  func files() throws -> [String: String] {
    var found: [String: String] = [:]
    func collect(_ folder: FilePath, _ prefix: String) throws {
      for entry in try Folder.entries(of: folder) where entry.name != Library.storeName {
        let path = folder.appending(entry.name)
        let name = prefix + String(decoding: entry.name, as: UTF8.self)
        switch try FileStatus(of: path).kind {
        case .folder:
          found[name + "/"] = ""
          try collect(path, name + "/")
        case .link:
          found[name] = "-> " + String(decoding: try FileSystem.readLink(path), as: UTF8.self)
        default: found[name] = String(decoding: try File(path).readToEnd(), as: UTF8.self)
        }
      }
    }
    try collect(folder, "")
    return found
  }

  /// Another program with this folder open.
  var otherProgram: OtherProgram { OtherProgram(folder: folder) }

  /// Temporary files that were left in the library.
  func leftovers() throws -> [String] {
    try files().keys.filter { $0.contains(".versions-") }.sorted()
  }

  /// The same library, opened anew.
  func reopened() throws -> Library {
    try Library(folder, surroundings: library.surroundings)
  }
}

/// What other programs do to a library's files, whatever else is going on.
struct OtherProgram: Sendable {
  let folder: FilePath

  func write(_ text: String, at path: String) {
    act { () throws(SystemError) in
      try Folder.makeAll(folder.appending(path).parent)
      try File(folder.appending(path), [.write, .create, .truncate]).write(Array(text.utf8))
    }
  }

  func move(_ old: String, to new: String) {
    act { () throws(SystemError) in
      try FileSystem.rename(folder.appending(old), to: folder.appending(new))
    }
  }

  func remove(_ path: String) {
    act { () throws(SystemError) in try FileSystem.removeAll(folder.appending(path)) }
  }

  /// No fault that is laid for the program under test concerns it.
  private func act(_ body: () throws(SystemError) -> Void) {
    SystemFaults.$current.withValue(nil) {
      do {
        try body()
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}

/// A path of a text that is one.
func documentPath(_ text: String) throws -> DocumentPath { try #require(DocumentPath(text)) }

/// Bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The kind of error a body throws, nil where it throws none.
func kind<Result>(_ body: () throws -> Result) -> StoreError.Kind? {
  do {
    _ = try body()
    return nil
  } catch let error as StoreError {
    return error.kind
  } catch {
    Issue.record("\(error)")
    return nil
  }
}
