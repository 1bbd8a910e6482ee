import Files
import Testing

@testable import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TemporaryLibrary {
  /// A scan in words, a finding a line.
  func scan(below top: String? = nil) throws -> [String] {
    var lines: [String] = []
    try LibraryScan(library, below: top.flatMap { DocumentPath($0) }).forEach { finding in
      switch finding {
      case .document(let found): lines.append("\(found.kind) \(found.path)")
      case .ignored(let path, let isFolder, let reason):
        lines.append("ignored \(path)\(isFolder ? "/" : ""): \(reason)")
      case .otherName(let path, let target):
        lines.append("\(path) is \(target?.description ?? ".")")
      case .problem(let path, let error):
        lines.append("problem \(path?.description ?? "."): \(error.kind)")
      }
    }
    return lines
  }

  /// The documents a scan finds.
  func documents() throws -> [String] {
    try scan().filter { !$0.hasPrefix("ignored .versions/") }
  }
}

struct LibraryScanTests {
  @Test func `documents are found in all folders, and the store is none`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write(at: "b.txt")
    try fixture.write(at: "a/c/d.md")
    try fixture.write(at: "a/4913")
    try fixture.write(at: "a/.hidden")
    try fixture.write(at: ".versionsignore")
    try fixture.write([], at: [0x63, 0xFF, 0x0A])
    #expect(
      try fixture.scan() == [
        "ignored .versions/: the store of a library (built-in: .versions)",
        "file .versionsignore", "file a/.hidden", "file a/4913", "file a/c/d.md", "file b.txt",
        #"file c\xff\x0a"#,
      ])
  }

  @Test func `a finding carries what the file system tells`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write("12345", at: "a.txt")
    var found: [FoundDocument] = []
    try LibraryScan(fixture.library).forEach {
      if case .document(let document) = $0 { found.append(document) }
    }
    #expect(found.count == 1)
    #expect(found.first?.status == (try FileStatus(of: fixture.folder.appending("a.txt"))))
  }

  @Test(arguments: [
    (".git", "a git repository"), (".hg", "a Mercurial repository"),
    (".a.txt.swp", "a swap file of vim"),
    (".a.txt.swo", "a swap file of vim"), (".a.txt.swx", "a swap file of vim"),
    (".swp", "a swap file of vim"),
    ("a.txt~", "a backup that an editor made"), ("a.txt.~1~", "a backup that an editor made"),
    ("#a.txt#", "an autosave of Emacs"), (".#a.txt", "a lock of Emacs"),
    (".~lock.r.odt#", "a lock of LibreOffice"), ("~$r.docx", "a lock of Microsoft Office"),
    ("r.odt.osl-tmp", "a temporary file of LibreOffice"),
    ("lu3741abc.tmp", "a temporary file of LibreOffice"),
    ("~WRL0001.tmp", "a temporary file of Microsoft Office"),
    ("1A2B3C4D.tmp", "a temporary file of Microsoft Office"),
    (".nfs000000000123456700000001", "a deleted file that is still open, on NFS"),
    (".fuse_hidden0000000100000001", "a deleted file that is still open, on FUSE"),
    (".DS_Store", "settings of a folder, by macOS"),
    ("Thumbs.db", "small pictures of a folder, by Windows"),
    (".goutputstream-ABC123", "a temporary file of GNOME"),
    (".a.txt.kate-swp", "a swap file of Kate"),
    (".versions-1234", "a temporary file of this program"),
    ("a.rtf.sb-1a2b3c4d-XyZ123", "a temporary file of macOS"),
    ("a.zip.crdownload", "an unfinished download of a browser"),
  ])
  func `what programs leave beside a document is ignored, and it is said why`(
    name: String, reason: String
  ) throws {
    for path in [name, "folder/" + name] {
      let found = IgnoreRules().reason(for: try #require(DocumentPath(path)), isFolder: false)
      #expect(found?.explanation == reason)
      #expect(found?.source == .builtIn)
    }
  }

  @Test(arguments: [
    "4913", "a.tmp", "a.part", "a.bak", ".gitignore", ".gitattributes", "git", ".a.sql", ".a.swf",
    "a.swp",
    "swp", "lunch.tmp", "~", "~a", "#a", "a#", "#", "$~a", ".nfsrc", ".nfs", ".lock", "lock.odt#",
    ".versionsignore",
    "versions", ".versions2", "thumbs.db", "a.osl", "12345678.txt", "lost+found",
  ])
  func `a name that only resembles those is a document`(name: String) throws {
    // One of them is a backup of a document without a name.
    let expected: String? = name == "~" ? "a backup that an editor made" : nil
    let reason = IgnoreRules().reason(for: try #require(DocumentPath(name)), isFolder: false)
    #expect(reason?.explanation == expected)
  }

  @Test func `the library's own rules add to the built-in ones, line and file named`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write(
      "# ours\n*.log\n!keep.log\n/build/\n!*.txt~\n!.git\n!.#*\n", at: ".versionsignore")
    try fixture.write("!b.log\n*.md\n", at: "sub/.versionsignore")
    for path in [
      "a.log", "keep.log", "build/x", "sub/build/x", "sub/b.log", "sub/c.log", "sub/d.md", "e.md",
      "f.txt~",
      "g.md~", ".git/HEAD", ".#h",
    ] {
      try fixture.write(at: path)
    }
    #expect(
      try fixture.documents() == [
        "ignored .#h: a lock of Emacs (built-in: .#*)",
        "ignored .git/: a git repository (built-in: .git)", "file .versionsignore",
        "ignored a.log: matches '*.log' (.versionsignore:2)",
        "ignored build/: matches '/build/' (.versionsignore:4)", "file e.md", "file f.txt~",
        "ignored g.md~: a backup that an editor made (built-in: *~)", "file keep.log",
        "file sub/.versionsignore", "file sub/b.log", "file sub/build/x",
        "ignored sub/c.log: matches '*.log' (.versionsignore:2)",
        "ignored sub/d.md: matches '*.md' (sub/.versionsignore:2)",
      ])
  }

  @Test func `an ignore file that is a link or a folder has no rules`() throws {
    let fixture = try TemporaryLibrary()
    let outside = try TemporaryLibrary()
    try outside.write("*\n", at: "rules")
    try FileSystem.makeLink(
      fixture.folder.appending(".versionsignore"), to: outside.folder.appending("rules").bytes)
    try fixture.write(at: "a/.versionsignore/x")
    try fixture.write(at: "b")
    #expect(
      try fixture.documents() == ["link .versionsignore", "file a/.versionsignore/x", "file b"])
  }

  @Test func `pipes and sockets are ignored by their kind`() throws {
    let fixture = try TemporaryLibrary()
    _ = fixture.folder.appending("pipe").withCString { mkfifo($0, 0o600) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = fixture.folder.appending("socket").bytes
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(
      try fixture.documents() == [
        "ignored pipe: a pipe, which holds no content (built-in)",
        "ignored socket: a socket, which holds no content (built-in)",
      ])
  }

  @Test func `a link into the library is another name, any other link is a document`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write(at: "a.txt")
    try fixture.write(at: "folder/b.txt")
    try fixture.write(at: "inner/c.txt")
    _ = try Library.create(
      fixture.folder.appending("inner"), surroundings: fixture.library.surroundings)
    let links: [(String, String)] = [
      ("l1", "a.txt"), ("l2", "folder"), ("l3", "folder/../folder/b.txt"), ("l4", "/etc/passwd"),
      ("l5", "nowhere"), ("l6", "l6"), ("l7", "l8"), ("l8", "l7"), ("l9", ".versions/config"),
      ("m1", "l1"), ("m2", "."), ("m3", ".."), ("m4", "l2/b.txt"), ("m5", "inner/c.txt"),
      ("m6", "inner"),
      ("m7", "a.txt/x"), ("m8.pages", "folder"), (".#lock", "me@host.123:456"),
    ]
    for (name, target) in links {
      try FileSystem.makeLink(fixture.folder.appending(name), to: Array(target.utf8))
    }
    try FileSystem.makeLink(
      fixture.folder.appending("m9"), to: fixture.folder.appending("a.txt").bytes)
    #expect(
      try fixture.documents() == [
        "ignored .#lock: a lock of Emacs (built-in: .#*)", "file a.txt", "file folder/b.txt",
        "ignored inner/: a library of its own (built-in)", "l1 is a.txt", "l2 is folder",
        "l3 is folder/b.txt", "link l4", "link l5", "link l6", "link l7", "link l8", "link l9",
        "m1 is a.txt", "m2 is .", "link m3", "m4 is folder/b.txt", "link m5", "link m6", "link m7",
        "m8.pages is folder", "m9 is a.txt",
      ])
  }

  @Test func `a package is one document and is not entered`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write(at: "a.textbundle/text.md")
    try fixture.write("*\n", at: "a.textbundle/.versionsignore")
    try fixture.write(at: "b.RTFD/.git/HEAD")
    try fixture.write(at: "c.pages")
    try fixture.write(at: "d.pages/.versions/x")
    try fixture.write("e.pages/\n", at: ".versionsignore")
    try fixture.write(at: "e.pages/x")
    #expect(
      try fixture.documents() == [
        "file .versionsignore", "package a.textbundle", "package b.RTFD", "file c.pages",
        "ignored d.pages/: a library of its own (built-in)",
        "ignored e.pages/: matches 'e.pages/' (.versionsignore:1)",
      ])
  }

  @Test func `inner libraries and repositories without working files are left alone`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write(at: "x/inner/a.txt")
    _ = try Library.create(
      fixture.folder.appending("x/inner"), surroundings: fixture.library.surroundings)
    try fixture.write("store: /elsewhere\n", at: "y/.versions")
    try fixture.write("neither\n", at: "z/.versions")
    try fixture.write("gitdir: ../elsewhere\n", at: "worktree/.git")
    try fixture.write(at: "worktree/a.txt")
    for name in ["HEAD", "objects/pack/x", "refs/heads/main", "config"] {
      try fixture.write(at: "bare/" + name)
    }
    try fixture.write(at: "notbare/HEAD")
    try fixture.write(at: "notbare/objects/x")
    #expect(
      try fixture.documents() == [
        "ignored bare/: a git repository without working files (built-in)", "file notbare/HEAD",
        "file notbare/objects/x", "ignored worktree/.git: a git repository (built-in: .git)",
        "file worktree/a.txt", "ignored x/inner/: a library of its own (built-in)",
        "ignored y/: a library of its own (built-in)",
        "ignored z/: a library of its own (built-in)",
      ])
  }

  @Test func `a store that lies elsewhere in the folder is no document`() throws {
    let folder = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(folder) }
    try Folder.make(folder.appending("deep"))
    let surroundings = Surroundings(app: "tests")
    let library = try Library.create(
      folder, storeElsewhere: folder.appending("deep/store"), surroundings: surroundings)
    // Even one that is no whole repository any more.
    try FileSystem.remove(library.store.appending("HEAD"))
    var found: [String] = []
    try LibraryScan(library).forEach {
      if case .ignored(let path, _, let reason) = $0 {
        found.append("\(path): \(reason.explanation)")
      }
      if case .document(let document) = $0 { found.append("\(document.path)") }
    }
    #expect(
      found == [".versions: the store of a library", "deep/store: the store of this library"])
    #expect(
      try library.ignoreReason(for: try #require(DocumentPath("deep/store/config"))) == .ownStore)
  }

  @Test func `a scan can be held to a folder or to one document`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write("*.log\n", at: ".versionsignore")
    for path in ["a/b/c.txt", "a/b/d.log", "a/e.txt", "ab/f.txt", "p.pages/x/y", ".git/HEAD"] {
      try fixture.write(at: path)
    }
    try FileSystem.makeLink(fixture.folder.appending("link"), to: Array("a".utf8))
    let log = "ignored a/b/d.log: matches '*.log' (.versionsignore:1)"
    let git = "a git repository (built-in: .git)"
    #expect(try fixture.scan(below: "a") == ["file a/b/c.txt", log, "file a/e.txt"])
    #expect(try fixture.scan(below: "a/b") == ["file a/b/c.txt", log])
    #expect(try fixture.scan(below: "a/b/d.log") == [log])
    #expect(try fixture.scan(below: "a/e.txt") == ["file a/e.txt"])
    #expect(try fixture.scan(below: "p.pages") == ["package p.pages"])
    #expect(try fixture.scan(below: "p.pages/x/y") == ["package p.pages"])
    #expect(try fixture.scan(below: ".git") == ["ignored .git/: " + git])
    #expect(try fixture.scan(below: ".git/HEAD") == ["ignored .git/HEAD: " + git])
    #expect(try fixture.scan(below: "link") == ["link is a"])
    #expect(try fixture.scan(below: "link/b") == [])
    #expect(try fixture.scan(below: "nowhere/at/all") == [])
  }

  @Test func `what cannot be read is told, and the rest goes on`() throws {
    let fixture = try TemporaryLibrary()
    for path in ["a/x.txt", "b/.versionsignore", "b/y.txt", "c/z.txt"] {
      try fixture.write(at: path)
    }
    let folder = fixture.folder
    let found = try SystemFaults.$current.withValue(
      SystemFaults { operation, path in
        if operation == .opendir, path == folder.appending("a") { return .permissionDenied }
        if operation == .open, path == folder.appending("b/.versionsignore") { return .inputOutput }
        if operation == .stat, path == folder.appending("c/z.txt") { return .noSuchFile }
        return nil
      }
    ) { try fixture.documents() }
    #expect(
      found == [
        "problem a: permission", "problem b: system", "file b/.versionsignore", "file b/y.txt",
      ])
  }

  @Test func `an error of the receiver stops the scan`() throws {
    let fixture = try TemporaryLibrary()
    for name in ["a", "b", "c"] { try fixture.write(at: name) }
    var count = 0
    let error = #expect(throws: StoreError.self) {
      try LibraryScan(fixture.library).forEach { (_) throws(StoreError) in
        count += 1
        if count == 2 { throw StoreError(.busy, "enough") }
      }
    }
    #expect(error?.kind == .busy)
    #expect(count == 2)
  }
}

