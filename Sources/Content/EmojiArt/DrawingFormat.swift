/// How a document spells a drawing: the year of the course, and the keys where programs differ.
public struct DrawingFormat: Hashable, Sendable {
  /// The courses' shapes.
  public enum Year: String, Hashable, Sendable {
    /// `url`, `emojis` without identifiers.
    case y2017 = "2017"
    /// All inside `image`.
    case y2018 = "2018"
    /// `backgroundURL`, identifiers and a counter.
    case y2020 = "2020"
    /// `background` is an object written by hand.
    case y2021 = "2021"
    /// `background` is an object as the compiler writes an enum.
    case y2021Synthesised = "2021, compiler-made"
    /// `string` and `position`, and `background` is an address.
    case y2023 = "2023"
  }

  /// How the background is spelled.
  enum Background: Hashable, Sendable {
    /// There is none, and nothing tells how one would be spelled.
    case unknown
    /// An empty object, or an object with keys that are not known.
    case object
    /// Members beside the list.
    case members(url: String?, image: String?)
    /// A string under `background`.
    case string
    /// An object with the address under a key, and under another key inside if `wrapper` is set.
    case objectURL(key: String, wrapper: String?)
    /// An object with a picture, the same way.
    case objectImage(key: String, wrapper: String?)
    /// The compiler's form of no background.
    case objectBlank
  }

  /// The year whose shape it is; an open question is answered with the earliest that fits.
  public internal(set) var year: Year
  /// The key of the list.
  var list: String
  /// The key of the counter.
  var counter: String?
  /// The key of the background, where it has one of its own.
  var backgroundKey: String?
  var background: Background
  /// How the first emoji is spelled, `nil` without emojis.
  var layout: EmojiSite.Layout?
  /// Whether all emojis are spelled as the first one is.
  var isUniform = true

  init() {
    year = .y2017
    list = DrawingKeys.emojis[0]
    background = .unknown
  }

  /// Where the list of emojis is, as a JSON Pointer.
  public var listPointer: String { year == .y2018 ? "/image/\(list)" : "/\(list)" }

  /// A name for people: the year, and what is unusual in it.
  public var name: String {
    var unusual: [String] = []
    if list != DrawingKeys.emojis[0], year != .y2018 { unusual.append(list) }
    if let layout, let usual = usualText, layout.text != usual {
      unusual.append(DrawingKeys.text[layout.text])
    }
    switch layout?.position {
    case .object(let key) where key > 0 || year != .y2023:
      unusual.append(DrawingKeys.position[key])
    case .array(let key): unusual.append("\(DrawingKeys.position[key]) as list")
    default: break
    }
    if let layout, !layout.hasID, year != .y2017, year != .y2018 { unusual.append("no id") }
    if let layout, layout.hasID, year == .y2017 || year == .y2018 { unusual.append("id") }
    if let counter, counter != DrawingKeys.counters[0] { unusual.append(counter) }
    if let backgroundKey, backgroundKey != DrawingKeys.backgrounds[0] {
      unusual.append(backgroundKey)
    }
    switch background {
    case .objectURL(let key, let wrapper):
      let isUsual = year == .y2021 ? key == "theURL" && wrapper == nil : key == "url"
      if !isUsual { unusual.append(key) }
      if let wrapper, year == .y2021 { unusual.append(wrapper) }
    case .objectImage(let key, _) where key != DrawingKeys.images[0]: unusual.append(key)
    case .members(let url?, _) where !["url", "backgroundURL"].contains(url): unusual.append(url)
    default: break
    }
    return unusual.isEmpty
      ? year.rawValue : year.rawValue + " (" + unusual.joined(separator: ", ") + ")"
  }

  /// The index of the text key that the year's course used.
  private var usualText: Int? {
    switch year {
    case .y2023: 1
    case .y2018: 4
    default: 0
    }
  }

  /// Whether two documents spell their drawings alike, as far as both tell.
  func isLike(_ other: DrawingFormat) -> Bool {
    if let layout, let theirs = other.layout, layout != theirs { return false }
    if (year == .y2018) != (other.year == .y2018) { return false }
    return list == other.list && counter == other.counter
      && (backgroundKey == nil || other.backgroundKey == nil
        || backgroundKey == other.backgroundKey)
      && DrawingFormat.areLike(background, other.background)
  }

  private static func areLike(_ left: Background, _ right: Background) -> Bool {
    func family(_ background: Background) -> (name: Int, key: String?)? {
      switch background {
      case .unknown: nil
      case .members(let url, _): (0, url)
      case .string: (1, nil)
      case .object: (2, nil)
      case .objectURL(let key, let wrapper): (wrapper == nil ? 2 : wrapper == "_0" ? 3 : 4, key)
      case .objectImage(_, let wrapper): (wrapper == nil ? 2 : wrapper == "_0" ? 3 : 4, nil)
      case .objectBlank: (3, nil)
      }
    }
    guard let first = family(left), let second = family(right) else {
      // Programs that write an object for a background write one for no background too.
      return max(family(left)?.name ?? 0, family(right)?.name ?? 0) < 2
    }
    guard first.name == second.name else { return false }
    guard let mine = first.key, let theirs = second.key else { return true }
    return mine == theirs
  }
}
