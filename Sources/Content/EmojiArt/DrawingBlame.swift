/// For each emoji of a drawing, and each of its parts, the version in which it came to be so.
public struct DrawingBlame<Version> {
  /// An emoji and its versions.
  public struct Line {
    /// The emoji in the newest version.
    public let emoji: Emoji
    /// Its index there.
    public let index: Int
    /// The version that added the emoji.
    public internal(set) var added: Version
    /// The version that gave it its text.
    public internal(set) var text: Version
    /// The version that put it in its place.
    public internal(set) var place: Version
    /// The version that gave it its size.
    public internal(set) var size: Version
  }

  /// The emojis from back to front.
  public private(set) var lines: [Line]
  /// The version that set the background.
  public private(set) var background: Version

  /// What is not explained yet.
  private struct Open {
    var place: Int
    var parts: Set<Part>
  }

  private enum Part {
    case added, text, place, size
  }

  /// Follows a drawing back through its versions; those that are no drawings are passed over.
  ///
  /// `older` gives the next older version each time, `nil` after the first one. It is not asked
  /// again once everything is explained.
  public init<Failure: Error>(
    _ newest: Drawing, version: Version,
    older: () throws(Failure) -> (version: Version, bytes: [UInt8])?
  ) throws(Failure) {
    lines = newest.emojis.enumerated().map { index, emoji in
      Line(
        emoji: emoji, index: index, added: version, text: version, place: version, size: version)
    }
    background = version
    var open = newest.emojis.indices.map {
      Open(place: $0, parts: [.added, .text, .place, .size])
    }
    var isBackgroundOpen = true
    var current = newest
    while isBackgroundOpen || open.contains(where: { !$0.parts.isEmpty }), let next = try older() {
      guard let drawing = try? Drawing(next.bytes) else { continue }
      let match = EmojiMatch(
        drawing.emojis, current.emojis, doubtsIdentifiers: !drawing.format.isLike(current.format))
      for index in open.indices where !open[index].parts.isEmpty {
        let emoji = current.emojis[open[index].place]
        let origin = match.older[open[index].place]
        guard origin >= 0 else {
          open[index].parts = []
          continue
        }
        let before = drawing.emojis[origin]
        if !before.hasText(of: emoji) { open[index].parts.remove(.text) }
        if !before.isAtPlace(of: emoji) { open[index].parts.remove(.place) }
        if before.size != emoji.size { open[index].parts.remove(.size) }
        open[index].place = origin
        explain(index, open[index].parts, next.version)
      }
      if isBackgroundOpen, drawing.background == current.background {
        background = next.version
      } else {
        isBackgroundOpen = false
      }
      current = drawing
    }
  }

  /// Whatever is still open was there already in an older version.
  private mutating func explain(_ index: Int, _ parts: Set<Part>, _ version: Version) {
    if parts.contains(.added) { lines[index].added = version }
    if parts.contains(.text) { lines[index].text = version }
    if parts.contains(.place) { lines[index].place = version }
    if parts.contains(.size) { lines[index].size = version }
  }
}

extension DrawingBlame.Line: Sendable where Version: Sendable {}
extension DrawingBlame: Sendable where Version: Sendable {}
