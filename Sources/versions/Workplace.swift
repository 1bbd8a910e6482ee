import Files
import VersionStore

/// Where a command works: the current folder, and the libraries of the paths it was given.
final class Workplace {
  private let globals: GlobalArguments
  private let diagnostics: Diagnostics
  private let current: FilePath
  let surroundings: Surroundings
  /// Libraries of which other programs saved what they have open.
  private var asked: Set<FilePath> = []

  init(_ context: borrowing Context) throws {
    globals = context.globals
    diagnostics = context.diagnostics
    do {
      current = try FileSystem.currentFolder()
    } catch {
      throw CommandFailure(.system, "the current folder is gone")
    }
    // Before the settings of the library, the command line and the environment say who saves.
    var author = context.globals.author
    if author == nil, let text = Terminal.environment("VERSIONS_AUTHOR"), !text.isEmpty {
      author = Person(Array(text.utf8)) ?? Person(name: text, mail: "")
    }
    var surroundings = Surroundings(
      author: author.map { VersionStore.Person(name: $0.name, email: $0.mail) },
      app: "versions \(Versions.number)")
    if let path = Terminal.environment("PATH") {
      surroundings.programFolders = path.split(separator: ":").map { FilePath(String($0)) }
    }
    for name in ["HOME", "SSH_AUTH_SOCK"] {
      if let value = Terminal.environment(name) {
        surroundings.agentEnvironment.append("\(name)=\(value)")
      }
    }
    surroundings.remark = { [diagnostics] in diagnostics.warn("not-signed", $0) }
    surroundings.isStopped = { Interruption.isRequested }
    self.surroundings = surroundings
  }

  /// The library that was named, or the one around the current folder.
  func library() throws -> Library {
    let library = try Library(try libraryFolder(), surroundings: surroundings)
    askPresenters(of: library)
    return library
  }

  /// Has programs that have documents of a library open save them, so that what they hold is read.
  private func askPresenters(of library: Library) {
    guard asked.insert(library.folder).inserted else { return }
    for trouble in library.askPresenters() {
      switch trouble {
      case .unsaved(let text): diagnostics.warn("unsaved", text)
      case .silent(let process):
        diagnostics.warn(
          "unsaved",
          "process \(process), which has documents open here, does not answer: they may be newer there"
        )
      }
    }
  }

  /// The folder of that library, whose store need not be whole.
  func libraryFolder() throws -> FilePath {
    if let named = globals.library { return FilePath(named).absolute(from: current) }
    guard let folder = try Library.folder(above: try FileSystem.resolved(current)) else {
      throw StoreError(
        .libraryNotFound, "no library at or above '\(printable(current.bytes))'",
        hints: ["make a folder one with: versions init FOLDER"])
    }
    return folder
  }

  /// The library that an argument means, whatever it is there.
  func library(of argument: [UInt8]) throws -> Library {
    argument.starts(with: "id:".utf8) ? try library() : try location(of: argument).library
  }

  /// Where a path that was given lies.
  func location(of argument: [UInt8]) throws -> Location {
    let location = try Location(
      of: FilePath(argument), from: current, named: globals.library.map(FilePath.init),
      surroundings: surroundings)
    askPresenters(of: location.library)
    if let link = location.link, case .document(let former) = try location.library.lookUp(link) {
      diagnostics.warn(
        "link", "'\(link)' is a link now, and what it leads to is meant",
        hints: ["the versions that it had itself: versions list id:\(former.id)"])
    }
    return location
  }

  /// Where what is to be moved or removed lies: a link would stay, and lead nowhere.
  func locationToMove(_ argument: [UInt8]) throws -> Location {
    let location = try location(of: argument)
    guard location.link != nil else { return location }
    let target: [UInt8] =
      switch location.place {
      case .library: Array(".".utf8)
      case .folder(let path), .document(let path): path.bytes
      }
    throw CommandFailure(
      .wrongKind,
      "\(VisibleText.quoted(argument)) is a link to \(VisibleText.quoted(target)), which has the versions",
      hints: ["name that one, or remove the link with: rm \(ShellWord.quoted(argument))"])
  }

  /// Where a path lies whose folder may be gone: documents that were below it are still listed.
  func locationToList(_ argument: [UInt8]) throws -> (library: Library, folder: DocumentPath?)? {
    let location = try location(of: argument)
    switch location.place {
    case .library, .folder: return (location.library, location.folder)
    case .document(let path):
      let library = location.library
      guard case .unknown = try library.lookUp(path),
        try FileStatus.find(library.location(of: path)) == nil
      else { return nil }
      var living = 0
      var deleted = 0
      try library.forEachDocument(damaged: { _, _ in }) { document in
        guard document.path.isBelow(path) else { return }
        if document.isDeleted { deleted += 1 } else { living += 1 }
      }
      if living + deleted == 0 { return nil }
      if living == 0 {
        diagnostics.warn(
          "deleted", "all documents below '\(path)' are deleted",
          hints: ["list them with: versions list --deleted \(ShellWord.quoted(argument))"])
      }
      return (library, path)
    }
  }

  /// A path made absolute.
  func absolute(_ argument: [UInt8]) -> FilePath {
    FilePath(argument).absolute(from: current)
  }

