import CSystem
import Files

/// zlib's compression of bytes that are in memory.
public enum Deflation {
  /// Appends bytes in zlib's format.
  /// - Parameter level: 0 for none, 1 for fast, up to 9 for small.
  /// - Throws: `libgit2`, where memory is short.
  public static func append(
    _ bytes: [UInt8], level: Int32, to body: inout [UInt8]
  ) throws(GitError) {
    var length = compressBound(uLong(bytes.count))
    let start = body.count
    body.append(contentsOf: repeatElement(0, count: Int(length)))
    let code = body.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        compress2(
          target.baseAddress?.advanced(by: start).assumingMemoryBound(to: UInt8.self), &length,
          source.baseAddress?.assumingMemoryBound(to: UInt8.self), uLong(source.count), level)
      }
    }
    guard code == Z_OK else {
      throw .libgit2(
        operation: "compress2", code: code, message: "no memory", errno: Errno(rawValue: 0))
    }
    body.removeLast(body.count - start - Int(length))
  }
}
