import CSystem
import Glibc

/// Why an answer could not be written.
enum OutputFailure: Error, Equatable, Sendable {
  /// Whoever read it has gone: the end, and no failure.
  case closed
  case interrupted
  /// The system's error number.
  case failed(Int32)
}

/// Standard output, or the pipe to a pager, with a buffer.
///
/// The first line goes out as soon as it is there, unless a plain file takes it; then whole
/// buffers, small ones on a terminal.
final class Output {
  private(set) var descriptor: Int32
  private(set) var isTerminal: Bool
  private var buffer: [UInt8] = []
  private var capacity: Int
  private var waitsForFirstLine: Bool

  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    capacity = isTerminal ? 4096 : 65_536
    waitsForFirstLine = isTerminal || !Self.isPlainFile(descriptor)
  }

  /// Writes to a pager from now on, still in the manner of a terminal.
  func redirect(to pipe: Int32) {
    descriptor = pipe
  }

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    try write(bytes, count: bytes.count)
  }

  func write(_ text: String) throws(OutputFailure) {
    try write(text.utf8, count: text.utf8.count)
  }

  /// Writes content of any size without a copy of it.
  func write(_ content: UnsafeRawBufferPointer) throws(OutputFailure) {
    if content.count >= capacity {
      try flush()
      try put(content)
    } else {
      try write(content, count: content.count)
    }
  }

  /// Writes what is in the buffer.
  func flush() throws(OutputFailure) {
    guard !buffer.isEmpty else { return }
    // On failure too: what nobody takes is not tried again.
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUnsafeBufferPointer { (all) throws(OutputFailure) in
      try put(UnsafeRawBufferPointer(all))
    }
  }

  private func write(_ bytes: some Collection<UInt8>, count: Int) throws(OutputFailure) {
    if buffer.count + count > capacity { try flush() }
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity {
      try flush()
    } else if waitsForFirstLine, bytes.contains(UInt8(ascii: "\n")) || bytes.contains(0) {
      waitsForFirstLine = false
      try flush()
    }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(OutputFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
        // A signal that comes after a part was written shows as no error.
        if !rest.isEmpty, Interruption.isRequested { throw .interrupted }
        continue
      }
      let code = errno
      switch code {
      case EINTR:
        if Interruption.isRequested { throw .interrupted }
      case EAGAIN:
        // Whoever shares the terminal or pipe may have made it non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
        if Interruption.isRequested { throw .interrupted }
      case EPIPE: throw .closed
      default: throw .failed(code)
      }
    }
  }

  private static func isPlainFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
