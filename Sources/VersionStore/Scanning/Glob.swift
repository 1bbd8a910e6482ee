/// A compiled pattern of gitignore: what `*`, `?`, `[a-z]` and `**` stand for, on bytes.
///
/// Nothing but `**` crosses a "/". The meaning of odd patterns is that of git's own matcher, found
/// by trying; matching takes at most the product of both lengths, whatever the pattern.
struct Glob: Sendable {
  private enum Token: Sendable {
    case byte(UInt8)
    /// `?`.
    case anyByte
    case oneOf(ByteSet)
    /// `*`.
    case run
    /// `**` at the end: everything below.
    case everything
    /// `**/`: no folder, or any number of them.
    case folders
  }

  private enum Shape: Sendable {
    case never
    case exactly([UInt8])
    case endingWith([UInt8])
    case tokens([Token])
  }

  private let shape: Shape

  /// Compiles a pattern.
  /// - Parameter isPath: Whether it has a "/" in it, and `**` its meaning.
  init(_ pattern: ArraySlice<UInt8>, isPath: Bool) {
    let literal = pattern.prefix { !Glob.isSpecial($0) }
    if literal.count == pattern.count {
      shape = .exactly(Array(pattern))
      return
    }
    let rest = pattern.dropFirst()
    if pattern.first == UInt8(ascii: "*"), !rest.contains(where: Glob.isSpecial),
      !rest.contains(slash)
    {
      // Of a path, only the part after its last "/" is free here.
      if !isPath {
        shape = .endingWith(Array(rest))
        return
      }
    }
    guard let tokens = Glob.compile(Array(pattern), literals: literal.count, isPath: isPath)
    else {
      shape = .never
      return
    }
    shape = .tokens(tokens)
  }

  /// Whether all of a text is what the pattern stands for.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch shape {
    case .never: false
    case .exactly(let bytes): text.count == bytes.count && text.elementsEqual(bytes)
    case .endingWith(let bytes):
      text.count >= bytes.count && text[(text.count - bytes.count)...].elementsEqual(bytes)
    case .tokens(let tokens): Glob.match(tokens, text)
    }
  }

  // MARK: Matching

  private static func match(_ tokens: [Token], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Where to go on after a mismatch: the last `*` takes one byte more, or else the last `**`
    // does, after which nothing that stood between them counts. Earlier ones never need to be
    // tried again, for what they let through the later ones can take as well.
    var token = 0
    var position = 0
    var afterRun: Int?
    var runEnd = 0
    var afterFolders: Int?
    var foldersEnd = 0
    var foldersEndAtSlash = false
    while true {
      if token == tokens.count {
        if position == text.count { return true }
      } else {
        switch tokens[token] {
        case .run:
          token += 1
          afterRun = token
          runEnd = position
          continue
        case .everything, .folders:
          if case .folders = tokens[token] {
            foldersEndAtSlash = true
          } else {
            foldersEndAtSlash = false
          }
          token += 1
          afterFolders = token
          foldersEnd = position
          afterRun = nil
          continue
        case .byte(let byte):
          if position < text.count, text[position] == byte {
            token += 1
            position += 1
            continue
          }
        case .anyByte:
          if position < text.count, text[position] != slash {
            token += 1
            position += 1
            continue
          }
        case .oneOf(let set):
          if position < text.count, set.contains(text[position]) {
            token += 1
            position += 1
            continue
          }
        }
      }
      if let next = afterRun, runEnd < text.count, text[runEnd] != slash {
        runEnd += 1
        position = runEnd
        token = next
        continue
      }
      guard let next = afterFolders else { return false }
      afterRun = nil
      if foldersEndAtSlash {
        while foldersEnd < text.count, text[foldersEnd] != slash { foldersEnd += 1 }
      }
      if foldersEnd >= text.count { return false }
      foldersEnd += 1
      position = foldersEnd
      token = next
    }
  }

  // MARK: Compiling

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Nil for a pattern that nothing matches: a set without end, a backslash before nothing.
  private static func compile(_ pattern: [UInt8], literals: Int, isPath: Bool) -> [Token]? {
    var tokens: [Token] = pattern[..<literals].map(Token.byte)
    var position = literals
    while position < pattern.count {
      let byte = pattern[position]
      switch byte {
      case UInt8(ascii: "\\"):
        position += 1
        guard position < pattern.count else { return nil }
        tokens.append(.byte(pattern[position]))
        position += 1
      case UInt8(ascii: "?"):
        tokens.append(.anyByte)
        position += 1
      case UInt8(ascii: "["):
        guard let set = ByteSet(in: pattern, at: &position) else { return nil }
        tokens.append(.oneOf(set))
      case UInt8(ascii: "*"):
        let start = position
        while position < pattern.count, pattern[position] == byte { position += 1 }
        // Git compares what stands before the first wildcard by itself, so that `a**` is as
        // `**` to it, and not as `a*`.
        let isAlone =
          (start == literals || pattern[start - 1] == slash)
          && (position == pattern.count || pattern[position] == slash
            || pattern[position...].starts(with: [UInt8(ascii: "\\"), slash]))
        if !isPath || position - start < 2 || !isAlone {
          tokens.append(.run)
        } else if position < pattern.count, pattern[position] == slash {
          tokens.append(.folders)
          position += 1
        } else {
          tokens.append(.everything)
        }
      default:
        tokens.append(.byte(byte))
        position += 1
      }
    }
    return tokens
  }
}

private let slash = UInt8(ascii: "/")
