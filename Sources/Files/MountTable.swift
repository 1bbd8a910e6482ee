#if os(Linux)
  /// The file systems that are mounted, as the kernel tells (proc_pid_mountinfo(5)).
  public final class MountTable: Sendable {
    private let file: File

    /// Opens the table, of which a change ends `Waiting.wait`.
    public init() throws(SystemError) {
      file = try File("/proc/self/mountinfo")
    }

    /// For waiting.
    public var descriptor: Int32 { file.descriptor }

    /// Where something is mounted, as paths inside a folder.
    public func points(below folder: FilePath) throws(SystemError) -> Set<[UInt8]> {
      file.rewind()
      var points: Set<[UInt8]> = []
      for line in try file.readToEnd(expecting: 1 << 14).split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
        guard fields.count > 4,
          let inside = FilePath(MountTable.unescaped(fields[4])).relative(to: folder)
        else { continue }
        points.insert(inside)
      }
      return points
    }

    /// Spaces, tabs, newlines and backslashes are written in octal: `\\040`.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
      var bytes: [UInt8] = []
      var rest = text
      while let byte = rest.popFirst() {
        let digits = rest.prefix(3).map { $0 &- UInt8(ascii: "0") }
        if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ $0 < 8 }) {
          bytes.append(digits[0] << 6 | digits[1] << 3 | digits[2])
          rest = rest.dropFirst(3)
        } else {
          bytes.append(byte)
        }
      }
      return bytes
    }
  }
#endif
