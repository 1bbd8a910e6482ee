import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One end of a connection between two programs of this machine; closed when the value goes.
public struct LocalConnection: ~Copyable, Sendable {
  private let descriptor: Descriptor

  fileprivate init(adopting descriptor: Int32) {
    self.descriptor = Descriptor(descriptor)
  }

  /// Connects to a socket without waiting.
  /// - Throws: `refused` where no program listens on it any more, `wouldBlock` where too many wait.
  public init(to name: [UInt8], in folder: borrowing File) throws(SystemError) {
    let number = folder.descriptor
    descriptor = Descriptor(
      try systemCall(.connect, folder.path.appending(name)) {
        FilePath(name).withCString { versions_connect_to(number, $0) }
      })
  }

  /// Sends a few bytes, without waiting for the other end to take them.
  public func send(_ bytes: [UInt8]) throws(SystemError) {
    try systemCall(.write, nil) {
      bytes.withUnsafeBytes { versions_send(descriptor.number, $0.baseAddress, $0.count) }
    }
  }

  /// All that the other end sends until it closes the connection; nil where it has not done so in time.
  /// - Parameter end: When to stop waiting, by the clock of `Waiting`.
  public func readToEnd(until end: Duration, limit: Int = 1 << 16) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      switch Waiting.wait(for: descriptor.number, atMost: max(end - Waiting.now, .zero)) {
      case .ready: break
      case .timeOver, .mounted: return nil
      case .interrupted: throw SystemError(.read, nil, .interrupted)
      }
      let count = try systemCall(.read, nil) {
        piece.withUnsafeMutableBytes { read(descriptor.number, $0.baseAddress, $0.count) }
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    return bytes
  }
}

/// A socket at a path, to which other programs of this machine connect.
public final class LocalSocket: Sendable {
  private let descriptor: Descriptor
  /// A pipe: what comes out of it ends the waiting.
  private let ends: (out: Descriptor, in: Descriptor)

  /// Makes a socket under a name that is free in a folder, and listens on it.
  public init(_ name: [UInt8], in folder: borrowing File) throws(SystemError) {
    ends = try Descriptor.pair(.bind, nil, versions_pipe)
    let number = folder.descriptor
    descriptor = Descriptor(
      try systemCall(.bind, folder.path.appending(name)) {
        FilePath(name).withCString { versions_listen_at(number, $0) }
      })
  }

  /// Waits until a program connects.
  /// - Returns: The connection; nil when the waiting was ended.
  public func next() throws(SystemError) -> LocalConnection? {
    while true {
      let isSocket = try systemCall(.accept, nil) {
        versions_wait_to_accept(descriptor.number, ends.out.number)
      }
      if isSocket == 0 { return nil }
      do throws(SystemError) {
        return LocalConnection(
          adopting: try systemCall(.accept, nil) { versions_accept(descriptor.number) })
      } catch {
        // Who connected is gone again.
        guard error.code == .wouldBlock || error.code == .connectionAborted else { throw error }
      }
    }
  }

  /// Ends the waiting for connections, for good; from any thread.
  public func stop() {
    var byte: UInt8 = 0
    _ = write(ends.in.number, &byte, 1)
  }
}
