import Foundation
import Testing

@testable import versions

@Suite(.serialized) struct OutputTests {
  init() { signal(SIGPIPE, SIG_IGN) }

  private func makePipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    // No process that another test starts may hold it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    return (ends[0], ends[1])
  }

  /// What is in a pipe now.
  private func drain(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count <= 0 { return all }
      all += chunk[..<count]
    }
  }

  @Test func firstLineIsThereAtOnceAndTheRestAtTheEnd() throws {
    let ends = makePipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    let output = Output(descriptor: ends.write)
    try output.write("fir")
    #expect(drain(ends.read) == [])
    try output.write("st\n")
    #expect(drain(ends.read) == bytes("first\n"))
    try output.write("second\n")
    #expect(drain(ends.read) == [])
    try output.flush()
    #expect(drain(ends.read) == bytes("second\n"))
  }

  @Test func nameEndedByNULCountsAsALine() throws {
    let ends = makePipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    let output = Output(descriptor: ends.write)
    try output.write([0x61, 0])
    #expect(drain(ends.read) == [0x61, 0])
  }

  @Test func contentOfAnySizeStaysInOrder() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/out"
    let descriptor = open(path, O_CREAT | O_RDWR, 0o600)
    defer { close(descriptor) }
    let output = Output(descriptor: descriptor)
    var expected: [UInt8] = []
    for (index, size) in [0, 1, 65_535, 65_536, 65_537, 200_000, 3, 10].enumerated() {
      let piece = [UInt8](repeating: UInt8(index), count: size)
      expected += piece
      if index % 2 == 0 {
        try output.write(piece)
      } else {
        try piece.withUnsafeBufferPointer { (all) throws(OutputFailure) in
          try output.write(UnsafeRawBufferPointer(all))
        }
      }
    }
    try output.flush()
    #expect(FileManager.default.contents(atPath: path) == Data(expected))
  }

  @Test func closedPipeIsToldFromAFailure() {
    let ends = makePipe()
    close(ends.read)
    defer { close(ends.write) }
    let output = Output(descriptor: ends.write)
    #expect(throws: OutputFailure.closed) { try output.write("a\n") }
  }

  @Test func fullDiskIsAFailureWithItsNumber() {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let output = Output(descriptor: descriptor)
    #expect(throws: OutputFailure.failed(ENOSPC)) {
      try output.write("a\n")
      try output.flush()
    }
  }

  @Test func nonBlockingPipeIsWaitedFor() throws {
    let ends = makePipe()
    defer { close(ends.read) }
    #expect(fcntl(ends.write, F_SETFL, O_NONBLOCK) == 0)
    let content = [UInt8](repeating: 0x61, count: 1_000_000)
    let isDone = DispatchSemaphore(value: 0)
    let reader = Thread { [self] in
      var count = 0
      while count < 1_000_000 { count += drain(ends.read).count }
      isDone.signal()
    }
    reader.start()
    let output = Output(descriptor: ends.write)
    try output.write(content)
    try output.flush()
    // Its number must not become another file's while it is still read from.
    isDone.wait()
    close(ends.write)
  }

  @Test(
    "A pager gets what is written and is waited for",
    arguments: [("cat > ", 0), ("sleep 0.2; cat > ", 0)] as [(String, Int32)])
  func pagerShows(command: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/shown"
    guard let pager = Pager.start(command + path, environment: ["PATH=/usr/bin:/bin"]) else {
      Issue.record("not started")
      return
    }
    let output = Output(descriptor: pager.descriptor)
    try output.write("a\nb\n")
    try output.flush()
    #expect(pager.finish() == status)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
  }

  @Test func pagerThatQuitsEndsTheOutputQuietly() throws {
    guard let pager = Pager.start("exit 3;", environment: ["PATH=/usr/bin:/bin"]) else {
      Issue.record("not started")
      return
    }
    let output = Output(descriptor: pager.descriptor)
    #expect(throws: OutputFailure.closed) {
      for _ in 0..<100_000 { try output.write("a long line of text\n") }
    }
    #expect(pager.finish() == 3)
  }

  @Test func pagerSeesItsSettingsAndDefaultSignals() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/shown"
    let command = "{ printf '%s %s ' \"$LESS\" \"$LV\"; grep SigIgn /proc/self/status; } > \(path)"
    let environment = ["PATH=/usr/bin:/bin", "LV=own"]
    guard let pager = Pager.start(command, environment: environment) else {
      Issue.record("not started")
      return
    }
    _ = pager.finish()
    let shown = try String(contentsOfFile: path, encoding: .utf8)
    let ignored = shown.split(whereSeparator: { $0.isWhitespace }).last.flatMap {
      UInt64($0, radix: 16)
    }
    #expect(shown.hasPrefix("FRX own "))
    // Neither SIGINT (2) nor SIGPIPE (13) is ignored there.
    #expect((ignored ?? .max) & (1 << 1 | 1 << 12) == 0)
  }

  @Test func missingPagerIsNoPager() {
    if let pager = Pager.start("versions-no-such-pager", environment: ["PATH=/usr/bin:/bin"]) {
      _ = pager.finish()
      Issue.record("started")
    }
  }

  @Test(
    arguments: [
      ([:], "less"), (["PAGER": "more"], "more"),
      (["PAGER": "more", "VERSIONS_PAGER": "most"], "most"),
      (["PAGER": "cat"], nil), (["VERSIONS_PAGER": "", "PAGER": "more"], nil),
    ] as [([String: String], String?)])
  func choosesPager(variables: [String: String], expected: String?) {
    #expect(Pager.command { variables[$0] } == expected)
  }
}
