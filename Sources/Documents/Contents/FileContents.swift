import VersionStore

/// What a document's file holds: bytes, or a folder of named parts, as a file wrapper does.
public indirect enum FileContents: Sendable, Equatable {
  /// One file's bytes, and whether its owner may execute it.
  case file([UInt8], executable: Bool = false)
  /// A symbolic link, which is never followed: where it says it leads.
  case link([UInt8])
  /// A folder that is one document, or a folder in one.
  case folder([Part])

  /// A named part of a folder.
  public struct Part: Sendable, Equatable {
    /// The name's bytes, without "/".
    public var name: [UInt8]
    /// What it holds.
    public var contents: FileContents

    /// A part.
    public init(_ name: [UInt8], _ contents: FileContents) {
      self.name = name
      self.contents = contents
    }

    /// A part with a name of UTF-8.
    public init(_ name: String, _ contents: FileContents) {
      self.init(Array(name.utf8), contents)
    }
  }

  /// A file's bytes; nil for a folder or a link.
  public var bytes: [UInt8]? {
    if case .file(let bytes, _) = self { bytes } else { nil }
  }

  /// The parts of a folder; nil for a file or a link.
  public var parts: [Part]? {
    if case .folder(let parts) = self { parts } else { nil }
  }

  /// The part of a folder with a name; setting nil takes it out, and does nothing to a file.
  public subscript(name: String) -> FileContents? {
    get { parts?.first { $0.name.elementsEqual(name.utf8) }?.contents }
    set {
      guard case .folder(var parts) = self else { return }
      let position = parts.firstIndex { $0.name.elementsEqual(name.utf8) }
      switch (position, newValue) {
      case (let position?, let contents?): parts[position].contents = contents
      case (let position?, nil): parts.remove(at: position)
      case (nil, let contents?): parts.append(Part(name, contents))
      case (nil, nil): break
      }
      self = .folder(parts)
    }
  }
}

extension FileContents {
  /// What the store keeps; parts with the same name, or without one, are the last of them or none.
  var stored: DocumentContent {
    switch self {
    case .file(let bytes, let executable): return .flat(bytes, executable: executable)
    case .link(let target): return .link(target)
    case .folder(let parts):
      var flat: [DocumentContent.Part] = []
      FileContents.flatten(parts, below: [], into: &flat)
      return .package(flat)
    }
  }

  private static func flatten(
    _ parts: [Part], below prefix: [UInt8], into flat: inout [DocumentContent.Part]
  ) {
    var named: [[UInt8]: FileContents] = [:]
    for part in parts where part.isUsable { named[part.name] = part.contents }
    // In the order in which they are read from disk.
    for (name, contents) in named.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let path = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
      switch contents {
      case .file(let bytes, let executable):
        flat.append(.init(path: path, kind: .file(bytes, executable: executable)))
      case .link(let target): flat.append(.init(path: path, kind: .link(target)))
      case .folder(let inner):
        flat.append(.init(path: path, kind: .folder))
        flatten(inner, below: path, into: &flat)
      }
    }
  }

  /// What the store kept.
  init(_ stored: DocumentContent) {
    switch stored {
    case .flat(let bytes, let executable): self = .file(bytes, executable: executable)
    case .link(let target): self = .link(target)
    case .package(let parts): self = .folder(FileContents.nested(parts[...], depth: 0))
    }
  }

  private static func nested(
    _ parts: ArraySlice<DocumentContent.Part>, depth: Int
  ) -> [Part] {
    var nested: [Part] = []
    var position = parts.startIndex
    while position < parts.endIndex {
      let part = parts[position]
      let name = Array(part.path[depth...])
      position += 1
      switch part.kind {
      case .file(let bytes, let executable):
        nested.append(Part(name, .file(bytes, executable: executable)))
      case .link(let target): nested.append(Part(name, .link(target)))
      case .folder:
        let prefix = part.path + [UInt8(ascii: "/")]
        var end = position
        while end < parts.endIndex, parts[end].path.starts(with: prefix) { end += 1 }
        nested.append(
          Part(name, .folder(FileContents.nested(parts[position..<end], depth: prefix.count))))
        position = end
      }
    }
    return nested
  }
}

extension FileContents.Part {
  /// Whether a folder can have an entry of this name.
  fileprivate var isUsable: Bool {
    !name.isEmpty && !name.contains(UInt8(ascii: "/")) && !name.contains(0)
      && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
  }
}
