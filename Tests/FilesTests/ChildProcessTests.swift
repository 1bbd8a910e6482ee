import Testing

@testable import Files

@Suite("Other programs")
struct ChildProcessTests {
  private func shell(_ script: String, environment: [String] = []) -> ChildProcess {
    ChildProcess("/bin/sh", ["-c", script].map { Array($0.utf8) }, environment: environment)
  }

  private func run(
    _ child: ChildProcess, input: (() -> [UInt8])? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    var output: [UInt8] = []
    let outcome = try child.run(input: input) { bytes in
      output.append(contentsOf: bytes)
      return true
    }
    return (
      outcome.status, String(decoding: output, as: UTF8.self),
      String(decoding: outcome.errors, as: UTF8.self)
    )
  }

  @Test("tells status, output and complaints apart")
  func outcome() throws {
    let answer = try run(shell("echo out; echo err >&2; exit 3"))
    #expect(answer.status == 3)
    #expect(answer.output == "out\n")
    #expect(answer.errors == "err\n")
  }

  @Test("gets the environment that is given and no other")
  func environment() throws {
    let answer = try run(
      ChildProcess("/usr/bin/env", [], environment: ["A=1", "B=two words"]))
    #expect(answer.output == "A=1\nB=two words\n")
  }

  @Test("works in the folder that is given")
  func folder() throws {
    var child = shell("pwd -P")
    child.folder = "/usr/bin"
    #expect(try run(child).output == "/usr/bin\n")
  }

  @Test("is fed while it answers, more than any pipe holds")
  func feeding() throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    var left = 40
    let answer = try run(
      shell("cat"),
      input: {
        left -= 1
        return left < 0 ? [] : piece
      })
    #expect(answer.status == 0)
    #expect(answer.output.utf8.count == 4_000_000)
  }

  @Test("may end without reading what it is given")
  func unread() throws {
    let answer = try run(
      shell("exit 7"), input: { [UInt8](repeating: 0, count: 1 << 16) })
    #expect(answer.status == 7)
  }

  @Test("reads nothing where nothing is given")
  func noInput() throws {
    #expect(try run(shell("wc -c")).output.contains("0"))
  }

  @Test("is ended when no more of its output is wanted")
  func enough() throws {
    var count = 0
    let outcome = try shell("exec yes").run { bytes in
      count += bytes.count
      return count < 1 << 20
    }
    #expect(outcome.status > 128)
  }

  @Test("is ended when the work is stopped")
  func stopped() throws {
    let outcome = try shell("echo go; exec sleep 100").run(isStopped: { true }) { _ in true }
    #expect(outcome.status == 128 + 15)
  }

  @Test("tells the signal that ended it")
  func signal() throws {
    #expect(try run(shell("kill -9 $$")).status == 128 + 9)
  }

  @Test("keeps the end of endless complaints")
  func complaints() throws {
    let answer = try run(
      shell("i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done"))
    #expect(answer.errors.hasSuffix("line 19999\n"))
    #expect(answer.errors.utf8.count <= 1 << 16)
  }

  @Test("that is missing is an error of the system's")
  func missing() {
    let child = ChildProcess("/nowhere/program", [], environment: [])
    #expect(failure { () throws(SystemError) in try child.run { _ in true } } == .noSuchFile)
  }

  @Test("holds a lock that is given to it until it ends")
  func lock() throws {
    let scratch = try Scratch()
    let path = try scratch.write("", at: "lock")
    var child = shell("exec sleep 0.3")
    var process: Int32 = 0
    do {
      let file = try File(path, .readWrite)
      #expect(try file.lock(waiting: false))
      child.inherited = [file.descriptor]
      process = try child.startDetached()
    }
    let other = try File(path, .readWrite)
    #expect(try !other.lock(waiting: false))
    #expect(try other.lock(waiting: true))
    while !ChildProcess.reap(process) {}
  }

  @Test("is found in the first folder that has it")
  func finding() throws {
    let scratch = try Scratch()
    try Folder.make(scratch.path("a"))
    try Folder.make(scratch.path("b"))
    let plain = try scratch.write("#!/bin/sh\n", at: "a/tool")
    let program = try scratch.write("#!/bin/sh\n", at: "b/tool")
    try FileSystem.setPermissions(plain, 0o644)
    try FileSystem.setPermissions(program, 0o755)
    let folders = [scratch.path("missing"), scratch.path("a"), scratch.path("b"), "."]
    #expect(ChildProcess.find("tool", in: folders) == program)
    #expect(ChildProcess.find("other", in: folders) == nil)
  }
}
