/// What is no document in any library, by its name.
///
/// Only names that programs make and nobody gives to a document are here: to keep one file too
/// many costs some space, to leave out a document costs its history. So there is no `*.tmp`,
/// `*.part` or `*.bak`; a library's own ignore file can name them.
public struct BuiltInRule: Sendable {
  /// A pattern in gitignore's syntax.
  public let text: String
  /// What such files are, without article or full stop.
  public let explanation: String
  /// Whether no `!` in an ignore file takes it back: stores, repositories, and locks, which hold
  /// nothing and which a `!*.txt` is not about.
  public let isFixed: Bool

  let pattern: IgnorePattern
  let reason: IgnoreReason

  private init?(_ text: String, _ explanation: String, isFixed: Bool = false) {
    guard let pattern = IgnorePattern(line: Array(text.utf8)) else { return nil }
    self.text = text
    self.explanation = explanation
    self.isFixed = isFixed
    self.pattern = pattern
    reason = IgnoreReason(explanation, pattern: Array(text.utf8))
  }

  /// All of them.
  public static let all: [BuiltInRule] = [
    BuiltInRule(".versions", "the store of a library", isFixed: true),
    BuiltInRule(".versions-*", "a temporary file of this program", isFixed: true),
    BuiltInRule(".git", "a git repository", isFixed: true),
    BuiltInRule(".hg", "a Mercurial repository", isFixed: true),
    BuiltInRule(".svn", "a Subversion working copy", isFixed: true),
    BuiltInRule(".bzr", "a Bazaar repository", isFixed: true),
    BuiltInRule(".jj", "a Jujutsu repository", isFixed: true),
    BuiltInRule("_darcs/", "a Darcs repository", isFixed: true),

    BuiltInRule(".#*", "a lock of Emacs", isFixed: true),
    BuiltInRule(".~lock.*#", "a lock of LibreOffice", isFixed: true),
    BuiltInRule("~$*", "a lock of Microsoft Office", isFixed: true),

    BuiltInRule(".*.sw[g-px]", "a swap file of vim"),
    BuiltInRule(".sw[g-px]", "a swap file of vim"),
    BuiltInRule("*~", "a backup that an editor made"),
    BuiltInRule("\\#*#", "an autosave of Emacs"),
    BuiltInRule("*.kate-swp", "a swap file of Kate"),
    BuiltInRule(".goutputstream-*", "a temporary file of GNOME"),
    BuiltInRule("*.osl-tmp", "a temporary file of LibreOffice"),
    BuiltInRule("lu[0-9]*.tmp", "a temporary file of LibreOffice"),
    BuiltInRule("~*.tmp", "a temporary file of Microsoft Office"),
    BuiltInRule(
      "[0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F].tmp",
      "a temporary file of Microsoft Office"),
    BuiltInRule("*.sb-????????-??????", "a temporary file of macOS"),
    BuiltInRule("(A Document Being Saved By *)/", "a temporary folder of macOS"),
    BuiltInRule("*___jb_tmp___", "a temporary file of JetBrains editors"),
    BuiltInRule("*___jb_old___", "a temporary file of JetBrains editors"),
    BuiltInRule(".subl*.tmp", "a temporary file of Sublime Text"),

    BuiltInRule(
      ".nfs[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]*",
      "a deleted file that is still open, on NFS"),
    BuiltInRule(".fuse_hidden*", "a deleted file that is still open, on FUSE"),
    BuiltInRule(".syncthing.*.tmp", "an unfinished download of Syncthing"),
    BuiltInRule("~syncthing~*.tmp", "an unfinished download of Syncthing"),
    BuiltInRule("*.crdownload", "an unfinished download of a browser"),

    BuiltInRule(".DS_Store", "settings of a folder, by macOS"),
    BuiltInRule("Thumbs.db", "small pictures of a folder, by Windows"),
    BuiltInRule(".Trash-[0-9]*/", "a trash folder"),
    BuiltInRule("/lost+found/", "what a check of the disk found"),
  ].compactMap { $0 }

  /// The rule that matches a path, a fixed one before others.
  static func match(_ path: DocumentPath, isFolder: Bool) -> BuiltInRule? {
    path.bytes.withUnsafeBufferPointer { bytes in
      let nameStart = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      var found: BuiltInRule?
      // Most names begin with a letter, and have only the rules to pass that begin with "*".
      for rules in [byFirstByte[Int(bytes[nameStart])], startingAnyhow] {
        for rule in rules
        where rule.pattern.matches(bytes, nameStart: nameStart, isFolder: isFolder) {
          if rule.isFixed { return rule }
          if found == nil { found = rule }
        }
      }
      return found
    }
  }

  private static let byFirstByte: [[BuiltInRule]] = (0..<256).map { byte in
    all.filter { $0.firstByte.map { Int($0) == byte } ?? false }
  }

  private static let startingAnyhow = all.filter { $0.firstByte == nil }

  /// The byte that every match begins with, nil where there is not one.
  private var firstByte: UInt8? {
    let text =
      pattern.text.first == UInt8(ascii: "/") ? pattern.text.dropFirst() : pattern.text[...]
    guard let first = text.first, !"*?[\\".utf8.contains(first) else { return nil }
    return first
  }
}
