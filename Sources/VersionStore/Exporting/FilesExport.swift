import Files
import Git

/// An export as plain files: one for each version, numbered, with its time of modification.
struct FilesExport {
  private let library: Library
  private let timeline: [Version]
  /// Whether it is of one document, whose files need no folder of their own.
  private let isSingle: Bool

  init(_ library: Library, _ timeline: [Version], isSingle: Bool) {
    self.library = library
    self.timeline = timeline
    self.isSingle = isSingle
  }

  /// Writes the files beside the target, and gives their folder its name when all are on the disk.
  func write(
    to target: FilePath, _ progress: (Int, Int) -> Void
  ) throws(StoreError) -> ExportOutcome {
    let place = try ExportDraft(library, beside: target)
    defer { withExtendedLifetime(place) {} }
    let draft = place.folder
    let (folders, names) = places(in: draft)
    var leftOut = 0
    for (done, version) in timeline.enumerated() {
      if done % 256 == 0 {
        progress(done, timeline.count)
        if library.surroundings.isStopped() { throw StoreError(.interrupted, "interrupted") }
      }
      guard !version.isDeletion, let folder = folders[version.document],
        let name = names[version.document]
      else {
        leftOut += 1
        continue
      }
      try onDisk { () throws(SystemError) in try Folder.makeAll(folder) }
      let path = folder.appending(FilesExport.name(name, version.number))
      try Replacement.write(
        try library.content(of: version), to: path,
        options: .init(
          permissions: RecordedPermissions(version), modified: version.modified.time))
    }
    try onDisk { () throws(SystemError) in try Library.synchroniseAll(draft) }
    try Library.publish(draft, as: target)
    progress(timeline.count, timeline.count)
    return ExportOutcome(
      documents: Set(timeline.map(\.document)).count, versions: timeline.count - leftOut,
      leftOut: leftOut)
  }

  /// The folder of each document, after the path it has, with its identity where several had it; and
  /// its name, which all of its files get.
  private func places(in draft: FilePath) -> ([UUID: FilePath], [UUID: [UInt8]]) {
    var paths: [UUID: DocumentPath] = [:]
    for version in timeline { paths[version.document] = version.path }
    let names = paths.mapValues(\.name)
    if isSingle { return (paths.mapValues { _ in draft }, names) }
    var taken: Set<DocumentPath> = []
    var folders: [UUID: FilePath] = [:]
    // The one that lives has the path itself.
    for id in timeline.reversed().map(\.document) where folders[id] == nil {
      guard let path = paths[id] else { continue }
      var bytes = path.bytes
      if !taken.insert(path).inserted { bytes += Array(" (\(id))".utf8) }
      folders[id] = draft.appending(bytes + FilesExport.ending)
    }
    return (folders, names)
  }

  /// What the folder of a document's versions has behind the document's name.
  static let ending = Array(".versions".utf8)

  /// The name of the document that such a folder is of; nil for another folder.
  static func document(ofFolder name: [UInt8]) -> [UInt8]? {
    guard name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) else {
      return nil
    }
    return Array(name.dropLast(ending.count))
  }

  /// The number in a name that `name` made of a document's; nil for another name.
  static func number(_ name: [UInt8], of document: [UInt8]) -> Int? {
    let mark = Array("-v".utf8)
    for start in name.indices where name[start...].starts(with: mark) {
      let digits = name[(start + mark.count)...].prefix { (0x30...0x39).contains($0) }
      if let number = Int64(decimal: digits), self.name(document, Int(number)) == name {
        return Int(number)
      }
    }
    return nil
  }

  /// `letter-v0012.txt`
  static func name(_ name: [UInt8], _ number: Int) -> [UInt8] {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return name[..<dot] + Array("-v\(padded)".utf8) + name[dot...]
  }
}
