import Files
import Synchronization

@testable import Git

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A bare repository in a folder that goes with the value, and stock git to look at it.
final class Scratch {
  let folder: FilePath
  let repository: Repository

  init(folders: [String] = []) throws {
    folder = try Scratch.makeFolder().appending("store")
    try Repository.create(
      folder, branch: "never-born",
      settings: "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsync = none\n",
      folders: folders)
    repository = try Repository(folder)
  }

  deinit { try? FileSystem.removeAll(folder.parent) }

  var objects: ObjectDatabase { repository.objects }
  var references: References { repository.references }

  /// The file of an object.
  func file(of id: ObjectID) -> FilePath { LooseObject.path(of: id, in: objects.folder) }

  /// Writes a file in the repository.
  func write(_ bytes: [UInt8], at path: String) throws {
    let path = folder.appending(path)
    try Folder.makeAll(path.parent)
    try File(path, [.write, .create, .truncate]).write(bytes)
  }

  /// What git prints; throws where it fails.
  @discardableResult
  func git(_ arguments: String..., input: [UInt8] = []) throws -> String {
    let answer = try Scratch.run(arguments, in: folder, input: input)
    if answer.status != 0 { throw GitFailure(arguments: arguments, answer: answer) }
    return String(decoding: answer.output, as: UTF8.self)
  }

  /// What git prints, as bytes.
  func gitBytes(_ arguments: String..., input: [UInt8] = []) throws -> [UInt8] {
    let answer = try Scratch.run(arguments, in: folder, input: input)
    if answer.status != 0 { throw GitFailure(arguments: arguments, answer: answer) }
    return answer.output
  }

  /// Makes sure that git finds nothing wrong.
  func fsck() throws {
    try git("fsck", "--strict", "--no-dangling")
  }

  /// A new folder: in memory where there is room, as nothing here is about power.
  static func makeFolder() throws -> FilePath {
    var place = statvfs()
    let memory = "/dev/shm"
    let fits = statvfs(memory, &place) == 0 && place.f_bavail * place.f_bsize > 256 << 20
    var template = Array("\(fits ? memory : "/tmp")/git-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(.mkdir, nil, .current) }
    return FilePath(template.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Runs git with no settings but the repository's.
  static func run(
    _ arguments: [String], in folder: FilePath, input: [UInt8] = []
  ) throws -> Answer {
    try GitProcess(arguments, in: folder, input: input).wait()
  }
}

/// What git answered.
struct Answer {
  let status: Int32
  let output: [UInt8]
  let error: String
}

struct GitFailure: Error {
  let arguments: [String]
  let answer: Answer
}

/// A running git.
final class GitProcess {
  private let process: pid_t
  private let folder: FilePath

  init(_ arguments: [String], in repository: FilePath, input: [UInt8] = []) throws {
    let folder = try Scratch.makeFolder()
    self.folder = folder
    try File(folder.appending("in"), [.write, .createNew]).write(input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, name, flags) in [
      (0, "in", O_RDONLY), (1, "out", O_WRONLY | O_CREAT), (2, "err", O_WRONLY | O_CREAT),
    ] as [(Int32, String, Int32)] {
      _ = folder.appending(name).withCString {
        posix_spawn_file_actions_addopen(&actions, number, $0, flags, 0o600)
      }
    }
    let environment = [
      "PATH=/usr/bin:/bin:/usr/local/bin", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1",
      "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C", "GIT_DIR=\(repository)",
      "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=A",
      "GIT_COMMITTER_EMAIL=a@b",
    ]
    var argv = (["git"] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "git", &actions, nil, &argv, &envp)
    guard code == 0 else { throw SystemError(.spawn, "git", Errno(rawValue: code)) }
    self.process = process
  }

  func wait() throws -> Answer {
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    defer { try? FileSystem.removeAll(folder) }
    return Answer(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
      output: try File(folder.appending("out")).readToEnd(),
      error: String(decoding: try File(folder.appending("err")).readToEnd(), as: UTF8.self))
  }
}

/// A generator whose numbers are the same in each run (SplitMix64, by Sebastiano Vigna).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Bytes of any value.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }

  /// Bytes with a few of them changed, left out, doubled or added, or cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0...3, using: &self) {
      let place = Int.random(in: 0...bytes.count, using: &self)
      let byte = UInt8.random(in: .min ... .max, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes[place] ^= 1 << (byte & 7)
      case 2 where place < bytes.count: bytes.remove(at: place)
      case 3: bytes.insert(byte, at: place)
      case 4: bytes.removeSubrange(place...)
      default: break
      }
    }
    return bytes
  }
}

/// Counts calls.
final class Count: Sendable {
  private let number = Mutex(0)

  /// The number of this call, from 1 on.
  @discardableResult
  func next() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }

  /// The calls so far.
  var value: Int { number.withLock { $0 } }
}

/// Bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The error a body throws, nil where it throws none.
func failure<Result>(_ body: () throws(GitError) -> Result) -> GitError? {
  do throws(GitError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

/// A name that no object of a test has.
func someID(_ number: UInt8) -> ObjectID {
  ObjectID(bytes: [UInt8](repeating: number, count: 20)) ?? .zero
}
