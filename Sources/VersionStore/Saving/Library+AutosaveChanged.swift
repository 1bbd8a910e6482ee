import Files

extension Library {
  /// Autosaves a library of which is known what was seen before: only files that may have changed
  /// since are read.
  func saveChanged(
    since known: RecalledDocuments, below folder: DocumentPath?, report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    var memory = LookMemory(known)
    let touched = try touched(since: known) { report(.failed($0, $1)) }
    for one in touched { memory.touch(one.path, one.mark) }
    if touched.isEmpty { return }
    try autosave(
      at: touched.map { TouchedPath($0.path, $0.status) }, below: folder,
      settled: { memory.settle($0, $1) },
      report: {
        memory.note($0)
        report($0)
      })
    memory.keep(in: self)
    try Places(self).tidy(documents: known.folders.reduce(0) { $0 + $1.entries.count })
  }

  /// Where files may not be as they were when they were seen: those of another mark, new ones, and
  /// those that are gone.
  /// - Parameter problem: Called for what could not be looked at.
  func touched(
    since known: RecalledDocuments, problem: (DocumentPath, StoreError) -> Void
  ) throws(StoreError) -> [(path: DocumentPath, status: FileStatus?, mark: FileMark?)] {
    var touched: [(path: DocumentPath, status: FileStatus?, mark: FileMark?)] = []
    var found: Set<DocumentPath> = []
    // Where a file of another folder may be the one that is gone, all files are looked at.
    var seen = SeenFolders(known)
    let scan = LibraryScan(self).telling(
      entering: { seen.enter($0) }, leaving: { _ in seen.leave() })
    try scan.forEach { finding in
      switch finding {
      case .document(let document):
        let path = document.path
        let mark = try? FileMark(document.status, of: location(of: path))
        if let entry = seen.find(path.name), entry.mark == mark { return }
        found.insert(path)
        touched.append((path, document.status, mark))
      case .problem(let path, let error):
        if let path = path ?? DocumentPath(folderName) { problem(path, error) }
      case .ignored, .otherName: break
      }
    }
    seen.finish()
    for path in seen.missing + known.moved where !found.contains(path) {
      do throws(SystemError) {
        let status = try FileStatus.find(location(of: path))
        found.insert(path)
        let mark = status.flatMap { try? FileMark($0, of: location(of: path)) }
        touched.append((path, status, mark))
      } catch {
        // What may not be looked at was told by the scan, and is not gone.
      }
    }
    return touched
  }
}
