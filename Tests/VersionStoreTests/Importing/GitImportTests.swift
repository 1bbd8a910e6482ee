import Files
import Git
import Testing

@testable import VersionStore

struct GitImportTests {
  private let temporary: TemporaryLibrary
  private let stranger: StrangersRepository

  init() throws {
    temporary = try TemporaryLibrary()
    stranger = try StrangersRepository()
  }

  private func describe(_ path: String) throws -> [String] {
    try temporary.versions(path).map { version in
      let text = version.isDeletion ? "-" : try temporary.text(of: version)
      return "\(version.number) \(version.event) \(version.path) \(text)"
    }
  }

  @Test func timesAuthorsAndMessagesAreKept() throws {
    try stranger.commit("Begin\n\nwith a body", "a.txt", "1")
    try stranger.write("2", at: "a.txt")
    try stranger.commit("Go on", author: "Bo Öz <bo@example.org>")
    #expect(try temporary.importing(stranger.folder) == ["a.txt: 2 of 2"])
    let versions = try temporary.versions("a.txt")
    #expect(versions.map(\.label) == ["Begin", "Go on"])
    #expect(versions.map(\.author.name) == ["Jo", "Bo Öz"])
    #expect(versions.map { $0.modified.time.seconds } == [1_700_003_600, 1_700_007_200])
    #expect(versions.map(\.modified.offset) == [90, 90])
    let commits = try stranger.git("log", "--reverse", "--format=%H %ct").split(separator: "\n")
    #expect(
      versions.map { "\($0.source ?? "") \($0.time.time.seconds)" } == commits.map(String.init))
    #expect(versions.allSatisfy { $0.event == .import && $0.number > 0 && $0.size == 1 })
    // It is a document like others: on disk, and it goes on.
    #expect(temporary.read("a.txt") == "2")
    #expect(try temporary.status("a.txt").modified.seconds == 1_700_007_200)
    try temporary.save("3", at: "a.txt")
    #expect(try temporary.texts("a.txt") == ["1", "2", "3"])
    try temporary.fsck()
  }

  @Test func renamesDeletionsAndNewBeginningsAreFollowed() throws {
    let long = String(repeating: "a line that stays\n", count: 9)
    try stranger.commit("1", "a.txt", long)
    try stranger.move("a.txt", "b/c.txt")
    try stranger.commit("2")
    try stranger.commit("3", "b/c.txt", long + "x")
    try stranger.commit("4", "a.txt", "another")
    try stranger.remove("b")
    try stranger.commit("5")
    try stranger.commit("6", "b/c.txt", "again")
    #expect(
      try temporary.importing(stranger.folder).sorted() == ["a.txt: 1 of 1", "b/c.txt: 5 of 5"])
    #expect(try temporary.events("b/c.txt") == "import import:b/c.txt import delete import")
    #expect(try temporary.texts("a.txt") == ["another"])
    #expect(temporary.read("b/c.txt") == "again")
    // Two that change places keep their histories.
    try stranger.commit("7", "d.txt", long + "d")
    try stranger.commit("8", "e.txt", "e\n" + long)
    try stranger.move("d.txt", "f.txt")
    try stranger.move("e.txt", "d.txt")
    try stranger.move("f.txt", "e.txt")
    try stranger.commit("9")
    try temporary.importing(stranger.folder)
    #expect(try temporary.texts("d.txt").last == "e\n" + long)
    #expect(try temporary.texts("e.txt").last == long + "d")
    try temporary.fsck()
  }

  @Test func mergedBranchesBringTheirVersionsAndTheMergeItsResult() throws {
    try stranger.commit("1", "a.txt", "one\n\n\n\n\n\n\n\n\ntwo\n")
    try stranger.git("checkout", "-q", "-b", "side")
    try stranger.commit("2", "a.txt", "ONE\n\n\n\n\n\n\n\n\ntwo\n")
    try stranger.commit("3", "side.txt", "s")
    try stranger.git("checkout", "-q", "main")
    try stranger.commit("4", "a.txt", "one\n\n\n\n\n\n\n\n\nTWO\n")
    try stranger.git("merge", "-q", "--no-edit", "side")
    try stranger.commit("5", "b.txt", "b")
    // One side's work is thrown away.
    try stranger.git("checkout", "-q", "-b", "lost", "HEAD~1")
    try stranger.commit("6", "a.txt", "lost")
    try stranger.commit("7", "lost.txt", "lost")
    try stranger.git("checkout", "-q", "main")
    try stranger.git("merge", "-q", "--no-edit", "-s", "ours", "lost")
    try temporary.importing(stranger.folder)
    let merged = "ONE\n\n\n\n\n\n\n\n\nTWO\n"
    let texts = try temporary.texts("a.txt")
    #expect(Set(texts.dropLast()).count == 5 && texts.last == merged && texts.contains("lost"))
    #expect(try temporary.texts("side.txt") == ["s"])
    #expect(try temporary.document(at: "lost.txt").isDeleted)
    for name in ["a.txt", "b.txt", "side.txt"] {
      #expect(
        temporary.read(name)
          == (try stranger.git("show", "HEAD:\(name)") + (name == "a.txt" ? "\n" : "")))
    }
    try temporary.fsck()
  }

  @Test func importingAgainAddsOnlyWhatIsNew() throws {
    try stranger.commit("1", "a.txt", "1")
    try stranger.commit("2", "b.txt", "b")
    try temporary.importing(stranger.folder)
    let before = try temporary.git("for-each-ref", "refs/documents", "refs/paths")
    #expect(try temporary.importing(stranger.folder) == ["a.txt: 0 of 1", "b.txt: 0 of 1"])
    #expect(try temporary.git("for-each-ref", "refs/documents", "refs/paths") == before)
    try stranger.commit("3", "a.txt", "2")
    #expect(try temporary.importing(stranger.folder) == ["b.txt: 0 of 1", "a.txt: 1 of 2"])
    // The file was as the version before had it, so it is brought up to date.
    #expect(temporary.read("a.txt") == "2")
    // Renamed here, it is still the same document.
    _ = try temporary.library.rename(temporary.document(at: "a.txt"), to: documentPath("c.txt"))
    try stranger.commit("4", "a.txt", "3")
    #expect(try temporary.importing(stranger.folder) == ["b.txt: 0 of 1", "c.txt: 1 of 4"])
    #expect(temporary.read("c.txt") == "3" && temporary.read("a.txt") == nil)
    // What a person has written and not saved stays.
    try temporary.write("mine", at: "c.txt")
    try stranger.commit("5", "a.txt", "4")
    try temporary.importing(stranger.folder)
    #expect(temporary.read("c.txt") == "mine")
  }

  @Test func newestStateOfTheSourceStaysTheNewest() throws {
    try stranger.commit("1", "a.txt", "1")
    try stranger.commit("2", "a.txt", "2")
    try temporary.importing(stranger.folder)
    // A branch that was older, and of which nothing was taken.
    try stranger.git("checkout", "-q", "-b", "side", "HEAD~1")
    stranger.clock -= 5400
    try stranger.commit("3", "a.txt", "side")
    stranger.clock += 10_000
    try stranger.git("checkout", "-q", "main")
    try stranger.git("merge", "-q", "--no-edit", "-s", "ours", "side")
    #expect(try temporary.importing(stranger.folder) == ["a.txt: 2 of 4"])
    #expect(try temporary.texts("a.txt") == ["1", "2", "side", "2"])
    #expect(temporary.read("a.txt") == "2")
    #expect(try temporary.importing(stranger.folder) == ["a.txt: 0 of 4"])
  }

  @Test(
    "The first line of a message is the label, as far as one can be",
    arguments: [
      ("Fix it\n\nbecause", "Fix it"), ("\n\n  Indented \nmore", "Indented"), ("", nil),
      (" \n", nil),
      ("tab\tand\u{1B}[31m", "taband[31m"),
      (String(repeating: "ä", count: 150), String(repeating: "ä", count: 100)),
      ("x" + String(repeating: "ä", count: 150), "x" + String(repeating: "ä", count: 99)),
    ] as [(String, String?)])
  func label(message: String, label: String?) throws {
    let found = Labels.label(ofMessage: bytes(message))
    #expect(found == label)
    if let found { try Labels.validate(found) }
  }

  @Test func namesThatAreNoUTF8AreTakenForLatin1() {
    let signature = Signature(
      name: [0x4A, 0xF6, 0x72, 0x67], email: bytes("j@example.org"), seconds: -5, offset: 9000)
    #expect(Person(foreign: signature) == Person(name: "Jörg", email: "j@example.org"))
    #expect(Moment(foreign: signature) == Moment(.init(seconds: 0), offset: 0))
  }

  @Test func whatWouldMixTwoHistoriesIsRefused() throws {
    try stranger.commit("1", "a.txt", "1")
    try stranger.commit("2", "b.txt", "b")
    try temporary.save("own", at: "a.txt")
    let outcome = try temporary.importing(stranger.folder)
    #expect(outcome == ["targetExists: 'a.txt' has versions of its own already", "b.txt: 1 of 1"])
    #expect(try temporary.texts("a.txt") == ["own"] && temporary.read("a.txt") == "own")
    // Own versions after the import, and new ones in the source.
    try temporary.save("mine", at: "b.txt")
    try stranger.commit("3", "b.txt", "theirs")
    #expect(try temporary.importing(stranger.folder).allSatisfy { $0.hasPrefix("targetExists") })
    #expect(try temporary.texts("b.txt") == ["b", "mine"])
    // A history that was written anew there.
    let copy = try documentPath("copy")
    try temporary.importing(stranger.folder) {
      $0.paths = [bytes("b.txt")]
      $0.target = .folder(copy)
    }
    try stranger.git("commit", "-q", "--amend", "-m", "anew")
    #expect(
      try temporary.importing(stranger.folder) {
        $0.paths = [bytes("b.txt")]
        $0.target = .folder(copy)
      }.first?.hasPrefix("targetExists") == true)
    try temporary.fsck()
  }

  @Test func joiningKeepsBothHistoriesAndTheNumbersOfTheOld() throws {
    try stranger.commit("first", "a.txt", "theirs 1")
    try temporary.save("mine 1", at: "a.txt", label: "labelled")
    try temporary.save("mine 2", at: "a.txt")
    let old = try temporary.document(at: "a.txt")
    try temporary.library.label(old.head, "later")
    try temporary.write("unsaved", at: "a.txt")
    let outcome = try temporary.importing(stranger.folder) { $0.merging = true }
    #expect(outcome == ["a.txt: 1 of 4"])
    #expect(try temporary.texts("a.txt").sorted() == ["mine 1", "mine 2", "theirs 1", "unsaved"])
    #expect(try temporary.versions("a.txt").map { $0.label ?? "" }.contains("later"))
    #expect(temporary.read("a.txt") == "unsaved")
    let times = try temporary.versions("a.txt").map(\.time)
    #expect(times == times.sorted())
    // The old numbers mean what they meant.
    let former = try temporary.library.document(identifiedBy: old.id.bytes)
    #expect(former.isDeleted)
    let versions = try temporary.versions(of: former)
    #expect(try temporary.text(of: versions[0]) == "mine 1")
    #expect(versions.map(\.event) == [.save, .save, .autosave, .delete])
    #expect(try temporary.importing(stranger.folder) == ["a.txt: 0 of 4"])
    try temporary.fsck()
  }

  @Test func filesOnDiskAndChosenPathsAndBranches() throws {
    try stranger.commit("1", "in/a.txt", "1")
    try stranger.commit("2", "out/b.txt", "2")
    try stranger.git("checkout", "-q", "-b", "other")
    try stranger.commit("3", "in/a.txt", "3")
    try stranger.git("checkout", "-q", "main")
    try temporary.write("here before", at: "in/a.txt")
    #expect(
      try temporary.importing(stranger.folder) { $0.paths = [bytes("in")] } == ["in/a.txt: 1 of 1"])
    #expect(temporary.read("in/a.txt") == "here before")
    #expect(try temporary.texts("in/a.txt") == ["1"])
    #expect(
      kind { try temporary.importing(stranger.folder) { $0.paths = [bytes("none")] } }
        == .documentNotFound)
    #expect(
      kind { try temporary.importing(stranger.folder) { $0.branch = "none" } } == .documentNotFound)
    // A part of a work tree is named by its place.
    #expect(try temporary.importing(stranger.folder.appending("out")) == ["b.txt: 1 of 1"])
    let new = try documentPath("new.txt")
    #expect(
      try temporary.importing(stranger.folder.appending("in/a.txt")) {
        $0.branch = "other"
        $0.target = .document(new)
      } == ["new.txt: 2 of 2"])
    #expect(temporary.read("new.txt") == "3")
  }

  @Test func settingsAndHooksOfAStrangerDoNothing() throws {
    try stranger.commit("1", ".gitattributes", "* text eol=crlf filter=evil diff=evil ident\n")
    try stranger.commit("2", "a.txt", "$Id$\n")
    try stranger.commit("3", "a.txt", "$Id$\nmore\n")
    let trap = temporary.folder.parent.appending("trap-\(UUID())").description
    for (name, value) in [
      ("core.fsmonitor", "touch \(trap)"), ("core.pager", "touch \(trap)"),
      ("core.sshCommand", "touch \(trap)"), ("filter.evil.smudge", "touch \(trap)"),
      ("filter.evil.clean", "touch \(trap)"), ("diff.evil.textconv", "touch \(trap)"),
      ("diff.evil.command", "touch \(trap)"), ("diff.external", "touch \(trap)"),
      ("uploadpack.packObjectsHook", "touch \(trap)"),
      ("core.alternateRefsCommand", "touch \(trap)"),
      ("alias.log", "!touch \(trap)"), ("remote.origin.promisor", "true"),
      ("remote.origin.url", "ext::touch \(trap)"), ("protocol.allow", "always"),
      ("i18n.logOutputEncoding", "UTF-16"), ("diff.renames", "false"),
      ("log.showSignature", "true"),
    ] {
      try stranger.git("config", name, value)
    }
    for hook in ["post-checkout", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"] {
      try stranger.write("#!/bin/sh\ntouch \(trap)\n", at: ".git/hooks/\(hook)")
      try FileSystem.setPermissions(stranger.folder.appending(".git/hooks/\(hook)"), 0o755)
    }
    try temporary.importing(stranger.folder)
    #expect(try temporary.texts("a.txt") == ["$Id$\n", "$Id$\nmore\n"])
    #expect(temporary.read("a.txt") == "$Id$\nmore\n")
    #expect(try FileStatus.find(FilePath(trap)) == nil)
    #expect(
      try Folder.entries(of: temporary.library.store.appending("versions"))
        .allSatisfy { !$0.name.starts(with: "temporary".utf8) })
  }

  @Test func hostileTreesPutNothingIntoAStoreOrARepository() throws {
    let blob = try stranger.git("hash-object", "-w", "-t", "blob", "--", writeFile("evil"))
    func tree(_ line: String) throws -> String {
      let (status, output) = try GitCommand.run(
        ["mktree"], in: stranger.folder, input: bytes(line + "\n"))
      #expect(status == 0)
      return String(decoding: output.dropLast(), as: UTF8.self)
    }
    let config = try tree("100644 blob \(blob)\tconfig")
    let top = try tree(
      "040000 tree \(config)\t.versions\n100644 blob \(blob)\ta.txt\n040000 tree \(config)\tsub")
    let commit = try stranger.git("commit-tree", top, "-m", "1")
    try stranger.git("update-ref", "refs/heads/main", commit)
    #expect(
      try temporary.importing(stranger.folder).sorted() == ["a.txt: 1 of 1", "sub/config: 1 of 1"])
    try temporary.fsck()
    for path in [".git/config", "sub/.GIT/config", "sub/.versions", "git~1/x", ".versions/config"] {
      #expect(try documentPath(path).isReserved)
    }
    for path in [".gitignore", "a/.gitattributes", "versions", ".github/x", "a.versions"] {
      #expect(try !documentPath(path).isReserved)
    }
  }

  private func writeFile(_ text: String) throws -> String {
    try stranger.write(text, at: "scratch")
    return "scratch"
  }

  @Test func linksModesPackagesAndSubmodules() throws {
    try stranger.write("t", at: "x.textbundle/text.md")
    try stranger.write("%", at: "x.textbundle/assets/100%.txt")
    try FileSystem.makeLink(stranger.folder.appending("link"), to: bytes("nowhere"))
    try stranger.write("#!/bin/sh\n", at: "run")
    try FileSystem.setPermissions(stranger.folder.appending("run"), 0o755)
    try stranger.commit("1")
    try stranger.commit("2", "x.textbundle/text.md", "t2")
    try stranger.git(
      "update-index", "--add", "--cacheinfo",
      "160000,\(try stranger.git("rev-parse", "HEAD")),module")
    try stranger.git("commit", "-q", "-m", "3")
    try temporary.importing(stranger.folder)
    #expect(try temporary.status("run").permissions == 0o755)
    #expect(try temporary.versions("link").last?.isLink == true)
    #expect(temporary.read("x.textbundle/text.md") == "t2")
    #expect(temporary.read("x.textbundle/assets/100%.txt") == "%")
    #expect(try temporary.versions("x.textbundle").count == 2)
    #expect(kind { try temporary.document(at: "module") } == .documentNotFound)
    // What was put on disk is what the versions say.
    for path in ["run", "link", "x.textbundle"] {
      guard case .unchanged = try temporary.save(path, .autosave) else {
        Issue.record("\(path) differs from its version")
        continue
      }
    }
    try temporary.fsck()
  }

  @Test func barePlacesWorkTreesBundlesAndShallowClones() throws {
    for text in ["1", "2", "3"] { try stranger.commit(text, "a.txt", text) }
    let places = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(places) }
    let bundle = places.appending("b.bundle")
    try stranger.git("bundle", "create", "-q", bundle.description, "main")
    try stranger.git("clone", "-q", "--bare", ".", places.appending("bare").description)
    try stranger.git("clone", "-q", "--shared", ".", places.appending("shared").description)
    try stranger.git(
      "clone", "-q", "--depth", "2", "file://\(stranger.folder)",
      places.appending("shallow").description)
    try stranger.git("worktree", "add", "-q", "-f", places.appending("tree").description, "HEAD~1")
    for (name, texts) in [
      ("b.bundle", ["1", "2", "3"]), ("bare", ["1", "2", "3"]), ("shared", ["1", "2", "3"]),
      ("shallow", ["2", "3"]), ("tree", ["1", "2"]),
    ] {
      let other = try TemporaryLibrary()
      try other.importing(places.appending(name))
      #expect(try other.texts("a.txt") == texts, "\(name)")
      try other.fsck()
    }
  }

  @Test func libraryInsideAWorkTreeTakesItsOwnPart() throws {
    try stranger.commit("1", "docs/a.txt", "1")
    try stranger.commit("2", "other.txt", "2")
    let folder = stranger.folder.appending("docs")
    let library = try Library.create(folder, surroundings: temporary.library.surroundings)
    for source in [stranger.folder, folder, folder.appending("a.txt")] {
      var lines: [String] = []
      try library.importHistories(from: source) { report in
        if case .done(let outcome) = report {
          lines.append("\(outcome.version.path) \(outcome.added)")
        }
      }
      #expect(lines == [source == stranger.folder ? "a.txt 1" : "a.txt 0"])
    }
    // A repository in the library keeps its place there.
    try temporary.write("x", at: "clone/x")
    try temporary.remove("clone")
    try stranger.git("clone", "-q", ".", temporary.folder.appending("clone").description)
    #expect(
      try temporary.importing(temporary.folder.appending("clone")).sorted()
        == ["clone/docs/a.txt: 1 of 1", "clone/other.txt: 1 of 1"])
  }

  @Test func copiesThatGitKnowsNothingOfAreCopies() throws {
    try stranger.commit("1", "a.txt", "1")
    for name in ["note-1.txt", "note-2.txt"] { try stranger.write(name, at: "copies/\(name)") }
    #expect(
      try temporary.importing(stranger.folder.appending("copies")) == ["note.txt: 2 of 2"])
    try stranger.write("old", at: "b.txt~")
    try stranger.write("new", at: "b.txt")
    #expect(
      try temporary.importing(stranger.folder.appending("b.txt")) == ["b.txt: 2 of 2"])
  }

  @Test func sourcesThatAreNone() throws {
    #expect(
      kind { try temporary.importing(temporary.folder.appending("none")) } == .documentNotFound)
    try stranger.git("config", "extensions.objectformat", "sha256")
    #expect(kind { try temporary.importing(stranger.folder) } == .wrongKind)
    let empty = try StrangersRepository()
    #expect(kind { try temporary.importing(empty.folder) } == .documentNotFound)
    try temporary.write("# v2 git bundle\nrubbish", at: "x.bundle")
    #expect(kind { try temporary.importing(temporary.folder.appending("x.bundle")) } == .wrongKind)
    #expect(kind { try temporary.importing(temporary.library.store) } == .wrongKind)
  }
}
