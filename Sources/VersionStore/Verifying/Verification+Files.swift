import Files
import Git

extension Verification {
  /// Compares each document on disk with its latest version, and looks for what interrupted
  /// restores left beside documents.
  public mutating func checkFiles() throws(StoreError) {
    var found: [Finding] = []
    do {
      try library.forEachListed(
        readingAll: true,
        problem: { path, error in
          var finding = Finding(.file, .note, error.message)
          finding.path = path
          found.append(finding)
        }
      ) { listed in
        if let finding = self.finding(of: listed) { found.append(finding) }
        return true
      }
    } catch let error as StoreError {
      // Damage was told already, by name.
      if error.kind != .damaged { throw error }
    } catch {
      throw StoreError(.system, "\(error)")
    }
    for draft in try library.drafts() {
      var finding = Finding(
        .leftover, .note, "'\(draft.path)' was left by a restore that did not finish")
      finding.path = draft.path
      finding.file = library.location(of: draft.path)
      found.append(finding)
    }
    for finding in found { tell(finding) }
  }

  private func finding(of listed: ListedDocument) -> Finding? {
    let what: String
    let number = listed.document?.head.number ?? 0
    switch listed.state {
    case .same, .deleted: return nil
    case .missing: what = "is not on disk; its latest version is \(number)"
    case .untracked: what = "has no versions yet"
    case .tooBig: what = "is larger than the library's settings allow"
    case .changed:
      what =
        listed.problem.map { "cannot be compared: \($0.message)" }
        ?? "has changed since version \(number)" + difference(listed)
    }
    var finding = Finding(.file, .note, "'\(listed.path)' \(what)")
    finding.path = listed.path
    finding.document = listed.document?.id
    if number > 0 { finding.versions = [number] }
    finding.file = library.location(of: listed.path)
    return finding
  }

  private func difference(_ listed: ListedDocument) -> String {
    guard let size = listed.document?.head.size,
      let status = try? FileStatus.find(library.location(of: listed.path)), status.kind == .file
    else { return "" }
    return status.size == Int64(size)
      ? ": other bytes, as many" : ": \(status.size) bytes, and \(size) then"
  }
}

extension Library {
  /// A file that a restore was writing when it was stopped.
  struct StrayDraft {
    let path: DocumentPath
    let status: FileStatus
  }

  /// What interrupted restores left beside documents, and nobody can still be writing.
  func drafts() throws(StoreError) -> [StrayDraft] {
    var found: [StrayDraft] = []
    try LibraryScan(self).forEach { finding in
      guard case .ignored(let path, _, _) = finding else { return }
      let name = path.name
      let prefix = Array(".versions-".utf8)
      guard name.starts(with: prefix), UUID(name.dropFirst(prefix.count)) != nil,
        let status = try? FileStatus.find(location(of: path)),
        surroundings.now().seconds - status.changed.seconds >= 60
      else { return }
      found.append(StrayDraft(path: path, status: status))
    }
    return found
  }
}
