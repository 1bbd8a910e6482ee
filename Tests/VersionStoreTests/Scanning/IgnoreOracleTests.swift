import Files
import Testing

@testable import VersionStore

/// Ignore files compared with what stock git makes of the same bytes.
struct IgnoreOracleTests {
  /// A folder with an ignore file, and paths in it.
  struct Case {
    var file: [UInt8]
    var paths: [[UInt8]]
  }

  /// The line that decides each path of each case, 0 for none, in git's eyes.
  static func gitVerdicts(_ cases: [Case]) throws -> [[Int]] {
    let folder = try TemporaryLibrary.makeFolder()
    defer { try? FileSystem.removeAll(folder) }
    try #require(try GitCommand.run(["init", "-q"], in: folder).status == 0)
    var input: [UInt8] = []
    for (index, entry) in cases.enumerated() {
      let base = folder.appending("c\(index)")
      try Folder.make(base)
      try File(base.appending(".gitignore"), [.write, .createNew]).write(entry.file)
      for path in entry.paths where path.last == UInt8(ascii: "/") {
        try makeFolders(base.appending(Array(path.dropLast())))
      }
      for path in entry.paths {
        let name = path.last == UInt8(ascii: "/") ? Array(path.dropLast()) : path
        input += Array("c\(index)/".utf8) + name + [0]
      }
    }
    let (status, output) = try GitCommand.run(
      ["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"], in: folder, input: input)
    try #require(status <= 1)
    // Source, line, pattern, path, each ended by NUL; nothing in the first three where none is.
    let fields = output.split(separator: 0, omittingEmptySubsequences: false)
    var lines: [Int] = stride(from: 0, to: fields.count - 1, by: 4).map {
      Int(String(decoding: fields[$0 + 1], as: UTF8.self)) ?? 0
    }
    let count = cases.reduce(0) { $0 + $1.paths.count }
    try #require(lines.count == count)
    return cases.map { entry in
      let part = Array(lines.prefix(entry.paths.count))
      lines.removeFirst(entry.paths.count)
      return part
    }
  }

  private static func makeFolders(_ path: FilePath) throws {
    if try FileStatus.find(path) != nil { return }
    try makeFolders(path.parent)
    try Folder.make(path)
  }

