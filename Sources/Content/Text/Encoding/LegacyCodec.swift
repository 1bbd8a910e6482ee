import Glibc

/// Conversion between an older encoding and UTF-8, by the C library's `iconv`.
///
/// A value belongs to one thread; every call starts from the encoding's initial state.
struct LegacyCodec: ~Copyable {
  private let descriptor: iconv_t

  /// Fails where the C library does not know one of the names.
  init?(from source: String, to target: String) {
    let opened = iconv_open(target, source)
    guard let opened, Int(bitPattern: opened) != -1 else { return nil }
    descriptor = opened
  }

  deinit { _ = iconv_close(descriptor) }

  /// What a conversion met on its way.
  enum Step {
    case done
    /// The input at this offset stands for nothing; the rest has not been read.
    case stopped(at: Int)
  }

  /// Appends what `input` stands for, up to its end or the first byte that has no meaning.
  func convert(_ input: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) -> Step {
    _ = iconv(descriptor, nil, nil, nil, nil)
    guard let base = input.baseAddress, !input.isEmpty else { return .done }
    return base.withMemoryRebound(to: CChar.self, capacity: input.count) { start in
      var source: UnsafeMutablePointer<CChar>? = UnsafeMutablePointer(mutating: start)
      var left = input.count
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
        while true {
          var target = buffer.baseAddress
          var room = buffer.count
          let result = iconv(descriptor, &source, &left, &target, &room)
          let failure = errno
          output.append(contentsOf: UnsafeRawBufferPointer(buffer).prefix(buffer.count - room))
          if result != -1 { return flush(buffer, into: &output) }
          if failure != E2BIG { return .stopped(at: input.count - left) }
        }
      }
    }
  }

  private func flush(
    _ buffer: UnsafeMutableBufferPointer<CChar>, into output: inout [UInt8]
  ) -> Step {
    var target = buffer.baseAddress
    var room = buffer.count
    _ = iconv(descriptor, nil, nil, &target, &room)
    output.append(contentsOf: UnsafeRawBufferPointer(buffer).prefix(buffer.count - room))
    return .done
  }
}
