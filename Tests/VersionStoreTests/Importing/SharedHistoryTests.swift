import Files
import Testing

@testable import VersionStore

private let histories: FilePath = {
  let package = FilePath(#filePath).parent.parent.parent.parent
  // One folder up, or two where the package is a copy of its own.
  let beside = package.parent.appending("shared/histories")
  return (try? FileStatus(of: beside)) != nil
    ? beside : package.parent.parent.appending("shared/histories")
}()

private let areThere = (try? FileStatus(of: histories)) != nil

/// Real documents with real histories go in and come out, in every form, byte for byte.
@Suite(.enabled(if: areThere, "the shared histories are not there"))
struct SharedHistoryTests {
  @Test(
    "Every version's bytes are equal in every form",
    arguments: ["manual.md", "readme.md", "backup.rst"])
  func everyForm(name: String) throws {
    let temporary = try TemporaryLibrary()
    let outcome = try temporary.importing(histories.appending("\(name).bundle"))
    let clone = try StrangersRepository()
    try clone.git("fetch", "-q", histories.appending("\(name).bundle").description, "main:theirs")
    let commits = try clone.git("rev-list", "--reverse", "theirs").split(separator: "\n").map(
      String.init)
    #expect(outcome == ["\(name): \(commits.count) of \(commits.count)"] && commits.count > 100)
    let (_, blobs) = try GitCommand.run(
      ["cat-file", "--batch-check=%(objectname)"], in: clone.folder,
      input: bytes(commits.map { "\($0):\(name)\n" }.joined()))
    let expected = String(decoding: blobs, as: UTF8.self)
    // The name of a blob stands for its bytes; fsck reads them.
    func blobNames(_ temporary: TemporaryLibrary) throws -> String {
      try temporary.versions(name).map { version in
        try temporary.library.entry(of: version).id.hex + "\n"
      }.joined()
    }
    #expect(try blobNames(temporary) == expected)
    #expect(try temporary.versions(name).compactMap(\.source) == commits)
    try temporary.fsck()

    let places = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(places) }
    for format in ExportFormat.allCases {
      var path = places.appending(format.rawValue)
      _ = try temporary.library.export(temporary.document(at: name), as: format, to: path)
      if format == .patches {
        let applied = try StrangersRepository()
        let patches = try Folder.entries(of: path).map { path.appending($0.name).description }
        #expect(
          try GitCommand.run(
            ["-c", "user.name=X", "-c", "user.email=x", "am", "-q", "--whitespace=nowarn"]
              + patches, in: applied.folder
          ).status == 0)
        path = places.appending("applied")
        try applied.git("clone", "-q", ".", path.description)
      }
      let other = try TemporaryLibrary()
      try other.importing(path)
      #expect(try blobNames(other) == expected, "\(format)")
      if format != .files {
        #expect(try other.versions(name) == (try temporary.versions(name)), "\(format)")
      }
      try other.fsck()
    }
  }
}
