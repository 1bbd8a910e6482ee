import Git

/// What the settings file of a store must say.
enum StoreSettings {
  /// The branch that is never born.
  static let branch = "never-born"

  /// What the store's rules say of its settings.
  static let rules: [(name: String, value: String)] = [
    ("core.repositoryformatversion", "0"), ("core.filemode", "true"), ("core.bare", "true"),
    ("core.fsync", "all"), ("core.logAllRefUpdates", "false"), ("gc.auto", "0"),
    ("gc.cruftPacks", "true"), ("gc.writeCommitGraph", "false"), ("repack.writeBitmaps", "false"),
    ("maintenance.auto", "false"), ("receive.autogc", "false"),
  ]

  /// The text of a new file.
  static func text(library: UUID, replica: UUID) -> String {
    var text = ""
    var section = Substring()
    let own = [
      ("versions.format", "\(Settings.writtenFormat)"), ("versions.library", "\(library)"),
      ("versions.replica", "\(replica)"),
    ]
    for (name, value) in rules + own {
      let parts = name.split(separator: ".")
      if parts[0] != section { text += "[\(parts[0])]\n" }
      section = parts[0]
      text += "\t\(parts[1]) = \(value)\n"
    }
    return text
  }

  /// What is wrong with settings, and how bad that is.
  static func problems(
    in all: [(name: String, value: String)], _ settings: Settings
  ) -> [(severity: Finding.Severity, message: String)] {
    var problems: [(Finding.Severity, String)] = []
    for (name, value) in rules {
      guard let found = all.last(where: { $0.name == name.lowercased() })?.value else {
        problems.append((.note, "\(name) is missing; it is to be \(value)"))
        continue
      }
      if found == value { continue }
      // A word where git wants a number or a yes makes it refuse the store.
      let isNumber = Int(value) != nil
      let isRight =
        isNumber
        ? Int(found) != nil
        : ["true", "false", "yes", "no", "on", "off", "1", "0", ""].contains(found.lowercased())
          || name == "core.fsync" || name == "core.logAllRefUpdates"
      problems.append(
        (isRight ? .note : .damage, "\(name) is '\(found)' and is to be \(value)"))
    }
    if settings.library == nil {
      problems.append((.damage, "the library has lost its identifier, versions.library"))
    }
    if settings.replica == nil {
      problems.append((.damage, "this copy has lost its identifier, versions.replica"))
    }
    if !all.contains(where: { $0.name == "versions.format" }) {
      problems.append((.damage, "versions.format is missing"))
    }
    return problems
  }

  /// What the lines of a file say that git cannot read: those before the first that makes no sense.
  /// One without its end may be cut off, and says nothing.
  static func wholeLines(of bytes: [UInt8]) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    var section = ""
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if !lines.isEmpty { lines.removeLast() }
    for line in lines {
      guard line.allSatisfy({ (0x20...0x7E).contains($0) || $0 == UInt8(ascii: "\t") }) else {
        break
      }
      let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
      guard let first = words.first else { continue }
      if first.hasPrefix("["), first.hasSuffix("]"), words.count == 1 {
        section = first.dropFirst().dropLast().lowercased()
        continue
      }
      guard !section.isEmpty, words.count >= 3, words[1] == "=", isName(first),
        !line.contains(where: { Array("\"\\;#".utf8).contains($0) })
      else { break }
      found.append(
        (section + "." + first.lowercased(), words.dropFirst(2).joined(separator: " ")))
    }
    return found
  }

  private static func isName(_ word: Substring) -> Bool {
    word.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "-")
    }
  }
}
