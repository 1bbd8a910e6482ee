import Content

extension StoreError {
  /// The words for why lines are not copied; they are counted from 1 here.
  init(_ error: LineCopyError, from source: String, into target: String) {
    switch error {
    case .noSuchLines(let lines, let count):
      let wanted =
        lines.count == 1
        ? "line \(lines.upperBound)" : "lines \(lines.lowerBound + 1)-\(lines.upperBound)"
      self.init(.partNotFound, "\(source) has no \(wanted); it has \(lineCount(count))")
    case .noSuchPlace(let line, let count):
      self.init(
        .partNotFound, "\(target) has no line \(line + 1); it has \(lineCount(count))",
        hints: ["put lines at the end with: --append"])
    case .noSuchHunk(let number, let count):
      let there =
        count == 0
        ? "it does not differ from \(target)"
        : count == 1 ? "there is only hunk 1" : "there are hunks 1 to \(count)"
      self.init(.partNotFound, "\(source) has no hunk \(number + 1); \(there)")
    case .notRepresentable(let line, let character, let encoding):
      let digits = String(character.value, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      self.init(
        .wrongKind,
        "nothing was copied: line \(line + 1) of \(source) has U+\(padded), and \(target) is in "
          + "\(encoding.name), which has no such character")
    case .invalidBytes(let line, let encoding):
      self.init(
        .wrongKind,
        "nothing was copied: line \(line + 1) of \(source) has bytes that stand for no character, "
          + "and \(target) is in \(encoding.name)")
    case .targetIsCutOff:
      self.init(
        .wrongKind, "nothing was copied: \(target) ends in the middle of a character")
    }
  }

  /// The words for why a part of a drawing or of JSON is not copied.
  init(_ error: PartCopyError, from source: String, into target: String) {
    func shown(_ text: some CustomStringConvertible) -> String {
      printable(Array(text.description.utf8))
    }
    func refused(_ why: String) -> StoreError {
      StoreError(.wrongKind, "nothing was copied: \(why)")
    }
    switch error {
    case .notThere(let part): self.init(.partNotFound, "\(source) has no \(shown(part))")
    case .several(let part, let indices):
      self.init(
        .ambiguous, "\(shown(part)) stands \(indices.count) times in \(source)",
        hints: indices.prefix(10).map { "--emoji '#\($0)'" })
    case .sourceIsNotADrawing(let error): self = refused("\(source): \(shown(error))")
    case .targetIsNotADrawing(let error): self = refused("\(target): \(shown(error))")
    case .sourceIsNotJSON(let error): self = refused("\(source) is not JSON: \(shown(error))")
    case .targetIsNotJSON(let error): self = refused("\(target) is not JSON: \(shown(error))")
    case .sourceHasNoPlace(.notThere(let pointer)):
      self.init(.partNotFound, "\(source) has no '\(shown(pointer))'")
    case .sourceHasNoPlace(let error): self = refused("in \(source) \(shown(error))")
    case .targetHasNoPlace(let error): self = refused("in \(target) \(shown(error))")
    case .formatCannotHoldPicture, .noIdentifierLeft:
      self = refused("\(target): \(shown(error))")
    }
  }
}

private func lineCount(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
