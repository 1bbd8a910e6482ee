import Files
import Testing

struct LocalSocketTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("Two programs talk, however long the path is", arguments: [1, 40, 240])
  func talk(length: Int) throws {
    let path = scratch.folder.appending(String(repeating: "d", count: length))
      .appending(String(repeating: "e", count: length))
    try Folder.makeAll(path)
    let folder = try File(path, [.read, .folder])
    let socket = try LocalSocket(Array("s".utf8), in: folder)
    let work = BackgroundWork {
      while let connection = try? socket.next() { try? connection.send(Array("yes".utf8)) }
      return true
    }
    for _ in 0..<3 {
      let connection = try LocalConnection(to: Array("s".utf8), in: folder)
      #expect(try connection.readToEnd(until: Waiting.now + .seconds(60)) == Array("yes".utf8))
    }
    socket.stop()
    let isOver = work.result()
    #expect(isOver)
  }

  @Test func whoIsNotAnsweredIsNotKeptWaiting() throws {
    let folder = try File(scratch.folder, [.read, .folder])
    let socket = try LocalSocket(Array("s".utf8), in: folder)
    let connection = try LocalConnection(to: Array("s".utf8), in: folder)
    #expect(try connection.readToEnd(until: Waiting.now + .milliseconds(20)) == nil)
    _ = socket
  }

  @Test func nobodyListensOnWhatIsLeft() throws {
    let folder = try File(scratch.folder, [.read, .folder])
    do { _ = try LocalSocket(Array("s".utf8), in: folder) }
    #expect(try FileStatus.find(scratch.folder.appending("s"))?.kind == .socket)
    #expect { _ = try LocalConnection(to: Array("s".utf8), in: folder) } throws: {
      ($0 as? SystemError)?.code == .refused
    }
    #expect { _ = try LocalConnection(to: Array("t".utf8), in: folder) } throws: {
      ($0 as? SystemError)?.code == .noSuchFile
    }
  }

  @Test func aNameIsTakenOnce() throws {
    let folder = try File(scratch.folder, [.read, .folder])
    let socket = try LocalSocket(Array("s".utf8), in: folder)
    #expect(throws: SystemError.self) { _ = try LocalSocket(Array("s".utf8), in: folder) }
    _ = socket
  }
}
