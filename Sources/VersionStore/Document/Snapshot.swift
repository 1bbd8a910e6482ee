import Content
import Files
import Git

/// A document as it is on disk at one moment: all of its bytes, and what the file system tells.
public struct Snapshot: Sendable {
  /// What it holds.
  public let content: DocumentContent
  /// The file system's facts, of the folder itself for a package.
  public let status: FileStatus
  /// The permissions that all files of a package have in common, the narrowest there are; nil for
  /// other documents.
  public var partPermissions: UInt32?
  /// The files of a package that nobody may write.
  var readOnlyParts: Set<[UInt8]> = []

  /// Bytes of the content, of all parts together for a package.
  public var size: Int { content.size }

  /// Reads a document.
  /// - Parameters:
  ///   - location: Where it is.
  ///   - isPackage: Whether a folder here is a document.
  ///   - limit: Bytes above which it is refused.
  ///   - known: What was there when it was looked at before, where that is known.
  /// - Returns: Nil where nothing is there.
  /// - Throws: `notADocument`, `tooBig`, `changedMeanwhile` where it is being written all the time.
  static func read(
    _ location: FilePath, isPackage: Bool, limit: Int, known: FileStatus? = nil
  ) throws(StoreError) -> Snapshot? {
    // A file tells what it is when it is opened, so that it is not looked at once more before.
    if let known, known.kind == .file, known.size <= limit,
      let snapshot = try? readFile(location, limit: limit)
    {
      return snapshot
    }
    var refusal: StoreError?
    for attempt in 0..<attempts {
      if let refusal { throw refusal }
      if attempt > 0 { sleep(milliseconds: 20 * attempt) }
      do throws(SystemError) {
        guard let before = try FileStatus.find(location) else { return nil }
        switch try look(at: location, before, isPackage: isPackage, limit: limit) {
        case .whole(let snapshot): return snapshot
        case .refused(let error): refusal = error
        case .unsteady: continue
        }
      } catch {
        // What vanished while it was read is looked at again.
        if error.code == .noSuchFile || error.code == .linkLoop { continue }
        throw StoreError(error)
      }
    }
    if let refusal { throw refusal }
    throw StoreError(
      .changedMeanwhile, "'\(printable(location.bytes))' changed each time it was read",
      hints: ["a program is writing it; try again when it is done"])
  }

  /// Whether a path to which the document was renamed holds what was read.
  ///
  /// Renaming changes the time of change, and nothing else about a file. A folder's own facts say
  /// nothing of its parts, so those are read again.
  func isStill(at location: FilePath) throws(SystemError) -> Bool {
    let now = try FileStatus(of: location)
    guard now.inode == status.inode, now.size == status.size, now.modified == status.modified
    else { return false }
    guard case .package = content else { return true }
    do throws(StoreError) {
      return try Snapshot.read(location, isPackage: true, limit: .max)?.content == content
    } catch {
      return false
    }
  }

  private static let attempts = 8

  private enum Look {
    case whole(Snapshot)
    case refused(StoreError)
    case unsteady
  }

  private static func look(
    at location: FilePath, _ before: FileStatus, isPackage: Bool, limit: Int
  ) throws(SystemError) -> Look {
    switch before.kind {
    case .file:
      if before.size > limit { return .refused(tooBig(location, before.size, limit)) }
      return try readFile(location).map(Look.whole) ?? .unsteady
    case .link:
      return .whole(Snapshot(content: .link(try FileSystem.readLink(location)), status: before))
    case .folder where isPackage:
      var total = 0
      let parts = try readParts(of: location, total: &total, limit: limit)
      if total > limit { return .refused(tooBig(location, Int64(total), limit)) }
      // All parts are of one moment when none of them, and no folder, changed meanwhile.
      total = 0
      let check = try readParts(of: location, total: &total, limit: limit, bytes: false)
      let steady =
        parts.count == check.count
        && zip(parts, check).allSatisfy {
          $0.path == $1.path && $0.status.isSameState(as: $1.status)
        }
      guard steady else { return .unsteady }
      var snapshot = Snapshot(content: .package(parts.map(\.part)), status: before)
      let files = parts.filter { $0.status.kind == .file }
      snapshot.partPermissions = files.reduce(0o777) { $0 & ($1.status.permissions | 0o111) }
      snapshot.readOnlyParts = Set(
        files.filter { $0.status.permissions & 0o222 == 0 }.map(\.path))
      return .whole(snapshot)
    case .folder: return .refused(notADocument(location, "a folder"))
    case .pipe: return .refused(notADocument(location, "a pipe"))
    case .socket: return .refused(notADocument(location, "a socket"))
    case .device: return .refused(notADocument(location, "a device"))
    }
  }

  private static func readFile(
    _ location: FilePath, limit: Int = .max
  ) throws(SystemError) -> Snapshot? {
    let file = try File(location, [.read, .noFollow, .nonBlocking])
    let before = try file.status()
    guard before.kind == .file, before.size <= limit else { return nil }
    let bytes = try file.readToEnd(expecting: Int(before.size), limit: Int(before.size))
    let after = try file.status()
    guard before.isSameState(as: after), bytes.count == Int(after.size) else { return nil }
    return Snapshot(
      content: .flat(bytes, executable: before.permissions & 0o100 != 0), status: before)
  }

