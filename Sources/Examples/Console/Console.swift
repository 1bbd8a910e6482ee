import Files
import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal of an example application.
public enum Console {
  /// The arguments after the program's name, as bytes: names need not be UTF-8.
  public static var arguments: [[UInt8]] {
    var words: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index] else { break }
      words.append(
        Array(UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))))
    }
    return words
  }

  /// Writes a line to standard output, at once.
  public static func say(_ line: String) { write(Array((line + "\n").utf8), to: 1) }

  /// Writes bytes to standard output, at once.
  public static func put(_ bytes: [UInt8]) { write(bytes, to: 1) }

  /// Writes what went wrong to standard error.
  public static func complain(_ program: String, _ error: any Error) {
    var lines = [program + ": "]
    switch error {
    case let error as StoreError:
      lines[0] += error.message
      lines += error.hints.map { "  hint: " + $0 }
    default: lines[0] += "\(error)"
    }
    write(Array((lines.joined(separator: "\n") + "\n").utf8), to: 2)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        #else
          Darwin.write(descriptor, $0.baseAddress, $0.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Runs a program to its end: 0, 1 for an error, 2 for a line that is not understood, 130 for a
  /// session that was stopped.
  @MainActor
  public static func run(
    _ program: String, _ work: @MainActor () async throws -> Void
  ) async -> Never {
    do {
      try await work()
      exit(0)
    } catch is Interruption {
      exit(130)
    } catch {
      complain(program, error)
      exit(error is UsageError ? 2 : 1)
    }
  }

  /// A path from the folder this process works in.
  public static func path(_ word: [UInt8]) throws -> FilePath {
    FilePath(word).absolute(from: try FileSystem.currentFolder())
  }
}

/// A signal asked a session to stop, and it did.
public struct Interruption: Error {}

/// What is wrong with a line of words.
public struct UsageError: Error, CustomStringConvertible {
  /// One sentence without a full stop.
  public let description: String
  /// An error with its sentence.
  public init(_ description: String) { self.description = description }
}