  /// A document to be read, followed to where it is now.
  func documentToRead(_ argument: [UInt8]) throws -> (library: Library, document: Document) {
    if let found = try identified(argument) { return found }
    let (library, path) = try documentPath(argument)
    switch try library.lookUp(path) {
    case .document(let document): return (library, document)
    case .moved(let document):
      diagnostics.warn("renamed", "'\(path)' was renamed to '\(document.path)'")
      return (library, document)
    case .unknown: throw unknown(path, in: library)
    }
  }

  /// A document to be changed, which must be named as it is now.
  func documentToChange(_ argument: [UInt8]) throws -> (library: Library, document: Document) {
    if let found = try identified(argument) { return found }
    let (library, path) = try documentPath(argument)
    switch try library.lookUp(path) {
    case .document(let document): return (library, document)
    case .moved(let document):
      throw StoreError(
        .documentRenamed(document.path), "'\(path)' was renamed to '\(document.path)'",
        hints: ["say: \(command(with: argument, replacedBy: document.path, in: library))"])
    case .unknown:
      throw unknown(path, in: library)
    }
  }

  /// The path in its library of an argument that must not be a folder.
  func documentPath(_ argument: [UInt8]) throws -> (library: Library, path: DocumentPath) {
    let location = try location(of: argument)
    switch location.place {
    case .document(let path): return (location.library, path)
    case .folder(let path) where try isKnown(path, in: location.library):
      // A folder has taken the place of a document, whose history is still asked for by its path.
      return (location.library, path)
    case .folder, .library:
      throw StoreError(
        .notADocument, "\(VisibleText.quoted(argument)) is a folder, not a document",
        hints: ["list the documents in it with: versions list \(ShellWord.quoted(argument))"])
    }
  }

  private func isKnown(_ path: DocumentPath, in library: Library) throws -> Bool {
    if case .document = try library.lookUp(path) { true } else { false }
  }

  private func identified(_ argument: [UInt8]) throws -> (library: Library, document: Document)? {
    guard argument.starts(with: "id:".utf8) else { return nil }
    let library = try library()
    return (library, try library.document(identifiedBy: Array(argument.dropFirst(3))))
  }

  private func unknown(_ path: DocumentPath, in library: Library) -> StoreError {
    let there = (try? FileStatus.find(library.location(of: path))) != nil
    let word = ShellWord.quoted(path.bytes)
    var hints = library.lookalikes(of: path).map { "there is also \(ShellWord.quoted($0.bytes))" }
    hints.append(
      there
        ? "make its first version with: versions save \(word)"
        : "see which documents there are with: versions list, versions list --deleted")
    return StoreError(
      .documentNotFound,
      there ? "'\(path)' has no versions yet" : "no document '\(path)'", hints: hints)
  }

  /// The command line with one argument replaced, for a hint that can be run as it stands.
  private func command(
    with argument: [UInt8], replacedBy path: DocumentPath, in library: Library
  ) -> String {
    let target = library.location(of: path)
    let shown = target.relative(to: current) ?? target.bytes
    return Versions.arguments().map { $0 == argument ? shown : $0 }
      .reduce("versions") { $0 + " " + ShellWord.quoted($1) }
  }
}

extension Workplace {
  /// A document to be changed that may have no version yet: what is on disk becomes the first.
  func trackedDocument(_ argument: [UInt8]) throws -> (library: Library, document: Document) {
    do {
      return try documentToChange(argument)
    } catch let error as StoreError where error.kind == .documentNotFound {
      guard !argument.starts(with: "id:".utf8) else { throw error }
      let (library, path) = try documentPath(argument)
      guard try library.snapshot(of: path) != nil else { throw error }
      _ = try library.save(path, as: .autosave)
      return (library, try library.document(path))
    }
  }

  /// A new path in a library; inside a folder that is there, under the name the old one had.
  /// - Parameter old: The argument that names what is to be copied there.
  func newPath(
    _ argument: [UInt8], named name: [UInt8], in library: Library, for old: [UInt8]
  ) throws -> DocumentPath {
    let (found, path) = try newPlace(argument, named: name)
    guard found.folder == library.folder else {
      let target = ShellWord.quoted(found.location(of: path).bytes)
      let words = "\(ShellWord.quoted(old)) \(target)"
      throw CommandFailure(
        .usage, "\(VisibleText.quoted(argument)) is in another library",
        hints: [
          "a document of its own begins there with: cp -R \(words) && versions save \(target)",
          "or the document moves there, with its history, with: versions rename \(words)",
        ])
    }
    return path
  }

  /// A new path in whatever library it is; inside a folder that is there, under the name the old one
  /// had.
  func newPlace(
    _ argument: [UInt8], named name: [UInt8]
  ) throws -> (library: Library, path: DocumentPath) {
    let location = try location(of: argument)
    switch location.place {
    case .document(let path):
      guard argument.last != UInt8(ascii: "/") else {
        throw CommandFailure(
          .documentNotFound, "there is no folder \(VisibleText.quoted(argument))",
          hints: ["make it with: mkdir -p \(ShellWord.quoted(argument))"])
      }
      return (location.library, path)
    case .library:
      if let path = DocumentPath(name) { return (location.library, path) }
    case .folder(let folder):
      if let path = DocumentPath(folder.bytes + [UInt8(ascii: "/")] + name) {
        return (location.library, path)
      }
    }
    throw CommandFailure(.usage, "\(VisibleText.quoted(argument)) cannot be a path")
  }
}