struct IgnoreLookupTests {
  @Test func `a single path gets the answer that a scan gives`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write("*.log\n/build/\nsecret\n", at: ".versionsignore")
    try fixture.write("!a.log\nx.*/\n", at: "sub/.versionsignore")
    let paths = [
      "a.txt", "a.log", "sub/a.log", "sub/b.log", "build/deep/a.txt", "sub/x.d/y", "secret/a",
      "p.pages/a.log",
      "sub/x.pages/part", ".git/HEAD", "sub/.git/config", "4913", "a~", "inner/a.txt",
    ]
    for path in paths { try fixture.write(at: path) }
    _ = try Library.create(
      fixture.folder.appending("inner"), surroundings: fixture.library.surroundings)
    var documents: [DocumentPath] = []
    var ignored: [DocumentPath: IgnoreReason] = [:]
    try LibraryScan(fixture.library).forEach {
      switch $0 {
      case .document(let found): documents.append(found.path)
      case .ignored(let path, _, let reason): ignored[path] = reason
      default: break
      }
    }
    #expect(ignored.count == 11)
    var lookup = IgnoreLookup(fixture.library)
    for path in documents { #expect(try lookup.reason(for: path) == nil, "\(path)") }
    for (path, reason) in ignored { #expect(try lookup.reason(for: path) == reason, "\(path)") }
    for path in paths {
      let path = try #require(DocumentPath(path))
      let above = ignored.first { $0.key == path || path.isBelow($0.key) }
      #expect(try fixture.library.ignoreReason(for: path) == above?.value, "\(path)")
    }
  }

  @Test func `a path that is not on disk gets an answer by its name`() throws {
    let fixture = try TemporaryLibrary()
    try fixture.write("*.log\ngone/\n", at: ".versionsignore")
    for (path, isIgnored) in [
      ("new.txt", false), ("new.log", true), ("no/such/new.log", true), ("gone/a", true),
      ("gone", false),
      (".versions/config", true), ("a/.git/x", true),
    ] {
      let reason = try fixture.library.ignoreReason(for: try #require(DocumentPath(path)))
      #expect((reason != nil) == isIgnored, "\(path)")
    }
  }

  @Test(
    arguments: [
      ("a.pages/x/y", "a.pages"), ("a.pages", nil), ("b/c.rtfd/d.pages/e", "b/c.rtfd"),
      ("b/c.txt", nil),
      ("file.pages/x", nil), ("gone.pages/x", "gone.pages"), ("inner.pages/x", nil),
      ("link.pages/x", nil),
      (".git/a.pages/x", nil),
    ] as [(String, String?)])
  func `the package around a path is the outermost that is one`(
    path: String, package: String?
  ) throws {
    let fixture = try TemporaryLibrary()
    for path in ["a.pages/x/y", "b/c.rtfd/d.pages/e", "b/c.txt", "file.pages", "f/x"] {
      try fixture.write(at: path)
    }
    _ = try Library.create(
      fixture.folder.appending("inner.pages"), surroundings: fixture.library.surroundings)
    try FileSystem.makeLink(fixture.folder.appending("link.pages"), to: Array("f".utf8))
    let found = try fixture.library.package(around: try #require(DocumentPath(path)))
    #expect(found?.description == package)
  }
}
