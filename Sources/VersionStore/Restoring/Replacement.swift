import Files
import Git

/// New content for a document on disk, prepared in full before anything of the old is touched.
///
/// A file is written beside its target, synced, given the target's permissions, owner and extended
/// attributes, and then changes places with it in one step; what was swapped out must be what was
/// read before, or it is put back. So at every moment the path holds the whole old content or the
/// whole new one, and bytes that nobody kept are never replaced.
final class Replacement {
  private let target: FilePath
  private let existing: Snapshot?
  private let content: DocumentContent
  private let modified: FileTime?
  /// Where the new content waits, or the old one that is to go; nil where it is written in place.
  private var draft: FilePath?
  /// Where another program's content was left that could not be put back.
  private var stranded: FilePath?

  /// How content comes to disk.
  struct Options {
    /// Permissions of what is made anew, never widened; private where none were recorded.
    var permissions: RecordedPermissions
    /// Time of modification, nil for now.
    var modified: FileTime?
    /// Whether a file that its owner may not write is replaced all the same.
    var force = false
    /// The document whose owner, permissions and extended attributes what is made anew gets.
    var model: FilePath?
  }

  /// Writes the new content where it waits.
  /// - Parameters:
  ///   - target: Where it is to be.
  ///   - existing: What is there now, as it was read; nil for nothing.
  init(
    _ content: DocumentContent, at target: FilePath, replacing existing: Snapshot?,
    options: Options
  ) throws(StoreError) {
    self.target = target
    self.existing = existing
    self.content = content
    modified = options.modified
    if let existing {
      try Replacement.requireWritable(target, existing, options)
      try Replacement.requireWritableParts(target, existing, content, options)
    }
    if existing == nil {
      do throws(SystemError) {
        try Folder.makeAll(target.parent)
      } catch {
        guard error.code == .notAFolder || error.code == .fileExists else {
          throw StoreError(error)
        }
        throw StoreError(
          .targetExists,
          "'\(printable((error.path ?? target.parent).bytes))' is a file, where a folder is needed",
          hints: ["choose another path with --to"])
      }
    }
    if isInPlace { return }
    let draft = target.parent.appending(".versions-\(UUID())")
    self.draft = draft
    do throws(SystemError) {
      try Replacement.write(content, to: draft, like: target, existing, options)
    } catch {
      discard()
      throw StoreError(error, doing: "cannot write '\(printable(target.bytes))'")
    }
  }

  deinit { discard() }

  /// Puts the new content in place, synced when it returns.
  /// - Throws: `changedMeanwhile` or `targetExists` where something else is there by now.
  func publish() throws(StoreError) {
    guard let draft else { return try writeInPlace() }
    do throws(SystemError) {
      if let existing {
        guard let now = try FileStatus.find(target), now.isSameState(as: existing.status) else {
          throw SystemError(.rename, target, .fileExists)
        }
        try swap(draft, existing)
      } else {
        try FileSystem.renameExclusively(draft, to: target)
      }
      try Folder.synchronise(target.parent)
      discard()
    } catch {
      if error.code == .fileExists {
        throw existing == nil
          ? StoreError(.targetExists, "'\(printable(target.bytes))' exists already")
          : changed
      }
      var failure = StoreError(error, doing: "cannot replace '\(printable(target.bytes))'")
      if let stranded {
        failure.hints.insert("what was there is in '\(printable(stranded.bytes))'", at: 0)
      }
      throw failure
    }
  }

  /// Removes what waits.
  func discard() {
    if let draft { try? FileSystem.removeAll(draft) }
    draft = nil
  }

  private var changed: StoreError {
    StoreError(
      .changedMeanwhile, "'\(printable(target.bytes))' was changed by another program meanwhile",
      hints: ["nothing was replaced; run the same command again"])
  }

  /// Several names for one file must stay so, and its owner: its bytes are replaced, not the file.
  private var isInPlace: Bool {
    guard let existing, case .flat = content, case .flat = existing.content else { return false }
    if existing.status.links > 1 { return true }
    // Another's file that this person may write stays the other's.
    let me = Account.currentUser
    return me != 0 && existing.status.owner != me
  }

