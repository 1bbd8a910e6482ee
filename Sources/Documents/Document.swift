import Content
import Files
import VersionStore

/// A document of an application: subclass it for each kind, and give it contents.
///
/// A document lives on the main actor, as the views that show it do; all work with disks is done
/// elsewhere, on what `contents(forType:)` handed over, while editing goes on. Any task may call it.
///
///     final class TextDocument: Document {
///       var text = ""
///       override func contents(forType type: TypeIdentifier) throws -> FileContents {
///         .file(Array(text.utf8))
///       }
///       override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {
///         text = String(decoding: contents.bytes ?? [], as: UTF8.self)
///       }
///     }
@MainActor
open class Document {
  /// Where the document is; nil for a draft that was never saved. It follows a file that was moved.
  public internal(set) var fileURL: FileURL?
  /// What kind of document it is.
  public internal(set) var fileType: TypeIdentifier
  /// When the file was last modified, as this document knows it.
  public internal(set) var fileModificationDate: FileTime?
  /// Whether the document takes no changes: it is locked in its library, or its file is read-only.
  public internal(set) var isLocked = false
  /// Whether it was opened and not closed yet.
  public internal(set) var isOpen = false
  /// What the document took from its application.
  public let settings: DocumentSettings
  /// What can be undone; it counts the changes.
  public let undoManager = UndoManager()

  var changes = ChangeCounter()
  /// What is known to be on disk; nil where nothing is.
  var known: KnownContent?
  /// What was on disk when the document was opened.
  var opened: KnownContent?
  /// Whether the file is not what the document was made from, and a person has yet to choose.
  var isInConflict = false {
    didSet { if !isInConflict { isConflictUntold = false } }
  }
  /// Whether only an autosave found that out for which nobody asked who has the document open.
  var isConflictUntold = false
  /// Whether there are conflict versions from earlier, such as a document was closed with.
  var hasEarlierConflicts = false
  /// The newest version known to have no open conflict at or before it: looking stops there.
  var settled: Version?
  var draft: DraftPlace?
  /// The library that the open document is in.
  var home: LibraryHome?
  var handing: Handing?
  var timesDisabled = 0
  let states = StateBroadcast()
  let storage: DocumentStorage
  let turns = Turns()
  lazy var schedule = AutosaveSchedule(settings.timing, clock: settings.clock) { [weak self] in
    await self?.autosaveOnSchedule()
  }

  /// Content on its way between the document and a file.
  struct Handing {
    let url: FileURL
    var contents: FileContents?
  }

  /// A document with a file, which `open()` reads, or `save(to:for:)` makes.
  public init(fileURL: FileURL, settings: DocumentSettings) {
    self.fileURL = fileURL
    self.settings = settings
    let name = fileURL.name
    fileType =
      settings.types.type(forExtension: name.extension)?.identifier
      ?? (PackageExtensions.isPackage(name: name.bytes)
        ? PackageExtensions.type(name: name.bytes) : .data)
    storage = DocumentStorage(settings.surroundings)
    connect()
  }

  /// A document without a file: until it is saved somewhere it is autosaved as a draft in a library.
  /// - Parameters:
  ///   - type: What kind of document it is.
  ///   - library: A folder that is a library, or is in one.
  ///   - name: What it is called until it is saved.
  public init(
    draftOf type: TypeIdentifier, in library: FilePath, named name: String = "Untitled",
    settings: DocumentSettings
  ) {
    fileType = type
    self.settings = settings
    draft = DraftPlace(library: library, name: settings.types.name(name, for: type))
    storage = DocumentStorage(settings.surroundings)
    connect()
  }

  private func connect() {
    undoManager.counted = { [weak self] kind in self?.updateChangeCount(kind) }
    states.set([.closed])
  }

  // MARK: For subclasses to fill in

  /// What the document holds, for its file; called on the main actor, so quick where it can be.
  open func contents(forType type: TypeIdentifier) throws -> FileContents {
    throw DocumentError(
      .notImplemented, "\(Swift.type(of: self)) does not say what it holds",
      hints: ["override contents(forType:), or write(to:)"])
  }

  /// Takes over what a file holds, in the place of all the document held.
  /// - Throws: What the caller of `open` is to get; the document must be as it was then.
  open func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {
    throw DocumentError(
      .notImplemented, "\(Swift.type(of: self)) does not read its contents",
      hints: ["override load(fromContents:ofType:), or read(from:)"])
  }

  /// Reads the document whole; override it for a database, or whatever is not read as contents.
  open func read(from url: FileURL) async throws {
    if let handing, handing.url == url, let contents = handing.contents {
      try load(fromContents: contents, ofType: fileType)
      return
    }
    let found = try await storage.perform { try DocumentContent.read(at: url.path) }
    guard let found else {
      throw DocumentError(.vanished, "'\(printable(url.path.bytes))' is not on disk")
    }
    try load(fromContents: FileContents(found), ofType: fileType)
  }

  /// Writes the document whole, where nothing is; override it for a database, or whatever is not
  /// written as contents.
  ///
  /// A save calls it with a place beside the file, and then changes the two. Edits made after the
  /// call begins count as not saved. It must not wait for a save of its own document.
  open func write(to url: FileURL) async throws {
    let contents = try contents(forType: fileType)
    if handing?.url == url {
      // The store writes it in one step with the version.
      handing?.contents = contents
      return
    }
    try await storage.perform { try contents.stored.write(to: url.path) }
  }

  /// The thumbnail's data; without an override, what the type makes of the contents.
  open var preview: [UInt8]? {
    guard let make = settings.types[fileType]?.preview,
      let contents = try? contents(forType: fileType)
    else { return nil }
    return make(contents)
  }

  /// What people call the document: the file's name without the extension of a known type.
  open var localizedName: String {
    guard let name = fileURL?.name ?? draft?.name else { return "" }
    let isKnown = settings.types.type(forExtension: name.extension) != nil
    return printable(isKnown ? name.stem : name.bytes)
  }

  /// Called before each autosave; throw to have it left for later and the error handled.
  open func checkAutosavingSafety() throws {}

  /// Called before the content is replaced by another version: edits would be lost.
  open func disableEditing() {
    timesDisabled += 1
    updateEditingState()
  }

  /// Called when edits are welcome again.
  open func enableEditing() {
    timesDisabled = max(0, timesDisabled - 1)
    updateEditingState()
  }

  /// Called with each error of reading and writing, before the caller gets it; it must not wait for
  /// other work of its own document.
  /// - Parameter userInteractionPermitted: Whether a person can be asked; not while quitting.
  open func handleError(
    _ error: any Error, userInteractionPermitted: Bool
  ) async -> ErrorRecovery {
    .giveUp
  }

  /// Called when the document has another place: it was saved there, or its file was moved.
  open func fileURLDidChange() {}

  // MARK: Changes

  /// Counts a change of the content; an undo manager does this by itself.
  open func updateChangeCount(_ kind: ChangeKind) {
    changes.update(kind)
    if changes.hasUnautosavedChanges {
      if isOpen { schedule.noteChange() }
    } else {
      schedule.noteSnapshot()
    }
  }

  /// Whether there are changes since the document was opened, or a person last saved it.
  open var hasUnsavedChanges: Bool { changes.hasUnsavedChanges }

  /// Whether there are changes that are not on disk.
  open var hasUnautosavedChanges: Bool { changes.hasUnautosavedChanges }
}
