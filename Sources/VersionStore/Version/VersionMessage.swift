import Files
import Git

/// The message of a version's commit: subject, label, trailers.
struct VersionMessage {
  /// A trailer in its order.
  typealias Trailer = (key: String, value: [UInt8])

  /// Writes the message.
  static func encode(
    event: Event, path: DocumentPath, label: String?, trailers: [Trailer]
  ) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(512)
    message += event.rawValue.utf8
    message.append(UInt8(ascii: " "))
    message += PercentEncoding.encodeForMessage(path.bytes)
    message += "\n\n".utf8
    if let label {
      message += label.utf8
      message += "\n\n".utf8
    }
    for (key, value) in trailers {
      message += key.utf8
      message += ": ".utf8
      message += value
      message.append(UInt8(ascii: "\n"))
    }
    return message
  }

  /// Goes through the trailers of a message and gives the label between subject and trailers.
  static func decode(
    _ message: Bytes, _ trailer: (_ key: Bytes, _ value: Bytes) -> Void
  ) -> Bytes {
    // The trailers are the last paragraph.
    var end = message.count
    while end > 0, message[end - 1] == newline { end -= 1 }
    var start = end
    while start > 0 {
      if message[start - 1] == newline, start > 1, message[start - 2] == newline { break }
      start -= 1
    }
    var position = start
    while position < end {
      let lineEnd = message.position(of: newline, from: position, to: end) ?? end
      if let colon = message.position(of: UInt8(ascii: ":"), from: position, to: lineEnd) {
        var value = colon + 1
        if value < lineEnd, message[value] == UInt8(ascii: " ") { value += 1 }
        trailer(message.part(position..<colon), message.part(value..<lineEnd))
      }
      position = lineEnd + 1
    }
    // Between the subject and the trailers.
    guard let subject = message[..<start].firstIndex(of: newline) else {
      return Bytes(rebasing: message[..<0])
    }
    var body = message[(subject + 1)..<start]
    while body.first == newline { body = body.dropFirst() }
    while body.last == newline { body = body.dropLast() }
    return Bytes(rebasing: body)
  }
}

private let newline = UInt8(ascii: "\n")

extension Version.Origin {
  /// Reads `3` or `<UUID>@3`.
  init?(trailer value: ArraySlice<UInt8>) {
    guard let at = value.lastIndex(of: UInt8(ascii: "@")) else {
      guard let number = Int64(decimal: value) else { return nil }
      self.init(document: nil, number: Int(number))
      return
    }
    guard let document = UUID(value[..<at]), let number = Int64(decimal: value[(at + 1)...])
    else { return nil }
    self.init(document: document, number: Int(number))
  }
}