  private func swap(_ draft: FilePath, _ existing: Snapshot) throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.exchange(draft, target)
    } catch {
      guard [.invalid, .notSupported, Errno(rawValue: 38)].contains(error.code) else { throw error }
      // The file system cannot; a folder must go out of the way first.
      if existing.status.kind == .folder || isFolder(content) {
        let aside = FilePath(draft.bytes + Array(".old".utf8))
        try FileSystem.rename(target, to: aside)
        do throws(SystemError) {
          guard try existing.isStill(at: aside) else {
            throw SystemError(.rename, target, .fileExists)
          }
          try FileSystem.rename(draft, to: target)
        } catch {
          try FileSystem.rename(aside, to: target)
          throw error
        }
        self.draft = aside
      } else {
        try FileSystem.rename(draft, to: target)
      }
      return
    }
    // Until it is known what was swapped out, it must not be removed by whoever gives up.
    self.draft = nil
    stranded = draft
    do throws(SystemError) {
      guard try existing.isStill(at: draft) else {
        throw SystemError(.rename, target, .fileExists)
      }
    } catch {
      do throws(SystemError) {
        try FileSystem.exchange(draft, target)
      } catch {
        throw SystemError(error.operation, target, error.code)
      }
      self.draft = draft
      stranded = nil
      throw error
    }
    self.draft = draft
    stranded = nil
  }

  private func isFolder(_ content: DocumentContent) -> Bool {
    if case .package = content { true } else { false }
  }

  private func writeInPlace() throws(StoreError) {
    guard let existing, case .flat(let bytes, _) = content,
      case .flat(let old, _) = existing.content
    else { return }
    do throws(SystemError) {
      let file = try File(target, [.readWrite, .noFollow])
      guard try file.status().isSameState(as: existing.status) else {
        throw SystemError(.rename, target, .fileExists)
      }
      do throws(SystemError) {
        try file.reserve(Int64(max(bytes.count, old.count)))
        try file.write(bytes)
        try file.truncate(to: Int64(bytes.count))
        if let modified { try file.setModified(modified) }
        try file.synchronise()
      } catch {
        // The old bytes are a version by now; put back what can be put back.
        file.rewind()
        try? file.write(old)
        try? file.truncate(to: Int64(old.count))
        throw error
      }
    } catch {
      if error.code == .fileExists { throw changed }
      throw StoreError(error, doing: "cannot write '\(printable(target.bytes))'")
    }
  }

  private static func requireWritable(
    _ target: FilePath, _ existing: Snapshot, _ options: Options
  ) throws(StoreError) {
    if options.force { return }
    guard existing.status.kind == .file else { return }
    guard existing.status.permissions & 0o222 == 0 else { return }
    throw StoreError(
      .readOnly, "'\(printable(target.bytes))' is read-only",
      hints: ["replace it all the same with --force, or allow writing with chmod u+w"])
  }

  /// A file of a package that nobody may write keeps its bytes, unless they stay the same.
  private static func requireWritableParts(
    _ target: FilePath, _ existing: Snapshot, _ content: DocumentContent, _ options: Options
  ) throws(StoreError) {
    guard !options.force, !existing.readOnlyParts.isEmpty,
      case .package(let old) = existing.content
    else { return }
    var new: [[UInt8]: DocumentContent.Part] = [:]
    if case .package(let parts) = content { for part in parts { new[part.path] = part } }
    for part in old where existing.readOnlyParts.contains(part.path) && new[part.path] != part {
      throw StoreError(
        .readOnly,
        "'\(printable(part.path))' in '\(printable(target.bytes))' is read-only",
        hints: ["replace it all the same with --force, or allow writing with chmod u+w"])
    }
  }

  // MARK: Writing

  /// Writes content to a path where nothing is, synced.
  static func write(
    _ content: DocumentContent, to path: FilePath, options: Options
  ) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      try write(content, to: path, like: path, nil, options)
    }
  }

  private static func write(
    _ content: DocumentContent, to draft: FilePath, like target: FilePath, _ existing: Snapshot?,
    _ options: Options
  ) throws(SystemError) {
    switch content {
    case .link(let destination): try FileSystem.makeLink(draft, to: destination)
    case .flat(let bytes, let executable):
      var model = options.model
      if let existing { model = existing.status.kind == .file ? target : nil }
      try writeFile(
        bytes, to: draft, like: model, modified: options.modified,
        permissions: options.permissions.document ?? (executable ? 0o700 : 0o600))
    case .package(let parts):
      try Folder.make(draft, permissions: 0o700)
      var old = options.model
      if let existing { old = existing.status.kind == .folder ? target : nil }
      for part in parts {
        let path = draft.appending(part.path)
        let model = old?.appending(part.path)
        switch part.kind {
        case .folder: try Folder.make(path, permissions: 0o700)
        case .link(let destination): try FileSystem.makeLink(path, to: destination)
        case .file(let bytes, let executable):
          try writeFile(
            bytes, to: path, like: model, modified: options.modified,
            permissions: (executable ? 0o755 : 0o644) & (options.permissions.parts ?? 0o700))
        }
      }
      // From the inside out, as a folder may lose the permission to be entered.
      for part in parts.reversed() where part.kind == .folder {
        try finishFolder(draft.appending(part.path), like: old?.appending(part.path), 0o755)
      }
      try finishFolder(draft, like: old, options.permissions.document ?? 0o755)
    }
  }

  /// Writes and syncs one file; never readable for more people than it is to be.
  private static func writeFile(
    _ bytes: [UInt8], to path: FilePath, like model: FilePath?, modified: FileTime?,
    permissions: UInt32
  ) throws(SystemError) {
    let file = try File(path, [.readWrite, .createNew], permissions: 0o600)
    try file.write(bytes)
    var permissions = permissions & 0o777
    if let model, let status = try FileStatus.find(model), status.kind == .file {
      let opened = try File(model, [.read, .noFollow])
      permissions = try takeOwner(of: status, for: file)
      _ = ExtendedAttributes.copy(from: opened, to: file)
    }
    try file.setPermissions(permissions)
    if let modified { try file.setModified(modified) }
    try file.synchronise()
  }

  /// Gives a new file the owner and group of the one it takes the place of.
  /// - Returns: The permissions it is to have: a group that cannot be set again has no more than
  ///   everybody had.
  private static func takeOwner(
    of status: FileStatus, for file: borrowing File
  ) throws(SystemError) -> UInt32 {
    let own = try file.status()
    if status.owner == own.owner && status.group == own.group { return status.permissions }
    do throws(SystemError) {
      try file.setOwner(status.owner, group: status.group)
      return status.permissions
    } catch {
      guard error.code == .notPermitted, status.owner == own.owner else { throw error }
      return status.permissions & ~0o070 | (status.permissions & 0o007) << 3
    }
  }

  private static func finishFolder(
    _ path: FilePath, like model: FilePath?, _ permissions: UInt32
  ) throws(SystemError) {
    let folder = try File(path, [.read, .folder])
    var permissions = permissions & 0o777
    if let model, let status = try FileStatus.find(model), status.kind == .folder {
      let opened = try File(model, [.read, .folder])
      permissions = try takeOwner(of: status, for: folder)
      _ = ExtendedAttributes.copy(from: opened, to: folder)
    }
    try folder.synchronise()
    try folder.setPermissions(permissions)
  }
}
