import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A temporary folder with a library, a home folder and an environment of its own, in which the
/// built command runs; all of it goes with the value.
final class Sandbox {
  /// The temporary folder.
  let folder: FilePath
  /// Where commands run, mostly a library.
  var library: FilePath
  /// The home folder of the commands.
  let home: FilePath
  /// All of the environment of the commands.
  var environment: [String: Word]
  /// The command; a copy where another user is to run it.
  var command: FilePath
  /// Words before each command, such as those that change the user.
  var prefix: [Word] = []

  private let scratch: FilePath

  /// Makes the folders, and a library unless that is not wanted.
  init(library makesLibrary: Bool = true) throws {
    let root = FilePath(Sandbox.temporaryFolder)
      .appending("versions-e2e-\(UInt64.random(in: 0 ... .max))")
    try Folder.make(root)
    folder = try FileSystem.resolved(root)
    library = folder.appending("library")
    home = folder.appending("home")
    scratch = folder.appending("scratch")
    for path in [library, home, scratch] { try Folder.make(path) }
    // Other users look in, too.
    for path in [folder, library, home] { try FileSystem.setPermissions(path, 0o755) }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    environment = [
      "PATH": Word(path), "HOME": Word(home), "TZ": "UTC", "LC_ALL": "C.UTF-8",
      // Git's answers are to be git's own.
      "GIT_CONFIG_NOSYSTEM": "1",
    ]
    command = try #require(Sandbox.builtCommand, "the command is not built")
    if makesLibrary { try succeed("init") }
  }

  deinit {
    try? FileSystem.removeAll(folder)
  }

  /// The store of the library.
  var store: FilePath { library.appending(".versions") }

  // MARK: Running

  /// Time that is enough for anything but an endless loop, on a loaded machine, too.
  static let generous = Duration.seconds(60)

  /// Runs `versions`.
  @discardableResult
  func versions(
    _ words: [Word], input: [UInt8] = [], within limit: Duration = generous,
    measuringMemory: Bool = false
  ) throws -> Child.Answer {
    try start([Word(command)] + words, input: input, measuringMemory: measuringMemory)
      .finish(within: limit)
  }

  /// Runs `versions`.
  @discardableResult
  func versions(_ words: Word..., within limit: Duration = generous) throws -> Child.Answer {
    try versions(words, within: limit)
  }

  /// Runs `versions`, which must exit with 0 and say nothing on standard error.
  @discardableResult
  func succeed(
    _ words: Word..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Child.Answer {
    let answer = try versions(words)
    #expect(
      answer.ending == .exit(0) && answer.error.isEmpty,
      "\(words.map(\.text)) ended with \(answer.ending): \(answer.errorText)",
      sourceLocation: sourceLocation)
    return answer
  }

  /// Runs `versions`, which must exit with a code, answer nothing and say why.
  @discardableResult
  func fail(
    _ code: Int32, _ words: Word..., saying text: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Child.Answer {
    let answer = try versions(words)
    #expect(
      answer.ending == .exit(code) && answer.errorText.hasPrefix("versions: "),
      "\(words.map(\.text)) ended with \(answer.ending): \(answer.errorText)",
      sourceLocation: sourceLocation)
    if let text {
      #expect(answer.errorText.contains(text), sourceLocation: sourceLocation)
    }
    return answer
  }

  /// Runs any program in the library.
  @discardableResult
  func run(
    _ words: Word..., input: [UInt8] = [], within limit: Duration = generous
  ) throws -> Child.Answer {
    try start(words, input: input).finish(within: limit)
  }

  /// Runs a line of shell in the library, with `$versions` for the command; it must exit with 0.
  @discardableResult
  func shell(
    _ line: String, within limit: Duration = generous,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Child.Answer {
    let answer = try start(["sh", "-c", Word(line)]).finish(within: limit)
    #expect(
      answer.ending == .exit(0), "\(line): \(answer.text)\(answer.errorText)",
      sourceLocation: sourceLocation)
    return answer
  }

  /// Starts a program in the library.
  func start(
    _ words: [Word], input: [UInt8] = [], measuringMemory: Bool = false
  ) throws -> Child {
    try Child(
      prefix + words, environment: environment.merging(["versions": Word(command)]) { $1 },
      in: library, scratch: scratch, input: input, measuringMemory: measuringMemory)
  }

