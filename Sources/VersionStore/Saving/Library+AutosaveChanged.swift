import Files

extension Library {
  /// Autosaves a library of which is known what was seen before: only files that may have changed
  /// since are read.
  func saveChanged(
    since known: RecalledDocuments, below folder: DocumentPath?, report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    var memory = LookMemory(known)
    var touched: [TouchedPath] = []
    // Where a file of another folder may be the one that is gone, all files are looked at.
    var seen = SeenFolders(known)
    let scan = LibraryScan(self).telling(
      entering: { seen.enter($0) }, leaving: { _ in seen.leave() })
    try scan.forEach { finding in
      switch finding {
      case .document(let found):
        let mark = try? FileMark(found.status, of: location(of: found.path))
        if let entry = seen.find(found.path.name), entry.mark == mark { return }
        memory.touch(found.path, mark)
        touched.append(TouchedPath(found.path, found.status))
      case .problem(let path, let error):
        if let path = path ?? DocumentPath(folderName) { report(.failed(path, error)) }
      case .ignored, .otherName: break
      }
    }
    seen.finish()
    for path in seen.missing {
      do throws(SystemError) {
        touched.append(TouchedPath(path, try FileStatus.find(location(of: path))))
        memory.touch(path, nil)
      } catch {
        // What may not be looked at was reported by the scan, and is not gone.
      }
    }
    for path in known.moved where !memory.hasTouched(path) {
      memory.touch(path, nil)
      touched.append(TouchedPath(path))
    }
    if touched.isEmpty { return }
    try autosave(
      at: touched, below: folder, settled: { memory.settle($0, $1) },
      report: {
        memory.note($0)
        report($0)
      })
    memory.keep(in: self)
    try Places(self).tidy(documents: known.folders.reduce(0) { $0 + $1.entries.count })
  }
}
