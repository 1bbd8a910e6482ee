/// A text as it was saved: its exact bytes, their encoding, and where the lines are.
///
/// The bytes are never changed by reading. A byte order mark belongs to no line. Lines are byte
/// ranges of the original; `utf8Line` gives what they stand for.
public struct TextContent: Sendable {
  /// The bytes as saved.
  public let bytes: [UInt8]
  /// How they stand for characters.
  public let encoding: TextEncoding
  /// The length of the byte order mark, 0 where there is none.
  public let markLength: Int
  /// The lines as ranges of `bytes`.
  public let lines: LineTable
  /// How many lines end in which way.
  public let lineEnds: LineEndCounts
  /// Whether the encoding was guessed from the bytes rather than borne out by them.
  public let isGuess: Bool
  let form: UTF8Form

  /// Recognises the bytes; nil where they are data and no text, as `TextRecognition` says.
  public init?(recognising bytes: [UInt8]) {
    guard case .text(let encoding, let markLength) = TextRecognition.recognise(bytes),
      let text = TextContent(bytes, encoding: encoding, markLength: markLength)
    else { return nil }
    self = text
  }

  /// Any bytes at all as text: as recognised, else as UTF-8 with invalid bytes.
  ///
  /// More than 2 GiB are cut off; ask `TextRecognition` first.
  public init(_ bytes: [UInt8]) {
    let kept = bytes.count > Int(Int32.max) ? Array(bytes.prefix(Int(Int32.max))) : bytes
    self = TextContent(recognising: kept) ?? TextContent(utf8: kept)
  }

  /// Reads the bytes in a given encoding; nil where it is unknown or the text too large for it.
  public init?(_ bytes: [UInt8], encoding: TextEncoding, markLength: Int? = nil) {
    let hasMark = !encoding.mark.isEmpty && bytes.starts(with: encoding.mark)
    let start = markLength ?? (hasMark ? encoding.mark.count : 0)
    guard encoding != .utf8 else {
      self.init(utf8: bytes, markLength: start)
      return
    }
    let made = bytes.withUnsafeBufferPointer { buffer -> (LineScanner.Result, UTF8Form)? in
      let scanned = LineScanner.scan(buffer, from: start, encoding: encoding)
      let form = UTF8Form(converting: buffer, lines: scanned.table, encoding: encoding)
      return form.map { (scanned, $0) }
    }
    guard let (scanned, form) = made else { return nil }
    self.init(
      bytes: bytes, encoding: encoding, markLength: start, scanned: scanned, form: form)
  }

  private init(utf8 bytes: [UInt8], markLength: Int = 0) {
    let scanned = bytes.withUnsafeBufferPointer {
      LineScanner.scan($0, from: markLength, encoding: .utf8)
    }
    self.init(
      bytes: bytes, encoding: .utf8, markLength: markLength, scanned: scanned,
      form: UTF8Form(utf8: bytes, lines: scanned.table))
  }

  private init(
    bytes: [UInt8], encoding: TextEncoding, markLength: Int, scanned: LineScanner.Result,
    form: UTF8Form
  ) {
    self.bytes = bytes
    self.encoding = encoding
    self.markLength = markLength
    self.form = form
    lines = scanned.table
    lineEnds = scanned.ends
    isGuess = encoding != .utf8 && markLength == 0
  }

  /// Whether the text begins with a byte order mark.
  public var hasMark: Bool { markLength > 0 }

  /// Whether the last line is ended; nil for a text without lines.
  public var hasFinalNewline: Bool? { lines.hasFinalEnd }

  /// The bytes of a line without its end, as saved.
  public func content(ofLine line: Int) -> ArraySlice<UInt8> { bytes[lines.content(line)] }

  /// What a line's content stands for, as UTF-8.
  ///
  /// Invalid bytes stay as they are in a UTF-8 text; in others they are marked. For showing use
  /// `VisibleText.line`, which is always valid.
  public func utf8Line(_ line: Int) -> ArraySlice<UInt8> { form.line(line) }

  /// The kind of end of a line, nil for a last line without one.
  public func lineEnd(_ line: Int) -> LineEnd? {
    bytes.withUnsafeBufferPointer {
      lines.kind(line, unitWidth: encoding.unitWidth, in: $0)
    }
  }

  /// Whether every byte stands for a character in this encoding; costs one pass.
  public var isWellFormed: Bool {
    form.escapesRaw ? !form.bytes.contains(UTF8Form.rawMarker) : UTF8Check.isValid(bytes)
  }

  /// Whether the text holds ASCII only; costs one pass.
  public var isASCII: Bool {
    form.bytes.withUnsafeBufferPointer { UTF8Check.endOfASCII($0, from: 0) == $0.count }
  }
}
