import CSystem
import Dispatch
import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lines that a session gets from standard input, until they end or a signal asks to stop
/// (SIGINT, SIGTERM, SIGHUP): then the session closes its document as at the end of the lines. A second
/// signal ends the process at once.
public struct SessionInput {
  /// The lines as they come, without their ends; reading keeps nothing else from running.
  public let lines: AsyncStream<String>
  private let signals: any DispatchSourceRead

  /// Begins to read; from now on signals are noted.
  public init() throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    let file = versions_interruption_file()
    guard file >= 0 else { throw SystemError(.open, nil, .current) }
    signals = DispatchSource.makeReadSource(
      fileDescriptor: file, queue: DispatchQueue(label: "versions.examples.signals"))
    signals.setEventHandler { [signals] in
      signals.cancel()
      continuation.finish()
    }
    signals.activate()
    // A reader of the answers that has gone is no reason to lose what was edited.
    signal(SIGPIPE, SIG_IGN)
    versions_interruption_catch()
    DispatchQueue(label: "versions.examples.input").async {
      SessionInput.read { continuation.yield($0) }
      continuation.finish()
    }
  }

  /// A point where the session has ended, its document being closed.
  /// - Throws: `Interruption` where a signal ended it.
  public func checkInterruption() throws {
    if versions_interruption_signal() != 0 { throw Interruption() }
  }

  // `readLine` would hold the lock of standard input, for which `exit` waits.
  private static func read(_ give: (String) -> Void) {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { Self.read($0) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      for byte in buffer[..<count] {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        give(String(decoding: line, as: UTF8.self))
        line = []
      }
    }
    if !line.isEmpty { give(String(decoding: line, as: UTF8.self)) }
  }

  private static func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #endif
  }
}
