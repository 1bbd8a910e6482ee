import Content

/// Makes a document's next content from its present one and a part of a version.
///
/// Pure: whatever is refused has written nothing.
struct PartCopying {
  /// What a side of the copy is called in messages, such as `version 3 of 'a.txt'`.
  let sourceName: String
  let source: DocumentContent
  /// The path of the document into which the part goes.
  let target: DocumentPath

  /// The document's content with the part in it.
  /// - Throws: `partNotFound`, `ambiguous` where a name fits several parts, `wrongKind`.
  func content(
    copying part: CopiedPart, into present: DocumentContent
  ) throws(StoreError) -> DocumentContent {
    if case .file(let path) = part { return try package(copying: path, into: present) }
    let from = try flat(source, sourceName, part)
    let into = try flat(present, "'\(target)'", part)
    let bytes: [UInt8]
    switch part {
    case .lines(let lines, let place):
      bytes = try copyLines(lines, place, from.bytes, into.bytes)
      try requireStillJSON(bytes, after: into.bytes)
    case .hunk(let number):
      bytes = try copyHunk(number, from.bytes, into.bytes)
      try requireStillJSON(bytes, after: into.bytes)
    case .emoji(let name):
      try requireDrawing(into.bytes)
      bytes = try copyPart { () throws(PartCopyError) in
        try Drawing.copyEmoji(named: name, from: from.bytes, into: into.bytes)
      }
    case .background:
      try requireDrawing(into.bytes)
      bytes = try copyPart { () throws(PartCopyError) in
        try Drawing.copyBackground(from: from.bytes, into: into.bytes)
      }
    case .pointer(let pointer):
      bytes = try copyPart { () throws(PartCopyError) in
        try JSONDocument.copy(pointer, from: from.bytes, into: into.bytes)
      }
    case .file: bytes = into.bytes
    }
    return .flat(bytes, executable: into.isExecutable)
  }

  /// The bytes of one file.
  private func flat(
    _ content: DocumentContent, _ name: String, _ part: CopiedPart
  ) throws(StoreError) -> (bytes: [UInt8], isExecutable: Bool) {
    switch content {
    case .flat(let bytes, let isExecutable): return (bytes, isExecutable)
    case .link: throw StoreError(.wrongKind, "\(name) is a symbolic link and has no such parts")
    case .package:
      throw StoreError(
        .wrongKind, "\(name) is a package and has no \(part.noun)",
        hints: ["copy one of its files with: --part NAME"])
    }
  }

  /// An empty file becomes a drawing only where its name lets it be one.
  private func requireDrawing(_ bytes: [UInt8]) throws(StoreError) {
    guard bytes.isEmpty, target.name.contains(UInt8(ascii: ".")),
      ContentType.recognise(name: target.name, bytes: []) != .emojiArt,
      !hasSuffix(".json")
    else { return }
    throw StoreError(.wrongKind, "nothing was copied: '\(target)' is not a drawing")
  }

  /// Lines may go into a JSON document only where it stays one.
  private func requireStillJSON(_ bytes: [UInt8], after present: [UInt8]) throws(StoreError) {
    guard ContentType.recognise(name: target.name, bytes: present).kind == .json,
      ContentType.recognise(name: target.name, bytes: bytes).kind != .json
    else { return }
    throw StoreError(
      .wrongKind,
      "nothing was copied: '\(target)' is a JSON document, and the lines would damage it",
      hints: ["copy a value with: --pointer /NAME"])
  }

  private func hasSuffix(_ suffix: String) -> Bool {
    let end = target.name.suffix(suffix.utf8.count).map {
      (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
    }
    return end.elementsEqual(suffix.utf8)
  }

  // MARK: Lines

  private func text(_ bytes: [UInt8], _ name: String, _ fileName: [UInt8]) throws(StoreError)
    -> TextContent
  {
    guard let text = TextContent(recognising: bytes) else {
      throw StoreError(.wrongKind, "nothing was copied: \(name) is no text")
    }
    if ContentType.recognise(name: fileName, bytes: bytes).kind == .emojiArt {
      throw StoreError(
        .wrongKind, "nothing was copied: \(name) is a drawing, and lines would damage it",
        hints: ["copy from a drawing with: --emoji WHICH, --background or --pointer"])
    }
    return text
  }

  private func texts(
    _ source: [UInt8], _ present: [UInt8]
  ) throws(StoreError) -> (source: TextContent, target: TextContent) {
    let into = try text(present, "'\(target)'", target.name)
    if hasSuffix(".emojiart") {
      throw StoreError(.wrongKind, "nothing was copied: '\(target)' is to be a drawing, not a text")
    }
    return (try text(source, sourceName, []), into)
  }

  private func copyLines(
    _ lines: ClosedRange<Int>, _ place: CopiedPart.LinePlace, _ source: [UInt8],
    _ present: [UInt8]
  ) throws(StoreError) -> [UInt8] {
    let (from, into) = try texts(source, present)
    let range = (lines.lowerBound - 1)..<lines.upperBound
    let destination: LineCopy.Place =
      switch place {
      case .byComparison: .byComparison(replacing: false)
      case .before(let line): .before(line - 1)
      case .append: .append
      }
    do throws(LineCopyError) {
      return try LineCopy.lines(range, of: from, into: into, at: destination).bytes
    } catch {
      throw StoreError(error, from: sourceName, into: "'\(target)'")
    }
  }

  private func copyHunk(
    _ number: Int, _ source: [UInt8], _ present: [UInt8]
  ) throws(StoreError) -> [UInt8] {
    let (from, into) = try texts(source, present)
    do throws(LineCopyError) {
      return try LineCopy.hunk(number - 1, of: TextDiff(old: from, new: into)).bytes
    } catch {
      throw StoreError(error, from: sourceName, into: "'\(target)'")
    }
  }

  // MARK: Drawings and JSON

  private func copyPart(
    _ body: () throws(PartCopyError) -> PartCopy
  ) throws(StoreError) -> [UInt8] {
    do throws(PartCopyError) {
      return try body().bytes
    } catch {
      throw StoreError(error, from: sourceName, into: "'\(target)'")
    }
  }

  // MARK: Packages

  private func package(
    copying path: [UInt8], into present: DocumentContent
  ) throws(StoreError) -> DocumentContent {
    guard case .package(let from) = source else {
      throw StoreError(.wrongKind, "\(sourceName) is no package and has no parts")
    }
    guard case .package(let into) = present else {
      throw StoreError(.wrongKind, "'\(target)' is no package and takes no parts")
    }
    do throws(PackageCopyError) {
      return .package(try into.copying(partsNamed: path, from: from))
    } catch {
      switch error {
      case .notThere:
        throw StoreError(
          .partNotFound, "\(sourceName) has no part '\(printable(path))'",
          hints: from.filter { $0.kind != .folder }.prefix(10).map {
            "--part \(shellWord($0.path))"
          })
      case .blocked(let path, let obstacle):
        throw StoreError(
          .wrongKind,
          "nothing was copied: '\(printable(obstacle))' in '\(target)' stands in the way of "
            + "'\(printable(path))'")
      }
    }
  }
}

extension CopiedPart {
  /// What it is called where there is none.
  fileprivate var noun: String {
    switch self {
    case .lines, .hunk: "lines"
    case .emoji: "emojis"
    case .background: "background"
    case .pointer: "JSON values"
    case .file: "parts"
    }
  }
}
