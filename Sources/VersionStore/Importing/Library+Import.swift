import Files
import Git

extension Library {
  /// Imports the histories of a source, whatever it is: a git repository or a file or folder in one,
  /// a git bundle, another library or a document of one, a folder of numbered or dated copies.
  ///
  /// What was imported before is known again and adds nothing; an import that was killed is finished
  /// by running it again. The newest version of each document is put on disk where nothing is.
  /// - Parameters:
  ///   - source: Where it is, absolute.
  ///   - options: What of it, and to where.
  ///   - report: Told how far the work is, and what became of each document.
  /// - Throws: `documentNotFound`, `wrongKind` where the source is none, `gitMissing`, `interrupted`,
  ///   and what the store and the disk say; what concerns one document is reported.
  public func importHistories(
    from source: FilePath, options: ImportOptions = ImportOptions(),
    report: @escaping (ImportReport) -> Void
  ) throws(StoreError) {
    try requireWritable()
    let lock = try WriteLock.importing(in: self)
    defer { lock.release() }
    removeTemporaryFolders()
    try ImportMarker(self).finishEarlier(report: report)
    var (origin, selected) = try ImportOrigin.find(source, for: self)
    var foreign = try origin.open(self, options, report: report)
    if let copies = origin.untracked(foreign.histories, selected) {
      (origin, selected) = copies
      foreign = try origin.open(self, options, report: report)
    }
    var placement = ImportPlacement(options: options)
    placement.paths += selected
    try placement.choose(from: foreign.histories, named: source, automatic: origin.automaticFolder)
    try importHistories(foreign, placement, options, report)
  }

  private func importHistories(
    _ source: any ForeignSource, _ placement: ImportPlacement, _ options: ImportOptions,
    _ report: @escaping (ImportReport) -> Void
  ) throws(StoreError) {
    let placed = source.histories.indices.map { placement.place(source.histories[$0], at: $0) }
    var plans: [ImportPlan] = []
    for case (let index, let history?) in placed.enumerated().map({ ($0, $1) }) {
      do throws(StoreError) {
        let plan = try plan(history, at: index, merging: options.merging)
        if plan.pending.isEmpty, let head = plan.head {
          report(.done(ImportOutcome(version: head, added: 0, joined: nil, placed: false)))
        } else {
          plans.append(plan)
        }
      } catch {
        guard error.kind != .damaged else { throw error }
        report(.failed(error))
      }
    }
    for plan in plans where plan.joining != nil {
      guard let history = placed[plan.history] else { continue }
      do throws(StoreError) {
        report(.done(try join(history, of: source, plan)))
      } catch {
        report(.failed(error))
      }
    }
    try write(plans.filter { $0.joining == nil }, of: source, placed, report)
    try copyLabels(source, plans, placed)
  }

  private func write(
    _ plans: [ImportPlan], of source: any ForeignSource, _ placed: [ForeignHistory?],
    _ report: @escaping (ImportReport) -> Void
  ) throws(StoreError) {
    let wanted = plans.flatMap { plan in
      plan.pending.map { (history: plan.history, version: $0) }
    }
    let writer = ImportWriter(self, report: report)
    var plan = plans.startIndex
    var step = 0
    var done = 0
    var failed = false
    do throws(StoreError) {
      try source.read(wanted) { (content) throws(StoreError) in
        let current = plans[plan]
        if !failed, let version = placed[current.history]?.versions[current.pending[step]] {
          do throws(StoreError) {
            try writer.append(version, content, to: current)
          } catch {
            guard error.kind == .tooBig else { throw error }
            report(.failed(error))
            failed = true
          }
        }
        step += 1
        done += 1
        if done % 256 == 0 {
          report(.progress(done: done, total: wanted.count))
          if surroundings.isStopped() { throw StoreError(.interrupted, "interrupted") }
        }
        if step == current.pending.count {
          if !failed { try writer.finish(current) }
          plan += 1
          step = 0
          failed = false
        } else {
          try writer.flushIfFull()
        }
      }
    } catch {
      // What is whole so far is kept, so that the next import goes on from there.
      if error.kind == .interrupted { try writer.flush() }
      throw error
    }
    // Its line ends before what became of the documents is told.
    if !wanted.isEmpty { report(.progress(done: wanted.count, total: wanted.count)) }
    try writer.flush()
  }

  /// Takes over labels that were given later, for versions that keep their identifiers.
  private func copyLabels(
    _ source: any ForeignSource, _ plans: [ImportPlan], _ placed: [ForeignHistory?]
  ) throws(StoreError) {
    guard !source.labels.isEmpty else { return }
    var names: Set<String> = []
    for plan in plans where plan.joining == nil {
      guard let history = placed[plan.history] else { continue }
      for case let own? in history.versions.map(\.own) {
        names.insert("\(history.identity)/\(own.identifier)")
      }
    }
    let pass = try beginWriting()
    defer { pass.end() }
    var moves: [References.Move] = []
    try inStore { () throws(GitError) in
      for label in source.labels where names.contains(label.name) {
        let name = "refs/labels/\(label.name)"
        guard let tag = Tag(bytes: label.tag.bytes), tag.kind == .tree,
          try repository.objects.contains(tag.target),
          try repository.references.find(name) == nil,
          // A document that was forgotten since has no labels either.
          let document = UUID(label.name.utf8.prefix { $0 != UInt8(ascii: "/") }),
          try repository.references.find(ReferenceNames.chain(of: document)) != nil
        else { continue }
        moves.append(
          .init(name, to: try repository.objects.write(.tag, label.tag.bytes), expecting: nil))
      }
      try repository.objects.synchronise()
      try repository.references.move(moves)
    }
  }

  /// Removes what imports that were killed left.
  private func removeTemporaryFolders() {
    let folder = store.appending("versions")
    for entry in (try? Folder.entries(of: folder)) ?? []
    where entry.name.starts(with: "temporary-".utf8) {
      try? FileSystem.removeAll(folder.appending(entry.name))
    }
  }
}
