import Files
import Testing

@testable import VersionStore

/// The setting `ignore`: lines at the end of the ignore file at the top.
struct IgnoreSettingTests {
  private let fixture: TemporaryLibrary

  init() throws {
    fixture = try TemporaryLibrary()
    for path in [
      "a.log", "keep.log", "deep/a.log", "deep/keep.log", "deep/own.log", "build/x", "deep/build/x",
      "b.swp~", "x.tmp", "deep/x.tmp",
    ] { try fixture.write(at: path) }
    try fixture.write("!own.log\n", at: "deep/.versionsignore")
  }

  /// What is found where patterns stand in the file, and where they stand in the settings.
  private func found(file: [String], settings: [String]) throws -> [String] {
    try fixture.write(file.map { $0 + "\n" }.joined(), at: ".versionsignore")
    let setting = try Setting.named(bytes("ignore"))
    try fixture.library.set(setting, to: nil)
    for pattern in settings { try fixture.library.add(pattern, to: setting) }
    let library = try fixture.reopened()
    var paths: [String] = []
    try LibraryScan(library).forEach {
      if case .document(let document) = $0 { paths.append("\(document.path)") }
    }
    // Single paths get the same answer.
    var lookup = IgnoreLookup(library)
    for path in ["a.log", "keep.log", "deep/a.log", "deep/own.log", "build/x", "deep/x.tmp"] {
      let isIgnored = try lookup.reason(for: documentPath(path)) != nil
      #expect(isIgnored != paths.contains(path), "\(path)")
    }
    return paths
  }

  @Test(arguments: [
    (["*.log"], ["!keep.log"]), ([], ["*.log", "!keep.log", "/build/"]), (["!a.log"], ["*.log"]),
    (["*.log", "!keep.log"], ["build/", "*.tmp"]), (["deep"], ["!deep"]), (["x"], ["!*~"]),
  ])
  func patternsCountAsLinesAfterTheFile(file: [String], settings: [String]) throws {
    #expect(
      try found(file: file, settings: settings) == found(file: file + settings, settings: []))
  }

  @Test func reasonNamesTheSetting() throws {
    try fixture.library.add("*.log", to: Setting.named(bytes("ignore")))
    let reason = try fixture.reopened().ignoreReason(for: documentPath("a.log"))
    #expect(reason?.description == "matches '*.log' (setting 'ignore')")
  }

  @Test func whatIsIgnoredIsNotAutosaved() throws {
    let library = fixture.library
    try library.add("*.log", to: Setting.named(bytes("ignore")))
    var saved: [String] = []
    let paths = ["a.log", "deep/a.log", "deep/own.log", "x.tmp"]
    try fixture.reopened().autosave(at: paths.map { TouchedPath(try documentPath($0)) }) {
      outcome in
      if case .saved(let path, _) = outcome { saved.append("\(path)") }
    }
    #expect(saved == ["deep/own.log", "x.tmp"])
  }
}
