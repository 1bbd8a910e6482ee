import Files
import Glibc
import VersionStore

/// This program as a word for `sh`, which git runs it by.
enum ShellProgram {
  /// The whole path: as it stands in PATH where that leads here, so that an update keeps it, else of
  /// the file itself.
  static func own() throws -> [UInt8] {
    let file: FilePath
    do {
      file = FilePath(try FileSystem.readLink("/proc/self/exe"))
    } catch {
      throw CommandFailure(.system, "where this program is cannot be told: \(error.code)")
    }
    if let folders = getenv("PATH") {
      let bytes = Array(UnsafeRawBufferPointer(start: folders, count: strlen(folders)))
      for folder in bytes.split(separator: UInt8(ascii: ":")) where folder.first == 0x2F {
        let candidate = FilePath(Array(folder)).appending("versions")
        if (try? FileSystem.resolved(candidate)) == file { return quoted(candidate.bytes) }
      }
    }
    return quoted(file.bytes)
  }

  /// In single quotes where need be; other bytes than a quote mean themselves between them.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    let isPlain = bytes.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || "-_./+".utf8.contains(byte)
    }
    if isPlain, !bytes.isEmpty { return bytes }
    var out: [UInt8] = [0x27]
    for byte in bytes {
      if byte == 0x27 { out += Array("'\\''".utf8) } else { out.append(byte) }
    }
    return out + [0x27]
  }
}
