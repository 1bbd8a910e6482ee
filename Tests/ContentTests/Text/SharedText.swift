import Glibc

@testable import Content

/// Sample files that are kept outside the package.
enum SharedText {
  /// Beside the package; some checkouts stand one level deeper.
  static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    let package = parts.joined(separator: "/")
    let places = [package + "/../shared", package + "/../../shared"]
    return places.first { access($0 + "/cases", R_OK) == 0 } ?? places[0]
  }()

  static var isPresent: Bool { access(root + "/cases", R_OK) == 0 }
  static var hasHistories: Bool { access(root + "/histories", R_OK) == 0 }

  static func sample(_ name: String) -> [UInt8] { readFile(root + "/cases/" + name) ?? [] }
}

func readFile(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let size = ftell(file)
  rewind(file)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = size == 0 ? 0 : fread(buffer.baseAddress, 1, size, file)
  }
}

func writeFile(_ path: String, _ bytes: [UInt8]) {
  guard let file = fopen(path, "wb") else { return }
  defer { fclose(file) }
  _ = bytes.withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) }
}

/// A folder of its own that vanishes with the value.
final class ScratchFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/versions-text-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    var child: pid_t = 0
    let command: [String] = ["rm", "-rf", "--", path]
    var argv = command.map { strdup($0) } + [nil]
    defer { for pointer in argv { free(pointer) } }
    guard path.hasPrefix("/tmp/versions-text-") else { return }
    if posix_spawn(&child, "/bin/rm", nil, nil, &argv, nil) == 0 { waitpid(child, nil, 0) }
  }
}

/// Runs a program and waits; what it says goes to a file that is read afterwards.
struct ProgramResult {
  var status: Int32
  var output: [UInt8]
  var errors: String
}

func runProgram(
  _ arguments: [String], in folder: String, input: [UInt8] = []
) -> ProgramResult {
  let scratch = ScratchFolder()
  // The folder would vanish after its last mention, while the program still runs.
  defer { withExtendedLifetime(scratch) {} }
  let inputPath = scratch.path + "/in"
  let outputPath = scratch.path + "/out"
  let errorPath = scratch.path + "/err"
  writeFile(inputPath, input)
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT, 0o600)
  posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT, 0o600)
  let environment = [
    "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C",
    "HOME=" + scratch.path, "GIT_CEILING_DIRECTORIES=/tmp", "TZ=UTC",
  ]
  // The C library's way to start in another folder is hidden from Swift; the shell has one.
  let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + arguments
  var argv = shell.map { strdup($0) } + [nil]
  var envp = environment.map { strdup($0) } + [nil]
  defer { for pointer in argv + envp { free(pointer) } }
  var child: pid_t = 0
  guard posix_spawn(&child, shell[0], &actions, nil, &argv, &envp) == 0 else {
    return ProgramResult(status: -1, output: [], errors: "cannot start \(arguments[0])")
  }
  var status: Int32 = 0
  while waitpid(child, &status, 0) == -1 && errno == EINTR {}
  return ProgramResult(
    status: (status >> 8) & 0xFF, output: readFile(outputPath) ?? [],
    errors: String(decoding: readFile(errorPath) ?? [], as: UTF8.self))
}

/// A small generator with a seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
