#if os(Linux)
  import CSystem

  /// The kernel's events of folders (inotify): what came, went and was written in them.
  ///
  /// A watch is a folder's, not a path's: it goes with the folder when that is renamed, and the
  /// folders below it need their own. The queue holds a limited number of events and says when it
  /// lost some. Events tell where to look, never what is true by now.
  public final class FolderEvents {
    /// One event.
    public struct Event: Sendable, Equatable {
      /// The folder's watch; -1 where events were lost.
      public let watch: Int32
      /// What happened.
      public let kinds: Kinds
      /// The entry that it happened to, empty for the folder itself.
      public let name: [UInt8]

      /// Makes an event; for tests.
      public init(watch: Int32, kinds: Kinds, name: [UInt8]) {
        self.watch = watch
        self.kinds = kinds
        self.name = name
      }
    }

    /// What can happen.
    public struct Kinds: OptionSet, Sendable {
      /// Bits of inotify.
      public let rawValue: UInt32
      /// Makes kinds of inotify's bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      /// A file's content changed.
      public static let modified = Kinds(rawValue: versions_event_modified)
      /// A file that was open for writing was closed.
      public static let closed = Kinds(rawValue: versions_event_closed)
      /// An entry was renamed to here.
      public static let came = Kinds(rawValue: versions_event_came)
      /// An entry was made here.
      public static let made = Kinds(rawValue: versions_event_made)
      /// An entry was removed, or renamed from here: two bits, of which an event has one.
      public static let went = Kinds(rawValue: versions_event_went)
      /// The entry is a folder.
      public static let folder = Kinds(rawValue: versions_event_folder)
      /// The queue was full: events were lost.
      public static let lost = Kinds(rawValue: versions_event_lost)
      /// The file system of the folder is gone.
      public static let unmounted = Kinds(rawValue: versions_event_unmounted)
      /// The watch is no more.
      public static let ended = Kinds(rawValue: versions_event_ended)
      /// The watched folder itself was renamed or removed: two bits, of which an event has one.
      public static let itself = Kinds(rawValue: versions_event_itself)
    }

    /// For waiting: it can be read when there are events.
    public var descriptor: Int32 { queue.descriptor }

    private let queue: File
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens a queue.
    /// - Throws: `tooManyOpen` where the user has as many as the system allows.
    public init() throws(SystemError) {
      queue = File(adopting: try systemCall(.watch, nil) { versions_events_open() })
    }

    /// Watches the entries of a folder, links not followed.
    /// - Returns: The number of the watch, the same for the same folder.
    /// - Throws: `noSpace` where the user has as many watches as the system allows.
    public func add(_ folder: FilePath) throws(SystemError) -> Int32 {
      try systemCall(.watch, folder) {
        folder.withCString { versions_events_add(descriptor, $0) }
      }
    }

    /// Watches whether a folder itself is renamed or removed.
    public func addItself(_ folder: FilePath) throws(SystemError) -> Int32 {
      try systemCall(.watch, folder) {
        folder.withCString { versions_events_add_itself(descriptor, $0) }
      }
    }

    /// Ends a watch; one that has ended already is none.
    public func remove(_ watch: Int32) {
      _ = versions_events_remove(descriptor, watch)
    }

    /// The next events, none where nothing happened; a queue may hold more than one call gives.
    public func next() throws(SystemError) -> [Event] {
      let count: Int
      do throws(SystemError) {
        count = try buffer.withMutableRawBytes { (buffer) throws(SystemError) in
          try queue.read(into: buffer)
        }
      } catch {
        if error.code == .wouldBlock { return [] }
        throw error
      }
      var events: [Event] = []
      buffer.withUnsafeBytes { bytes in
        var rest = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        var event = versions_event()
        var name: UnsafePointer<CChar>?
        while true {
          let size = versions_events_next(rest.baseAddress, rest.count, &event, &name)
          if size == 0 { break }
          rest = UnsafeRawBufferPointer(rebasing: rest[size...])
          events.append(
            Event(
              watch: event.watch, kinds: Kinds(rawValue: event.mask),
              name: Array(UnsafeRawBufferPointer(start: name, count: event.name_length))))
        }
      }
      return events
    }

    /// The greatest number of watches that this user may have, as far as the system tells.
    public static var watchLimit: Int? {
      ["/proc/sys/fs/inotify/max_user_watches", "/proc/sys/user/max_inotify_watches"]
        .compactMap { path -> Int? in
          guard let bytes = try? File(FilePath(path)).readToEnd(expecting: 32) else { return nil }
          return Int(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
        }.min()
    }
  }
#endif
