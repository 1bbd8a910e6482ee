import Foundation

/// A version as `--json` prints it.
struct VersionObject: Decodable, Equatable {
  struct Person: Decodable, Equatable {
    let name: String
    let email: String
  }
  let document: String
  let documentEncoding: String?
  let id: String
  let version: Int
  let versionId: String?
  let event: String
  let label: String?
  let time: String
  let modified: String?
  let author: Person?
  let size: Int?
  let type: String?
  let commit: String
  let from: String?

  /// The path's bytes.
  var path: Word { decoded(document, documentEncoding) }
}

/// A document as `list --json` prints it.
struct ListedObject: Decodable {
  let document: String
  let documentEncoding: String?
  let id: String?
  let versions: Int?
  let latest: VersionObject?
  let state: String

  /// The path's bytes.
  var path: Word { decoded(document, documentEncoding) }
}

/// What `--json` prints when something went wrong.
struct ErrorObject: Decodable, Equatable {
  struct Detail: Decodable, Equatable {
    let code: String
    let exit: Int32
    let message: String
  }
  let error: Detail
}

extension Child.Answer {
  /// One object a line of standard output.
  func objects<Object: Decodable>(_ type: Object.Type = Object.self) throws -> [Object] {
    try decode(output)
  }

  /// One object a line of standard error.
  func errors() throws -> [ErrorObject] { try decode(error) }

  private func decode<Object: Decodable>(_ bytes: [UInt8]) throws -> [Object] {
    // Lines end with a newline byte; a newline in a name must be escaped.
    try bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Object.self, from: Data($0))
    }
  }
}

/// A path as it was before it became text: as it stands, or percent-encoded.
private func decoded(_ text: String, _ encoding: String?) -> Word {
  guard encoding == "percent" else { return Word(text) }
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"),
      let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
    {
      rest = rest.dropFirst(2)
      bytes.append(value)
    } else {
      bytes.append(byte)
    }
  }
  return Word(bytes)
}