  private struct FoundPart {
    let path: [UInt8]
    let status: FileStatus
    let part: DocumentContent.Part
  }

  private static func readParts(
    of folder: FilePath, below prefix: [UInt8] = [], total: inout Int, limit: Int,
    bytes wanted: Bool = true
  ) throws(SystemError) -> [FoundPart] {
    var found: [FoundPart] = []
    for entry in try Folder.entries(of: folder) {
      let path = prefix.isEmpty ? entry.name : prefix + [UInt8(ascii: "/")] + entry.name
      let location = folder.appending(entry.name)
      let status = try FileStatus(of: location)
      let kind: DocumentContent.Part.Kind
      switch status.kind {
      case .file:
        // Files with holes can say that they hold more than there is.
        total += min(Int(status.size), Int.max - total)
        if !wanted || total > limit {
          kind = .file([], executable: false)
        } else if let file = try readFile(location),
          case .flat(let bytes, let executable) = file.content
        {
          kind = .file(bytes, executable: executable)
        } else {
          throw SystemError(.read, location, .noSuchFile)
        }
      case .link: kind = .link(wanted ? try FileSystem.readLink(location) : [])
      case .folder: kind = .folder
      // Pipes, sockets and devices hold nothing that could be kept.
      default: continue
      }
      found.append(FoundPart(path: path, status: status, part: .init(path: path, kind: kind)))
      if status.kind == .folder {
        found += try readParts(
          of: location, below: path, total: &total, limit: limit, bytes: wanted)
      }
    }
    return found
  }

  private static func tooBig(_ location: FilePath, _ size: Int64, _ limit: Int) -> StoreError {
    StoreError(
      .tooBig,
      "'\(printable(location.bytes))' is not versioned: it has \(size) bytes, and the library's "
        + "limit is \(limit)",
      hints: [
        size > Setting.largestSizeLimit
          ? "the limit can be raised to \(Setting.largestSizeLimit) at the most"
          : "raise it with: versions config versions.sizeLimit "
            + "\(size > Setting.largestSizeLimit / 2 ? Setting.largestSizeLimit : size * 2)"
      ])
  }

  private static func notADocument(_ location: FilePath, _ what: String) -> StoreError {
    StoreError(.notADocument, "'\(printable(location.bytes))' is \(what), not a document")
  }
}

extension Library {
  /// Whether something that can be a document is at a path: not a pipe, nor a folder that is none.
  func hasDocument(at path: DocumentPath) throws(StoreError) -> Bool {
    if try linkOnTheWay(to: path) != nil { return false }
    let status = try onDisk { () throws(SystemError) in
      try FileStatus.find(location(of: path))
    }
    switch status?.kind {
    case .file: return true
    case .link:
      // Under another name of a document is no second one.
      if case .inside = destination(ofLink: path) { return false }
      return true
    case .folder: return isPackageName(path.name)
    case .pipe, .socket, .device, nil: return false
    }
  }
}

/// What a document holds, on disk or in a version.
public enum DocumentContent: Sendable, Equatable {
  /// One file's bytes, and whether its owner may execute it.
  case flat([UInt8], executable: Bool)
  /// A symbolic link that leads out of the library or nowhere: where it says it leads.
  case link([UInt8])
  /// A folder that is one document: its parts, folders before what is in them.
  case package([Part])

  /// One part of a package.
  public struct Part: Sendable, Equatable {
    /// Where it is in the package, separated by "/".
    public var path: [UInt8]
    /// What it is.
    public var kind: Kind

    /// A part.
    public init(path: [UInt8], kind: Kind) {
      self.path = path
      self.kind = kind
    }

    /// What a part is.
    public enum Kind: Sendable, Equatable {
      /// A file's bytes, and whether its owner may execute it.
      case file([UInt8], executable: Bool)
      /// A link, which is never followed.
      case link([UInt8])
      /// A folder.
      case folder
    }
  }

  /// Bytes, of all parts together for a package.
  public var size: Int {
    switch self {
    case .flat(let bytes, _), .link(let bytes): bytes.count
    case .package(let parts):
      parts.reduce(0) { total, part in
        switch part.kind {
        case .file(let bytes, _), .link(let bytes): total + bytes.count
        case .folder: total
        }
      }
    }
  }

  /// The uniform type identifier that a document of this name and content has.
  func type(name: [UInt8]) -> String {
    switch self {
    case .flat(let bytes, _):
      ContentType.recognise(name: name, bytes: bytes).identifier.rawValue
    case .link: TypeIdentifier.symbolicLink.rawValue
    case .package: PackageExtensions.type(name: name).rawValue
    }
  }
}

extension Library {
  /// Whether a file is empty and open for writing: it was truncated, and what is to be in it is yet to
  /// come. Where other machines can have it open, nobody can tell, and this is false.
  public func isBeingEmptied(_ path: DocumentPath) -> Bool {
    guard let file = try? File(location(of: path), [.read, .noFollow, .nonBlocking]),
      let status = try? file.status(), status.kind == .file, status.size == 0,
      file.fileSystem.nameOfShared == nil
    else { return false }
    return file.isOpenForWriting
  }
}
