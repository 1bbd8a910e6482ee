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
    _ message: ArraySlice<UInt8>, _ trailer: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void
  ) -> ArraySlice<UInt8> {
    // The trailers are the last paragraph.
    var end = message.endIndex
    while end > message.startIndex, message[end - 1] == newline { end -= 1 }
    var start = end
    while start > message.startIndex {
      if message[start - 1] == newline, start - 1 > message.startIndex,
        message[start - 2] == newline
      {
        break
      }
      start -= 1
    }
    var position = start
    while position < end {
      var lineEnd = position
      var colon: Int?
      while lineEnd < end, message[lineEnd] != newline {
        if colon == nil, message[lineEnd] == UInt8(ascii: ":") { colon = lineEnd }
        lineEnd += 1
      }
      if let colon {
        var value = colon + 1
        if value < lineEnd, message[value] == UInt8(ascii: " ") { value += 1 }
        trailer(message[position..<colon], message[value..<lineEnd])
      }
      position = lineEnd + 1
    }
    // Between the subject and the trailers.
    var body = message[..<start]
    if let subject = body.firstIndex(of: newline) {
      body = body[(subject + 1)...]
    } else {
      body = []
    }
    while body.first == newline { body = body.dropFirst() }
    while body.last == newline { body = body.dropLast() }
    return body
  }
}

private let newline = UInt8(ascii: "\n")

extension Version {
  /// Reads a version from the bytes of its commit; nil where it is not one of a document.
  init?(commit id: ObjectID, bytes: [UInt8]) {
    guard let commit = Commit(bytes: bytes) else { return nil }
    var document: UUID?
    var number: Int?
    var event: Event?
    var path: DocumentPath?
    var modified: Moment?
    self.commit = id
    tree = commit.tree
    parent = commit.parents.first
    time = Moment(FileTime(seconds: commit.committer.seconds), offset: commit.committer.offset)
    author = Person(
      name: String(decoding: commit.author.name, as: UTF8.self),
      email: String(decoding: commit.author.email, as: UTF8.self))
    var identifier: UUID?
    var size: Int?
    var type: String?
    var permissions: UInt32?
    var host: String?
    var app: String?
    var origin: Origin?
    var pruned: String?
    let body = VersionMessage.decode(commit.message[...]) { key, value in
      // The keys differ in their lengths and first letters: no string is made for most.
      switch String(decoding: key, as: UTF8.self) {
      case "Document": document = UUID(value)
      case "Version": number = Int64(decimal: value).map(Int.init)
      case "Version-Id": identifier = UUID(value)
      case "Event": event = Event(rawValue: String(decoding: value, as: UTF8.self))
      case "Path": path = DocumentPath(PercentEncoding.decode(value))
      case "Size": size = Int64(decimal: value).map(Int.init)
      case "Type": type = String(decoding: value, as: UTF8.self)
      case "Permissions": permissions = UInt32(String(decoding: value, as: UTF8.self), radix: 8)
      case "Modified": modified = Moment(rfc3339: Array(value))
      case "Host": host = String(decoding: value, as: UTF8.self)
      case "App": app = String(decoding: value, as: UTF8.self)
      case "From": origin = Origin(trailer: value)
      case "Pruned", "Purged": pruned = String(decoding: value, as: UTF8.self)
      default: break
      }
    }
    guard let document, let number, number > 0, let path else { return nil }
    self.document = document
    self.number = number
    self.identifier = identifier
    self.event = event ?? .save
    self.path = path
    label = body.isEmpty ? nil : String(decoding: body, as: UTF8.self)
    self.modified =
      modified
      ?? Moment(FileTime(seconds: commit.author.seconds), offset: commit.author.offset)
    self.size = size
    self.type = type
    self.permissions = permissions
    self.host = host
    self.app = app
    self.origin = origin
    self.pruned = pruned
  }
}

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