  // MARK: Files of the library

  /// Where a name is in the library.
  func path(_ name: Word) -> FilePath { library.appending(name.bytes) }

  /// Writes a file of the library, with the folders that it needs.
  func write(_ name: Word, _ content: Word) throws {
    let path = path(name)
    try Folder.makeAll(path.parent)
    try File(path, [.write, .create, .truncate]).write(content.bytes)
  }

  /// The bytes of a file of the library.
  func read(_ name: Word) throws -> Word { Word(try File(path(name)).readToEnd()) }

  /// Whether anything has this name.
  func exists(_ name: Word) -> Bool { (try? FileStatus(of: path(name))) != nil }

  /// Names in a folder of the library, without the store.
  func names(in name: Word = ".") throws -> [Word] {
    try Folder.entries(of: path(name)).map { Word($0.name) }.filter { $0 != ".versions" }
  }

  // MARK: The store

  /// Runs git on the store, which must exit with 0.
  @discardableResult
  func git(
    _ words: Word..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Child.Answer {
    let answer = try start(["git", "--git-dir", Word(store)] + words)
      .finish(within: Sandbox.generous)
    #expect(
      answer.ending == .exit(0), "git \(words.map(\.text)): \(answer.errorText)",
      sourceLocation: sourceLocation)
    return answer
  }

  /// Lets git check the store: no word of complaint but for objects that nothing refers to.
  func checkStore(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let answer = try start(["git", "--git-dir", Word(store), "fsck", "--strict", "--no-dangling"])
      .finish(within: Sandbox.generous)
    // HEAD points to a branch that is never born.
    let complaints = (answer.text + answer.errorText).split(separator: "\n").filter {
      !$0.hasPrefix("notice:")
    }
    #expect(
      answer.ending == .exit(0) && complaints.isEmpty,
      "git fsck: \(complaints)", sourceLocation: sourceLocation)
  }

  /// The versions of a document, oldest first.
  func history(
    _ document: Word, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [VersionObject] {
    let answer = try succeed(
      "list", "--json", "--", document, sourceLocation: sourceLocation)
    return try answer.objects(VersionObject.self).reversed()
  }

  /// The content of a version.
  func content(
    _ document: Word, _ number: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Word {
    Word(
      try succeed("show", "--", document, "\(number)", sourceLocation: sourceLocation).output)
  }

  /// Checks that a document has exactly these contents as versions 1, 2, 3 …
  func expect(
    _ document: Word, holds contents: [Word], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let history = try history(document, sourceLocation: sourceLocation)
    #expect(
      history.map(\.version) == Array(1...max(1, contents.count)), sourceLocation: sourceLocation)
    for (index, content) in contents.enumerated() {
      #expect(
        try self.content(document, index + 1, sourceLocation: sourceLocation) == content,
        sourceLocation: sourceLocation)
    }
  }
}

extension Sandbox {
  private static var temporaryFolder: String {
    guard let text = getenv("TMPDIR") else { return "/tmp" }
    return String(cString: text)
  }

  /// The command that was built with these tests: beside the test bundle.
  static let builtCommand: FilePath? = {
    var candidates: [FilePath] = []
    if let runner = try? FileSystem.readLink("/proc/self/exe") {
      candidates.append(FilePath(runner))
    }
    candidates += CommandLine.arguments.map { FilePath($0) }
    for candidate in candidates where candidate.description.contains("/.build/") {
      let command = candidate.parent.appending("versions")
      if let status = try? FileStatus(of: command), status.kind == .file { return command }
    }
    let command = packageFolder.appending(".build/debug/versions")
    return (try? FileStatus(of: command)) == nil ? nil : command
  }()

  /// The folder of the package.
  static let packageFolder = FilePath(#filePath).parent.parent.parent.parent

  /// A folder of samples beside the package, nil where it is absent.
  static func samples(_ name: String) -> FilePath? {
    let folder = packageFolder.parent.appending("shared").appending(name)
    if (try? FileStatus(of: folder)) != nil { return folder }
    // One folder up, where the package is a copy of its own.
    let further = packageFolder.parent.parent.appending("shared").appending(name)
    return (try? FileStatus(of: further)) == nil ? nil : further
  }
}
