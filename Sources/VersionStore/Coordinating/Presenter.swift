import Files
import Git
import Synchronization

/// A program that has documents of a library open, and saves them when another one is about to read.
///
/// It is a socket in `versions/presenters` of the store. Whoever is about to read connects to it, and waits
/// until it is answered. The name says whose it is, so that what a program left that crashed can be told
/// from what listens; it is `machine-process-random`, the machine as the beginning of its name's digest.
public final class Presenter: Sendable {
  /// The names that this process made: a number can be that of another machine's or container's, too.
  static let own = Mutex<Set<[UInt8]>>([])

  private let name: [UInt8]
  private let path: FilePath
  private let socket: LocalSocket

  /// Begins to be asked.
  /// - Parameter asked: Called with each question, on a thread of its own: it must not wait.
  /// - Throws: What keeps the socket from being made, such as a file system that has none.
  public init(
    _ library: Library, asked: @escaping @Sendable (PresenterQuestion) -> Void
  ) throws(StoreError) {
    let folder = Presenter.folder(of: library)
    let name = Name(library.surroundings.host, process: ProcessID.current)
    path = folder.appending(name.bytes)
    self.name = name.bytes
    Presenter.own.withLock { _ = $0.insert(name.bytes) }
    let socket = try onDisk { () throws(SystemError) in
      try Folder.makeAll(folder)
      let opened = try File(folder, [.read, .folder])
      Presenter.removeLeftovers(in: opened, of: name)
      // Under its own name only when it listens: what does not is a leftover.
      let draft = Array(".".utf8) + name.bytes
      let socket = try LocalSocket(draft, in: opened)
      try FileSystem.rename(folder.appending(draft), to: folder.appending(name.bytes))
      return socket
    }
    self.socket = socket
    let isRunning = Threads.detach {
      while true {
        do throws(SystemError) {
          guard let connection = try socket.next() else { return }
          asked(PresenterQuestion(connection))
        } catch {
          // Too many files are open, most likely: that passes.
          _ = Waiting.wait(atMost: .milliseconds(200))
        }
      }
    }
    if !isRunning { try? FileSystem.remove(path) }
  }

  deinit {
    _ = Presenter.own.withLock { $0.remove(name) }
    try? FileSystem.remove(path)
    socket.stop()
  }

  /// Whether its socket is where readers of the library look for it.
  public var isPresent: Bool { (try? FileStatus.find(path))?.kind == .socket }

  static func folder(of library: Library) -> FilePath {
    library.store.appending("versions/presenters")
  }

  /// Removes what programs of this machine left that are gone.
  private static func removeLeftovers(in folder: borrowing File, of name: Name) {
    for entry in (try? Folder.entries(of: folder.path)) ?? [] {
      let path = folder.path.appending(entry.name)
      if entry.name.first == UInt8(ascii: "."), let draft = Name(Array(entry.name.dropFirst())) {
        guard draft.machine == name.machine, !ProcessID.isRunning(draft.process) else { continue }
        try? FileSystem.remove(path)
      }
      guard let other = Name(entry.name), other.machine == name.machine else { continue }
      do throws(SystemError) {
        _ = try LocalConnection(to: entry.name, in: folder)
      } catch {
        if error.code == .refused { try? FileSystem.remove(path) }
      }
    }
  }

  /// The name of a presenter's socket.
  struct Name {
    let bytes: [UInt8]
    let machine: [UInt8]
    let process: Int

    init(_ host: String, process: Int32) {
      machine = Array(ObjectID.digest(of: Array(host.utf8)).hexBytes.prefix(8))
      self.process = Int(process)
      bytes = machine + "-\(process)-\(UUID())".utf8
    }

    init?(_ bytes: [UInt8]) {
      let parts = bytes.split(separator: UInt8(ascii: "-"), maxSplits: 2)
      guard parts.count == 3, bytes.first != UInt8(ascii: "."),
        let process = Int(String(decoding: parts[1], as: UTF8.self))
      else {
        return nil
      }
      self.bytes = bytes
      machine = Array(parts[0])
      self.process = process
    }
  }
}
