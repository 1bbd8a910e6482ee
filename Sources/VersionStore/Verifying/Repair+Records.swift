import Git

extension Repair {
  /// Finds labels, journals and what histories were before they were pruned again where the files of
  /// their references are gone or cannot be read, as after a loss of power.
  mutating func mendRecords() throws(StoreError) {
    let references = library.repository.references
    var damaged: Set<String> = []
    for finding in verification.findings where finding.severity == .damage {
      guard let name = finding.reference, Repair.isRecord(name) else { continue }
      do throws(GitError) {
        if try references.find(name) == nil, finding.kind == .label { damaged.insert(name) }
      } catch {
        if case .referenceDamaged = error { damaged.insert(name) }
      }
    }
    if damaged.isEmpty { return }
    var kept: [String: ObjectID] = [:]
    try inStore { () throws(GitError) in
      try references.forEach(below: "refs/") { name, id in
        if case .success(let id) = id { kept[name] = id }
        return true
      }
    }
    let lost = LostReferences(verification, kept: kept)
    for name in damaged.sorted() {
      guard let id = lost.all[name] else {
        cannot("what '\(name)' led to is not certain; it is left as it is")
        continue
      }
      let lock =
        name.hasPrefix(ReferenceNames.journals) ? try WriteLock.journal(in: library) : nil
      defer { lock?.release() }
      let current = try findSettingAside(name)
      if current == nil {
        try inStore { () throws(GitError) in
          try references.move(name, to: id, expecting: nil)
        }
      }
      did("'\(name)' was found again")
    }
    for doubt in lost.doubts { cannot(doubt) }
  }

  private static func isRecord(_ name: String) -> Bool {
    [ReferenceNames.labels, ReferenceNames.journals, ReferenceNames.pruned]
      .contains { name.hasPrefix($0) }
  }
}
