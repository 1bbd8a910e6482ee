import Files
import Git

extension Library {
  /// Exports a document, the documents below a folder, or the whole library, with all versions.
  ///
  /// It appears at its place in one step, whole and on the disk; nothing that is there is touched.
  /// - Parameters:
  ///   - document: One document; nil for all.
  ///   - folder: Only documents below this folder, where no document is given.
  ///   - target: Where it is to be, absolute.
  ///   - progress: Told how many versions are written, of how many.
  /// - Throws: `targetExists`, `documentNotFound` where there is nothing, `gitMissing`.
  public func export(
    _ document: Document?, below folder: DocumentPath? = nil, as format: ExportFormat,
    to target: FilePath, progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws(StoreError) -> ExportOutcome {
    let there = try onDisk { () throws(SystemError) in try FileStatus.find(target) }
    guard there == nil else {
      throw StoreError(
        .targetExists, "'\(printable(target.bytes))' exists already",
        hints: ["name a path where nothing is"])
    }
    try onDisk { () throws(SystemError) in
      let parent = try FileStatus.find(target.parent, followingLink: true)
      if parent?.kind != .folder { throw SystemError(.open, target.parent, .noSuchFile) }
    }
    try requireOutsideOfStore(target)
    let timeline = try timeline(document, below: folder)
    guard !timeline.isEmpty else {
      throw StoreError(
        .documentNotFound, "there is nothing to export",
        hints: ["see what has versions with: versions list --deleted"])
    }
    switch format {
    case .files:
      return try FilesExport(self, timeline, isSingle: document != nil).write(to: target, progress)
    case .git, .bundle, .patches:
      let export = try GitExport(self, timeline, beside: target, progress)
      return try export.write(as: format, to: target)
    }
  }

  /// The versions, oldest first, each document's in the order of its chain and all by time.
  private func timeline(
    _ document: Document?, below folder: DocumentPath?
  ) throws(StoreError) -> [Version] {
    var damage: StoreError?
    var log = try LibraryLog(self, below: folder, document: document) { _, error in
      damage = damage ?? error
    }
    if let damage { throw damage }
    var timeline: [Version] = []
    while let version = try log.next() { timeline.append(version) }
    timeline.reverse()
    return timeline
  }

  /// Syncs all files and folders below a folder.
  static func synchroniseAll(_ folder: FilePath) throws(SystemError) {
    for entry in try Folder.entries(of: folder) {
      let path = folder.appending(entry.name)
      switch try FileStatus(of: path).kind {
      case .folder: try synchroniseAll(path)
      case .file: try File(path).synchronise()
      default: break
      }
    }
    try Folder.synchronise(folder)
  }

  /// Gives what was made its name, unless something has it by now.
  static func publish(_ draft: FilePath, as target: FilePath) throws(StoreError) {
    do throws(SystemError) {
      try FileSystem.renameExclusively(draft, to: target)
      try Folder.synchronise(target.parent)
    } catch {
      guard error.code == .fileExists else { throw StoreError(error) }
      throw StoreError(.targetExists, "'\(printable(target.bytes))' exists by now")
    }
  }
}
