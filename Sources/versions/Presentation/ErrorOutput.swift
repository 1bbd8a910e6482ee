import Glibc

/// Standard error: each message in one piece, and no complaint where nobody listens.
struct ErrorOutput: Sendable {
  let descriptor: Int32
  let isTerminal: Bool

  init(descriptor: Int32 = STDERR_FILENO) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty {
        let chunk = UnsafeRawBufferPointer(rebasing: rest)
        let written = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
        if written < 0 {
          if errno == EINTR { continue }
          return
        }
        rest = rest.dropFirst(written)
      }
    }
  }
}
