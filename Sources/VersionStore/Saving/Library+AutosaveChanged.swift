import Files

extension Library {
  /// Autosaves a library of which is known what was seen before: only files that may have changed
  /// since are read.
  func saveChanged(
    since known: RecalledDocuments, below folder: DocumentPath?, report: (AutosaveOutcome) -> Void
  ) throws(StoreError) {
    var memory = LookMemory(deleted: known.seen.deleted)
    var before = known.seen.entriesByPath()
    let count = before.count + known.seen.deleted.count
    var touched: [TouchedPath] = []
    // Where a file of another folder may be the one that is gone, all files are looked at.
    for (path, status) in try scannedDocuments(problem: { report(.failed($0, $1)) }) {
      let entry = before.removeValue(forKey: path)
      let mark = memory.note(path, status, in: self)
      if let entry, entry.mark == mark {
        memory.keep(path, entry)
      } else {
        touched.append(TouchedPath(path, status))
      }
    }
    for (path, entry) in before.sorted(by: { $0.key < $1.key }) {
      do throws(SystemError) {
        touched.append(TouchedPath(path, try FileStatus.find(location(of: path))))
      } catch {
        // What may not be looked at was reported by the scan, and is not gone.
        memory.keep(path, entry)
      }
    }
    for path in known.moved where before[path] == nil && !memory.hasNoted(path) {
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
    try Places(self).tidy(documents: count)
  }
}
