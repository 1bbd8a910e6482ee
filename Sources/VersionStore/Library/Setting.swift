import Git

/// A setting of a library that a person can change, with what it means.
public struct Setting: Sendable, Equatable {
  /// Its name, such as `sizeLimit`.
  public let name: String
  /// What it means, one line.
  public let meaning: String
  /// What holds where it is not set, as a person would write it.
  public let standard: String
  /// Whether it can have several values.
  public let takesSeveral: Bool
  private let check: @Sendable (String) -> Bool

  private init(
    name: String, meaning: String, standard: String, takesSeveral: Bool = false,
    check: @escaping @Sendable (String) -> Bool
  ) {
    self.name = name
    self.meaning = meaning
    self.standard = standard
    self.takesSeveral = takesSeveral
    self.check = check
  }

  /// All that can be set.
  public static let known = [
    Setting(
      name: "allowedSigners",
      meaning: "file of those whose signatures count, as ssh-keygen has it; an absolute path",
      standard: "none"
    ) { $0.hasPrefix("/") },
    Setting(
      name: "author", meaning: "who saves here: NAME <MAIL>",
      standard: "the account's full name, with login@host"
    ) { text in
      // Without a name in front of it an address would be taken for the name.
      let person = Person(text)
      return person.name != "unknown"
        && (text.contains("<") || !text.contains("@")) && !text.hasPrefix("<")
    },
    Setting(
      name: "ignore",
      meaning: "pattern of what is no document, as a line of .versionsignore; --add for more",
      standard: "none", takesSeveral: true
    ) { IgnorePattern(line: Array($0.utf8)) != nil },
    Setting(
      name: "longestWait",
      meaning: "how long after its first change 'watch' saves what still changes: 30s, 5m",
      standard: "30s"
    ) { duration($0, in: longestWaits) != nil },
    Setting(
      name: "packages",
      meaning: "extensions of folders that are one document, beyond the built-in ones",
      standard: "none"
    ) { text in
      text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "/") || $0 == 0x20 }
    },
    Setting(
      name: "quietPeriod",
      meaning: "how long 'watch' leaves a document alone before it saves it: 500ms, 2s",
      standard: "500ms"
    ) { duration($0, in: quietPeriods) != nil },
    Setting(
      name: "signingKey",
      meaning: "SSH key that signs each version: its file, or its .pub where an agent has it",
      standard: "none"
    ) { $0.hasPrefix("/") },
    Setting(
      name: "prune",
      meaning: "which autosaves 'prune' keeps: last=5 within=12h daily=30 ..., or like-macos",
      standard: "none"
    ) { PrunePolicy($0) != nil },
    Setting(
      name: "compactAfter",
      meaning: "single object files above which saving starts 'compact' by itself; 0 for never",
      standard: "\(Settings.defaultCompactAfter)"
    ) { text in
      guard let count = Int64(decimal: Array(text.utf8)[...]) else { return false }
      return count <= 10_000_000
    },
    Setting(
      name: "sizeLimit", meaning: "bytes above which a document is not versioned; k, m and g count",
      standard: "2g"
    ) { text in
      guard let value = Setting.bytes(text) else { return false }
      return value > 0 && value <= Setting.largestSizeLimit
    },
  ]

  /// The most that `sizeLimit` can be: above it git's own formats need other code.
  static let largestSizeLimit: Int64 = 1 << 32 - 1

  /// What a quiet period can be.
  public static let quietPeriods: ClosedRange<Duration> = .milliseconds(10)...(.seconds(3600))
  /// What a longest wait can be.
  public static let longestWaits: ClosedRange<Duration> = .milliseconds(10)...(.seconds(86_400))

  /// The setting of a name, with or without `versions.` in front, in any case, with or without
  /// hyphens.
  public static func named(_ name: [UInt8]) throws(StoreError) -> Setting {
    var text = String(decoding: name, as: UTF8.self).lowercased()
    if text.hasPrefix("versions.") { text.removeFirst(9) }
    text.removeAll { $0 == "-" }
    if let setting = known.first(where: { $0.name.lowercased() == text }) { return setting }
    throw StoreError(
      .invalid, "no setting '\(printable(name))'",
      hints: ["there are: " + known.map(\.name).joined(separator: ", ")])
  }

  /// Whether a value can be set.
  func accepts(_ value: String) -> Bool {
    !value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } && check(value)
  }

  /// Bytes written with git's `k`, `m` and `g`.
  static func bytes(_ text: String) -> Int? {
    var digits = Array(text.utf8)
    var scale = 1
    switch digits.last {
    case UInt8(ascii: "k"), UInt8(ascii: "K"): scale = 1 << 10
    case UInt8(ascii: "m"), UInt8(ascii: "M"): scale = 1 << 20
    case UInt8(ascii: "g"), UInt8(ascii: "G"): scale = 1 << 30
    default: break
    }
    if scale > 1 { digits.removeLast() }
    guard let value = Int64(decimal: digits[...]) else { return nil }
    let (bytes, over) = Int(value).multipliedReportingOverflow(by: scale)
    return over ? nil : bytes
  }

  /// The same setting.
  public static func == (a: Setting, b: Setting) -> Bool { a.name == b.name }
}

extension Library {
  /// What a setting is set to, the last where it has several values; nil for its default.
  public func value(of setting: Setting) throws(StoreError) -> String? {
    try values(of: setting).last
  }

  /// All values that a setting has; none for its default.
  public func values(of setting: Setting) throws(StoreError) -> [String] {
    let name = "versions.\(setting.name)".lowercased()
    return try inStore { () throws(GitError) in
      try repository.configuration().all(beginning: name).filter { $0.name == name }.map(\.value)
    }
  }

  /// Sets a setting, or goes back to its default; holds for libraries opened from then on.
  public func set(_ setting: Setting, to value: String?) throws(StoreError) {
    try requireWritable()
    let name = "versions.\(setting.name)"
    let present = try values(of: setting)
    guard let value else {
      if present.isEmpty { return }
      return try inStore { () throws(GitError) in try repository.configuration().remove(name) }
    }
    try require(value, for: setting)
    try inStore { () throws(GitError) in
      // Several lines become one; a single one is replaced at once.
      if present.count > 1 { try repository.configuration().remove(name) }
      try repository.configuration().set(name, to: value)
    }
  }

  /// Adds a value to those that a setting has; holds for libraries opened from then on.
  /// - Throws: `invalid` for a setting that has one value only.
  public func add(_ value: String, to setting: Setting) throws(StoreError) {
    try requireWritable()
    guard setting.takesSeveral else {
      throw StoreError(
        .invalid, "'\(setting.name)' has one value only",
        hints: ["set it with: versions config \(setting.name) VALUE"])
    }
    try require(value, for: setting)
    if try values(of: setting).contains(where: { $0.utf8.elementsEqual(value.utf8) }) { return }
    try inStore { () throws(GitError) in
      try repository.configuration().add("versions.\(setting.name)", value)
    }
  }

  private func require(_ value: String, for setting: Setting) throws(StoreError) {
    if setting.accepts(value) { return }
    throw StoreError(
      .invalid, "'\(printable(Array(value.utf8)))' cannot be the value of '\(setting.name)'",
      hints: ["\(setting.name) means: \(setting.meaning)"])
  }
}
