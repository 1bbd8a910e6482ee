import Files

/// Somebody is about to read the documents of a library, and waits until those that are open are saved.
public final class PresenterQuestion: Sendable {
  private let connection: LocalConnection

  init(_ connection: consuming LocalConnection) {
    self.connection = connection
  }

  /// Lets the reader go on.
  /// - Parameter unsaved: A line for each document that could not be saved.
  public func answer(unsaved: [String] = []) {
    // Who does not wait any more has to do without.
    try? connection.send(PresenterAnswer.bytes(unsaved))
  }
}

/// How an answer is written: a line for each document that could not be saved, and one that ends it.
enum PresenterAnswer {
  private static let end = Array("done".utf8)

  static func bytes(_ unsaved: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    // More than a connection takes at once would be waited for.
    for text in unsaved where bytes.count + text.utf8.count < 32768 {
      bytes += "unsaved ".utf8
      bytes += text.utf8.map { $0 == newline ? UInt8(ascii: " ") : $0 }
      bytes.append(newline)
    }
    return bytes + end + [newline]
  }

  /// The documents that could not be saved; nil where the answer is not whole.
  static func unsaved(_ bytes: [UInt8]) -> [String]? {
    var lines = bytes.split(separator: newline)
    guard lines.popLast().map(Array.init) == end else { return nil }
    return lines.map {
      String(decoding: $0.drop { $0 != UInt8(ascii: " ") }.dropFirst(), as: UTF8.self)
    }
  }

  private static let newline = UInt8(ascii: "\n")
}