  /// The same by our own rules: a folder above that is ignored decides, else the path itself.
  static func ourVerdicts(_ entry: Case) throws -> [Int] {
    let file = IgnoreFile(entry.file, at: try #require(DocumentPath(".versionsignore")))
    return try entry.paths.map { path in
      let isFolder = path.last == UInt8(ascii: "/")
      let name = isFolder ? Array(path.dropLast()) : path
      for (index, byte) in name.enumerated() where byte == UInt8(ascii: "/") {
        let above = try #require(DocumentPath(Array(name[..<index])))
        if let match = file.lastMatch(above, isFolder: true), !match.pattern.isNegated {
          return match.line
        }
      }
      return file.lastMatch(try #require(DocumentPath(name)), isFolder: isFolder)?.line ?? 0
    }
  }

  static func compare(_ cases: [Case]) throws -> (pairs: Int, matched: Int) {
    var pairs = 0
    var matched = 0
    for (entry, expected) in zip(cases, try gitVerdicts(cases)) {
      let found = try ourVerdicts(entry)
      for (path, (ours, git)) in zip(entry.paths, zip(found, expected)) {
        pairs += 1
        if git > 0 { matched += 1 }
        #expect(
          ours == git,
          "'\(printable(path))' in a folder with '\(printable(entry.file))': line \(ours), git: \(git)"
        )
      }
    }
    return (pairs, matched)
  }

  /// Paths that end in "/" are folders.
  static let paths: [[UInt8]] =
    [
      "a", "b", "ab", "abc", "a.txt", "A.TXT", ".a", "a b", "a ", "#a", "!a", "a~", "[a]", "a*b",
      "a\\b",
      "\\", "*", "?", "]", "-", "^", "dir/", "dir/a", "dir/a.txt", "dir/ab", "dir/sub/",
      "dir/sub/a",
      "dir/sub/a.txt", "dir/sub/deep/", "dir/sub/deep/a", "dirx/", "dirx/a", "sub/", "sub/dir/",
      "sub/dir/a", "sub/a", "a.d/", "a.d/a", "a.d/b/", "a.d/b/a", "foo/", "foo/bar/", "foo/bar/baz",
      "foobar/", "foobar/baz", "foo/barbaz", "x1", "x9", "xa", "x_", "x\t", "x\u{b}", "x\u{c}",
      "x\r", "x\n",
      "x\u{7f}", "xé", "x ", "x~", "x[", "x]", "x!", "x^", "x-", "x:", "x\\",
    ].map { Array($0.utf8) } + [[0x78, 0xFF], [0x78, 0x80, 0x78]]

  @Test func `each pattern means what it means to git`() throws {
    let patterns: [String] = [
      "a", "/a", "a/", "/a/", "*.txt", "/*.txt", "dir", "dir/", "/dir", "dir/a", "/dir/a", "dir/*",
      "dir/**", "dir/**/a", "**/a", "**/a/", "**/dir/a", "/**/a", "**", "/**", "*", "/*", "**/",
      "*/",
      "dir/*/a", "dir/*/*/a", "*/a", "**/sub/**", "a**", "**a", "a**b", "dir/**a", "dir/a**",
      "dir**/a",
      "foo**/baz", "foo**", "foo/**/baz", "foo/**/bar", "foo/bar/**/baz", "foo/bar/", "foo/bar",
      "foo/ba?", "foo/[b]ar/", "f*/bar", "f**/baz", "?oo/bar", "?oo**/baz", "dir/sub/**/deep",
      "dir/sub/**/**/a", "**/**/a", "***", "***/a", "dir/***/a", "d***/a", "?", "??", "a?", "?b",
      ".?",
      "x?", "[ab]", "[a-c]", "[!a]", "[^a]", "[a-]", "[-a]", "[]a]", "[]-a]", "[!]a]", "[a", "[",
      "[]",
      "[]]", "[[]", "[\\]]", "[\\a]", "[a\\]", "[a\\-z]", "[\\a-\\c]", "[c-a]", "[a-b-c]", "[!a-b]",
      "[[:alpha:]]", "[[:digit:]]", "x[[:alnum:]]", "x[[:alpha:]]", "x[[:blank:]]", "x[[:cntrl:]]",
      "x[[:digit:]]", "x[[:graph:]]", "x[[:lower:]]", "x[[:print:]]", "x[[:punct:]]",
      "x[[:space:]]",
      "x[[:upper:]]", "x[[:xdigit:]]", "x[![:alnum:]]", "x[[:alnum:]_]", "x[_[:digit:]-]",
      "x[[:nonsense:]]", "x[[:alpha:]", "x[[:alpha]", "x[[:]", "x[[:]]", "x[[::]]",
      "x[[:digit:]-z]",
      "x[a-[:digit:]]", "x[[.a.]]", "x[[=a=]]", "x[\\[:digit:]]", "dir[/]a", "dir[!x]a", "dir?a",
      "dir[.-0]a", "\\a", "\\#a", "#a", "\\!a", "!a", "!!a", "a\\", "a\\\\b", "\\\\", "\\*", "\\?",
      "\\[a]", "a\\*b",
      "a b", "a ", "a  ", "a\\ ", "a\\  ", " a", "x\t", "a\t", "  ", "\\ ", "a\\ b", "/", "//",
      "///", "a//",
      "//a", "dir//a", "dir/./a", "./a", "../a", "dir/sub", "sub/dir", "sub", "!", "!/", "#", "\\",
      "*a*", "*b*",
      "a*", "*a", "*.*", "*.?", "*.t*t", "*.[tT]*", "A*", "x\u{e9}", "x[é]", "x??", "*\u{e9}",
      "dir/sub/a*",
      "dir/*.txt", "*/*.txt", "*/*/a*", "**/*.txt", "dir/**/*.txt", "/dir/**/", "dir/**/sub/",
      "*/sub/",
      "*dir", "*dir/", "d*r/", "/d*r/s*b", "[d]ir/**", "d[i]r/**/a", "\\dir/a", "\\dir/**",
      "d\\ir/**/a",
      "dir/**\\/a", "**\\/a", "dir/\\**", "dir\\/a", "dir/sub\\/", "a\r", "a\r\r", "\u{feff}a",
    ]
    var cases = patterns.map { Case(file: Array($0.utf8), paths: Self.paths) }
    cases.append(Case(file: [0x78, 0xFF], paths: Self.paths))
    cases.append(Case(file: Array("x[".utf8) + [0x80, 0x2D, 0xFF, 0x5D], paths: Self.paths))
    cases.append(Case(file: Array("x[!".utf8) + [0x80, 0x2D, 0xFF, 0x5D], paths: Self.paths))
    cases.append(Case(file: Array("a".utf8) + [0] + Array("b\nb".utf8), paths: Self.paths))
    let (pairs, matched) = try Self.compare(cases)
    #expect(pairs > 10_000)
    #expect(matched > 1000)
  }

  @Test func `the last line that matches decides, and never inside an ignored folder`() throws {
    let files = [
      "*.txt\n!a.txt\n", "!a.txt\n*.txt\n", "dir\n!dir/a\n", "dir/\n!dir/sub/a\n",
      "dir/*\n!dir/a\n",
      "dir/*\n!dir/sub/\ndir/sub/*\n!dir/sub/a\n", "*\n!*/\n!*.txt\n",
      "/*\n!/dir\n/dir/*\n!/dir/sub\n",
      "# a\n\n   \na\r\n!b\r\n", "a\n!a\na\n", "*\n!a\n!dir/\n", "**/a\n!dir/**\n",
      "*.txt\r\n!dir/*.txt\r\n",
      "\u{feff}# first\na\n", "\u{feff}a\n", "a\n\u{feff}b\n", "\r\n\ra\n", "a\\\n",
      "foo/*\n!foo/bar\n", "a b\n a \n",
      "[a\n!a\n", "dir/sub/\n!dir/sub/deep/\n", "*\n!.gitignore\n!x*\nx[0-9]\n", "!dir/\n!*\n",
    ]
    _ = try Self.compare(files.map { Case(file: Array($0.utf8), paths: Self.paths) })
  }

  @Test func `patterns made at random mean what they mean to git`() throws {
    var generator = Seeded(state: 20_261_130)
    let marks = Array("aabbx.*?/*/[]!-^\\ 1".utf8)
    let pieces = [
      "**/", "/**", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", "*a", "a*", "dir", "sub/", "/", "\\",
      "**",
    ].map { Array($0.utf8) }
    let names = [
      "a", "b", "ab", "ba", "aab", "x", "a.b", "a1", "a b", "dir", "sub", "!a", "[a]", "a-b",
    ]
    var cases: [Case] = []
    for _ in 0..<1500 {
      var file: [UInt8] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          if Bool.random(using: &generator), let piece = pieces.randomElement(using: &generator) {
            file += piece
          } else if let mark = marks.randomElement(using: &generator) {
            file.append(mark)
          }
        }
        file.append(UInt8(ascii: "\n"))
      }
      var paths: Set<[UInt8]> = []
      for _ in 0..<16 {
        let parts = (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in
          names.randomElement(using: &generator)
        }
        paths.insert(Array(parts.joined(separator: "/").utf8))
      }
      // A path above others is a folder; so are some more.
      let all = paths.sorted { $0.lexicographicallyPrecedes($1) }
      let marked = all.map { path in
        let isAbove = all.contains { $0.starts(with: path + [UInt8(ascii: "/")]) }
        return isAbove || path.count % 3 == 0 ? path + [UInt8(ascii: "/")] : path
      }
      cases.append(Case(file: file, paths: marked))
    }
    let (pairs, matched) = try Self.compare(cases)
    #expect(pairs > 15_000)
    #expect(matched > 3000)
  }

  @Test func `a pattern with many stars is answered at once`() throws {
    let pattern = try #require(
      IgnorePattern(line: Array((String(repeating: "*a", count: 40) + "b").utf8)))
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 5000)
    let matches = name.withUnsafeBufferPointer {
      pattern.matches($0, nameStart: 0, isFolder: false)
    }
    #expect(!matches)
  }
}

/// Random numbers that are the same each time (SplitMix64, Steele, Lea and Flood 2014).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
