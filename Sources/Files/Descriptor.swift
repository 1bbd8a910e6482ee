#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file without a path, such as an end of a pipe; closed when the value goes.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Both ends of a new pipe: the one to read from comes first.
  static func pair(
    _ operation: SystemOperation, _ path: FilePath?, _ make: (UnsafeMutablePointer<Int32>) -> Int32
  ) throws(SystemError) -> (Descriptor, Descriptor) {
    var numbers: [Int32] = [-1, -1]
    try systemCall(operation, path) { make(&numbers) }
    return (Descriptor(numbers[0]), Descriptor(numbers[1]))
  }
}
