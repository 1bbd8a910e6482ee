import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that goes with the value.
final class Scratch {
  let folder: FilePath

  init() throws {
    var template = Array("/tmp/files-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemError(.mkdir, nil, .current)
    }
    folder = FilePath(template.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit { try? FileSystem.removeAll(folder) }

  /// The path of something in the folder.
  func path(_ name: String) -> FilePath { folder.appending(name) }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ text: String, at name: String) throws -> FilePath {
    let path = path(name)
    try File(path, [.write, .create, .truncate]).write(Array(text.utf8))
    return path
  }

  /// What a file holds.
  func read(_ name: String) throws -> String {
    String(decoding: try File(path(name)).readToEnd(), as: UTF8.self)
  }
}

/// The error a body throws, nil where it throws none.
func failure<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) -> Errno? {
  do throws(SystemError) {
    _ = try body()
    return nil
  } catch {
    return error.code
  }
}
