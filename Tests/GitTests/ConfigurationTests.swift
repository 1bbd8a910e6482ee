import Files
import Testing

@testable import Git

struct ConfigurationTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private var path: FilePath { scratch.folder.appending("config") }

  @Test(
    "A value comes back as it was set, for us and for git",
    arguments: [
      "plain", "", " blanks ", "quo\"te", "back\\slash", "hash # semicolon ;", "\u{1F41D} bee",
      "tab\there", "a=b", "[section]", "new\nline", "'", "\\n", "ends with \\",
      String(repeating: "long ", count: 500),
    ])
  func values(value: String) throws {
    do {
      let configuration = try Configuration(path)
      try configuration.set("versions.author", to: value)
      #expect(try configuration.string("versions.author") == value)
    }
    #expect(try Configuration(path).string("versions.author") == value)
    #expect(
      try scratch.git("config", "-z", "versions.author").utf8.elementsEqual((value + "\0").utf8))
    #expect(try Configuration(path).string("core.bare") == "true")
    // One more value beside another.
    do {
      let configuration = try Configuration(path)
      try configuration.add("versions.more", "first")
      try configuration.add("versions.more", value)
    }
    let more = try Configuration(path).all(beginning: "versions.more").map(\.value)
    #expect(more.map { Array($0.utf8) } == ["first", value].map { Array($0.utf8) })
    #expect(
      try scratch.git("config", "-z", "versions.more").utf8.elementsEqual((value + "\0").utf8))
  }

  @Test func valuesAreAddedAndRemoved() throws {
    let configuration = try Configuration(path)
    try configuration.add("versions.packages", "a")
    try configuration.add("versions.packages", "b")
    #expect(
      try configuration.all(beginning: "versions.").map { "\($0.name)=\($0.value)" }
        == ["versions.packages=a", "versions.packages=b"])
    #expect(try configuration.string("versions.packages") == "b")
    #expect(try configuration.string("Versions.Packages") == "b")
    #expect(try configuration.string("versions.pack") == nil)
    try configuration.remove("versions.packages")
    #expect(try configuration.string("versions.packages") == nil)
  }

  @Test func fileThatIsNotThereHasNoSettings() throws {
    let configuration = try Configuration(scratch.folder.appending("none"))
    #expect(try configuration.string("a.b") == nil)
    #expect(try configuration.all(beginning: "").isEmpty)
  }

  @Test(
    "A file that makes no sense is an error of the store, not of the disk",
    arguments: ["[", "[core", "= x\n", "[core]\n\tx y z\n", "[a]\nb = \"open\n", "\u{0}\u{1}"])
  func damaged(text: String) throws {
    try scratch.write(bytes(text), at: "config")
    guard
      case .libgit2(_, _, _, let errno)? = failure({ () throws(GitError) in
        _ = try Configuration(path).all(beginning: "versions.")
      })
    else {
      // Git may be lenient with some; then so are we.
      return
    }
    #expect(errno.rawValue == 0)
  }

  @Test func damagedFilesNeverTrap() throws {
    let whole = bytes("[core]\n\tbare = true\n[versions]\n\tformat = 1\n\tsizeLimit = 10k # x\n")
    var random = Seeded(12)
    for _ in 0..<500 {
      try scratch.write(random.damaged(whole), at: "config")
      _ = try? Configuration(path).all(beginning: "versions.")
    }
  }

  @Test func otherFilesAreNotRead() throws {
    try scratch.write(bytes("[versions]\n\tauthor = Stranger\n"), at: "other")
    try scratch.write(
      bytes(
        "[include]\n\tpath = other\n[includeIf \"gitdir:/\"]\n\tpath = other\n[core]\n\tbare = true\n"
      ), at: "config")
    #expect(try Configuration(path).all(beginning: "versions.").isEmpty)
    #expect(try Configuration(path).string("versions.author") == nil)
  }
}

struct RepositoryTests {
  @Test func newRepositoryIsOneForGit() throws {
    let scratch = try Scratch(folders: ["refs/documents", "versions/locks"])
    #expect(try scratch.git("rev-parse", "--is-bare-repository") == "true\n")
    #expect(try scratch.git("symbolic-ref", "HEAD") == "refs/heads/never-born\n")
    try scratch.fsck()
    #expect(try FileStatus(of: scratch.folder).permissions == 0o700)
    #expect(try FileStatus(of: scratch.folder.appending("versions/locks")).kind == .folder)
    #expect(try Folder.entries(of: scratch.folder.parent).count == 1)
  }

  @Test func whatIsThereIsNeverReplaced() throws {
    let scratch = try Scratch()
    #expect(throws: GitError.system(SystemError(.rename, scratch.folder, .fileExists))) {
      try Repository.create(scratch.folder, branch: "x", settings: "", folders: [])
    }
    #expect(try Folder.entries(of: scratch.folder.parent).count == 1)
    try scratch.fsck()
  }

  @Test("A folder without a part of a repository is none", arguments: ["HEAD", "objects", "refs"])
  func missingPart(name: String) throws {
    let scratch = try Scratch()
    try FileSystem.removeAll(scratch.folder.appending(name))
    #expect(throws: GitError.notARepository(scratch.folder, reason: "'\(name)' is missing")) {
      try Repository(scratch.folder)
    }
  }

  @Test(
    "A failure at any call while making leaves nothing", arguments: [Errno.noSpace, .inputOutput])
  func faults(code: Errno) throws {
    let scratch = try Scratch()
    let target = scratch.folder.parent.appending("other")
    var number = 1
    while true {
      let count = Count()
      let failing = number
      let faults = SystemFaults { _, _ in count.next() == failing ? code : nil }
      let error = SystemFaults.$current.withValue(faults) {
        failure { () throws(GitError) in
          try Repository.create(target, branch: "x", settings: "", folders: ["refs/a"])
        }
      }
      guard error != nil else { break }
      // The whole repository is there, or nothing of it.
      if try FileStatus.find(target) != nil {
        _ = try Repository(target)
        try FileSystem.removeAll(target)
      }
      #expect(try Folder.entries(of: scratch.folder.parent).count == 1)
      number += number < 10 ? 1 : 29
      try #require(number < 2000)
    }
    #expect(number > 20)
    #expect(try FileStatus(of: target.appending("config")).kind == .file)
  }
}
