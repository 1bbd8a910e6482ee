import Files
import VersionStore

/// All that is known of one version, for `show --info`.
struct VersionFacts {
  private let output: Output
  private let json: Bool

  init(_ context: borrowing Context) {
    output = context.output
    json = context.globals.json
  }

  func write(
    _ selected: SelectedVersion, of path: DocumentPath, in library: Library
  ) throws {
    switch selected {
    case .version(let version): try write(version, in: library)
    case .current:
      guard let snapshot = try library.snapshot(of: path) else {
        throw CommandFailure(
          .versionNotFound, "'\(path)' is not on disk, so it has no 'current'")
      }
      let modified = library.surroundings.zoneOffset(snapshot.status.modified.seconds)
      let time = LocalTime(
        seconds: snapshot.status.modified.seconds, nanoseconds: 0, offset: modified * 60)
      if json {
        var line = JSONLine()
        line.field("document", path: path.bytes)
        line.field("modified", time)
        line.field("size", snapshot.size)
        return try output.write(line.finished())
      }
      try write([
        ("document", VisibleText.bytes(path.bytes)), ("version", Array("current".utf8)),
        ("modified", HumanTime.exact(time)), ("size", Array("\(snapshot.size) bytes".utf8)),
      ])
    }
  }

  private func write(_ version: Version, in library: Library) throws {
    let size = try? library.size(of: version)
    if json {
      var version = version
      version.size = size
      var line = JSONLine()
      line.fields(of: version)
      if let permissions = version.permissions {
        line.field("permissions", octal(permissions))
      }
      return try output.write(line.finished())
    }
    var facts: [(String, [UInt8])] = [
      ("document", VisibleText.bytes(version.path.bytes)),
      ("id", Array(version.document.description.utf8)),
      ("version", Array("\(version.number)".utf8)),
      ("version id", version.persistentIdentifier),
      ("event", Array(version.event.rawValue.utf8)),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { facts.append((name, VisibleText.bytes(Array(value.utf8)))) }
    }
    add("label", version.label)
    add("from", version.origin?.description)
    add("source", version.source)
    facts.append(("saved", HumanTime.exact(LocalTime(version.time))))
    facts.append(("modified", HumanTime.exact(LocalTime(version.modified))))
    add("author", "\(version.author.name) <\(version.author.email)>")
    add("host", version.host)
    add("app", version.app)
    add("size", size.map { "\($0) bytes" })
    add("type", version.type)
    add("permissions", version.permissions.map(octal))
    add("commit", version.commit.hex)
    try write(facts)
    if version.isDeletion { return }
    if case .package(let parts)? = try? library.content(of: version) {
      for part in parts {
        switch part.kind {
        case .file(let bytes, _):
          try write([("part", VisibleText.bytes(part.path) + Array("  \(bytes.count) bytes".utf8))])
        case .link: try write([("part", VisibleText.bytes(part.path) + Array("  link".utf8))])
        case .folder: break
        }
      }
    }
  }

  private func write(_ facts: [(String, [UInt8])]) throws {
    for (name, value) in facts {
      let padding = String(repeating: " ", count: max(1, 13 - name.utf8.count))
      try output.write(Array("\(name)\(padding)".utf8) + value + [UInt8(ascii: "\n")])
    }
  }

  private func octal(_ permissions: UInt32) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
