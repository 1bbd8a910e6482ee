import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The named values that file systems keep beside a file's bytes, access lists among them.
public enum ExtendedAttributes {
  /// Copies those of one open file to another; what the system does not let a person set is left.
  /// - Returns: Names of those that could not be set.
  public static func copy(from source: borrowing File, to target: borrowing File) -> [String] {
    var failed: [String] = []
    for name in names(of: source.descriptor) {
      guard let value = value(of: name, at: source.descriptor) else { continue }
      let result = value.withUnsafeBytes {
        versions_set_attribute(target.descriptor, name, $0.baseAddress, $0.count)
      }
      if result != 0 && !name.hasPrefix("security.") { failed.append(name) }
    }
    return failed
  }

  private static func names(of descriptor: Int32) -> [String] {
    let size = versions_list_attributes(descriptor, nil, 0)
    guard size > 0 else { return [] }
    var buffer = [CChar](repeating: 0, count: size)
    let count = buffer.withUnsafeMutableBufferPointer {
      versions_list_attributes(descriptor, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return [] }
    return buffer[..<count].split(separator: 0).map {
      String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  private static func value(of name: String, at descriptor: Int32) -> [UInt8]? {
    let size = versions_get_attribute(descriptor, name, nil, 0)
    guard size >= 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: size)
    let count = buffer.withUnsafeMutableBytes {
      versions_get_attribute(descriptor, name, $0.baseAddress, $0.count)
    }
    guard count >= 0 else { return nil }
    return Array(buffer[..<count])
  }
}
