import Clibgit2
import Files

/// Many objects written as one pack, which is synced once, where single files would be thousands.
public final class PackBatch: ObjectSink {
  private let database: ObjectDatabase
  private var names: Set<ObjectID> = []
  private var body: [UInt8] = []
  /// The commits, in the order in which they were gathered, and where in the body they are.
  private var commits: [(id: ObjectID, bytes: Range<Int>)] = []

  /// Begins a batch that is to go into a database.
  public init(_ database: ObjectDatabase) {
    self.database = database
  }

  /// The count of objects gathered.
  public var count: Int { names.count }

  /// Compressed bytes gathered so far.
  public var size: Int { body.count }

  /// The count of commits gathered.
  public var commitCount: Int { commits.count }

  /// Takes out commits, as what they follow is not there any more; what they hold stays.
  /// - Parameter range: Which of all commits, in the order in which they were gathered. Those after it
  ///   keep their numbers.
  public func leaveOut(commits range: Range<Int>) {
    for index in range {
      names.remove(commits[index].id)
      leftOut.append(commits[index].bytes)
    }
  }

  private var leftOut: [Range<Int>] = []

  /// The body without what was left out.
  private func finishedBody() -> [UInt8] {
    if leftOut.isEmpty { return body }
    var finished: [UInt8] = []
    finished.reserveCapacity(body.count)
    var position = 0
    for range in leftOut.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      finished += body[position..<range.lowerBound]
      position = range.upperBound
    }
    return finished + body[position...]
  }

  /// Gathers an object.
  public func write(_ kind: ObjectKind, _ bytes: [UInt8]) throws(GitError) -> ObjectID {
    let id = ObjectDatabase.name(of: kind, bytes)
    guard names.insert(id).inserted else { return id }
    let start = body.count
    // Kind and size, the low four bits first (gitformat-pack).
    var rest = bytes.count >> 4
    var byte = UInt8(kind.raw.rawValue) << 4 | UInt8(bytes.count & 15)
    while rest > 0 {
      body.append(byte | 0x80)
      byte = UInt8(rest & 0x7F)
      rest >>= 7
    }
    body.append(byte)
    try Deflation.append(bytes, level: 1, to: &body)
    if kind == .commit { commits.append((id, start..<body.count)) }
    return id
  }

  /// Writes what was gathered, synced when it returns, and begins anew.
  public func flush() throws(GitError) {
    let body = finishedBody()
    if names.isEmpty { return clear() }
    var header = Array("PACK".utf8)
    for word in [UInt32(2), UInt32(names.count)] {
      withUnsafeBytes(of: word.bigEndian) { header.append(contentsOf: $0) }
    }
    let trailer = ObjectID.digest(ofParts: header, body).bytes
    let folder = database.folder.appending("pack")
    var indexer: OpaquePointer?
    try LibGit2.check("git_indexer_new") {
      folder.withCString { git_indexer_new(&indexer, $0, 0o400, nil, nil) }
    }
    defer { git_indexer_free(indexer) }
    var progress = git_indexer_progress()
    for part in [header, body, trailer] {
      try LibGit2.check("git_indexer_append") {
        part.withUnsafeBytes { git_indexer_append(indexer, $0.baseAddress, $0.count, &progress) }
      }
    }
    try LibGit2.check("git_indexer_commit") { git_indexer_commit(indexer, &progress) }
    guard let hash = git_indexer_hash(indexer) else { return }
    let name = "pack-\(ObjectID(hash.pointee).hex)"
    try files { () throws(SystemError) in
      for ending in [".pack", ".idx"] {
        try File(folder.appending(name + ending)).synchronise()
      }
      try Folder.synchronise(folder)
    }
    clear()
    database.refresh()
  }

  private func clear() {
    names = []
    body = []
    commits = []
    leftOut = []
  }
}
