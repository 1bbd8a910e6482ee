/// Reads what surrounds the emojis: list, counter, background, and the year they belong to.
struct DrawingOutline {
  /// All that a drawing is made of.
  struct Parts {
    var format = DrawingFormat()
    var background = DrawingBackground()
    var emojis: [Emoji] = []
    var counter: Int?
    var sites: [EmojiSite] = []
    var places = DrawingPlaces()
  }

  let view: JSONView
  private let reader: DrawingReader

  init(view: JSONView) {
    self.view = view
    reader = DrawingReader(view: view)
  }

  func read() throws(DrawingError) -> Parts {
    guard view.kind(0) == .object else { throw .notADrawing }
    var parts = Parts()
    guard try findList(&parts) else { throw .notADrawing }
    let holder = parts.places.holder
    let counter = try member(DrawingKeys.counters, of: holder)
    let background = try member(DrawingKeys.backgrounds, of: holder)
    let url = try member(DrawingKeys.backgroundURLs, of: holder)
    let image = try member(DrawingKeys.backgroundImages, of: holder)

    let isKnown = counter != nil || background != nil || url != nil || image != nil
    guard isMeantAsDrawing(parts.places, isKnown: isKnown) else { throw .notADrawing }
    let pointer = (holder == 0 ? "/" : "/image/") + parts.format.list
    (parts.emojis, parts.sites) = try reader.emojis(in: parts.places.list, pointer: pointer)
    parts.format.layout = parts.sites.first?.layout
    parts.format.isUniform = parts.sites.allSatisfy { $0.layout == parts.sites[0].layout }

    if let counter {
      guard view.kind(counter.value) == .number else {
        throw .damaged(.wrongType, pointer: "/" + counter.name)
      }
      guard let value = view.number(counter.value).integer else {
        throw .damaged(.numberTooBig, pointer: "/" + counter.name)
      }
      parts.counter = value
      parts.places.counter = counter.value
      parts.format.counter = counter.name
    }
    try readMembers(url: url, image: image, into: &parts)
    if let background { try readBackground(background, into: &parts) }
    parts.format.year = year(of: parts)
    return parts
  }

  private struct Member {
    let name: String
    let value: Int
  }

  /// The first of some keys that an object has; a key that stands twice is damage.
  private func member(_ names: [String], of object: Int) throws(DrawingError) -> Member? {
    var best: (rank: Int, value: Int)?
    var doubled: String?
    view.forEachMember(of: object) { key, value in
      guard let rank = names.firstIndex(where: { view.isString(key, $0) }) else { return }
      if best?.rank == rank { doubled = names[rank] }
      if rank < best?.rank ?? .max { best = (rank, value) }
    }
    if let doubled { throw .damaged(.doubledKey, pointer: "/" + doubled) }
    return best.map { Member(name: names[$0.rank], value: $0.value) }
  }

  private func findList(_ parts: inout Parts) throws(DrawingError) -> Bool {
    var holder = 0
    var list = try member(DrawingKeys.emojis, of: 0)
    if list == nil || list.map({ view.kind($0.value) != .array }) == true {
      guard let image = try member([DrawingKeys.image], of: 0),
        view.kind(image.value) == .object
      else { return false }
      holder = image.value
      list = try member(Array(DrawingKeys.emojis.reversed()), of: holder)
    }
    guard let list, view.kind(list.value) == .array else { return false }
    parts.places.holder = holder
    parts.places.list = list.value
    parts.format.list = list.name
    return true
  }

  /// A list of other things under the same key does not make a drawing.
  private func isMeantAsDrawing(_ places: DrawingPlaces, isKnown: Bool) -> Bool {
    let elements = view.elements(places.list)
    if elements.isEmpty {
      let isAlone =
        places.list == places.holder + 2 && view.after(places.list) == view.end(places.holder)
      return isKnown || isAlone && (places.holder == 0 || view.end(places.holder) == view.end(0))
    }
    return elements.contains(where: reader.looksLikeEmoji)
      || isKnown && elements.contains { view.kind($0) == .object }
  }

  private func readMembers(url: Member?, image: Member?, into parts: inout Parts)
    throws(DrawingError)
  {
    guard url != nil || image != nil else { return }
    if let url, view.kind(url.value) != .null {
      parts.background.url = try address(url.value, "/" + url.name)
    }
    if let image, view.kind(image.value) != .null {
      parts.background.image = try picture(image.value, "/" + image.name)
    }
    parts.places.backgroundURL = url?.value ?? -1
    parts.places.backgroundImage = image?.value ?? -1
    parts.format.background = .members(url: url?.name, image: image?.name)
  }

  private func readBackground(_ background: Member, into parts: inout Parts) throws(DrawingError) {
    let pointer = "/" + background.name
    parts.places.background = background.value
    parts.format.backgroundKey = background.name
    switch view.kind(background.value) {
    case .null: parts.format.background = .string
    case .string:
      parts.background.url = try address(background.value, pointer)
      parts.places.backgroundURL = background.value
      parts.format.background = .string
    case .object:
      parts.format.background = .object
      if let url = try member(DrawingKeys.urls, of: background.value),
        view.kind(url.value) != .null
      {
        let (node, wrapper) = try unwrapped(url)
        parts.background.url = try address(node, pointer + "/" + url.name)
        parts.places.backgroundURL = node
        parts.format.background = .objectURL(key: url.name, wrapper: wrapper)
      } else if let image = try member(DrawingKeys.images, of: background.value),
        view.kind(image.value) != .null
      {
        let (node, wrapper) = try unwrapped(image)
        parts.background.image = try picture(node, pointer + "/" + image.name)
        parts.places.backgroundImage = node
        parts.format.background = .objectImage(key: image.name, wrapper: wrapper)
      } else if try member([DrawingKeys.blank], of: background.value) != nil {
        parts.format.background = .objectBlank
      }
    default: throw .damaged(.wrongType, pointer: pointer)
    }
  }

  /// The value inside the object that wraps it, if there is one: `{"_0": …}`, `{"url": …}`.
  private func unwrapped(_ member: Member) throws(DrawingError) -> (node: Int, wrapper: String?) {
    guard view.kind(member.value) == .object else { return (member.value, nil) }
    guard let inner = try self.member(["_0", member.name, "url"], of: member.value) else {
      throw .damaged(.wrongType, pointer: "/background/" + member.name)
    }
    return (inner.value, inner.name)
  }

  private func address(_ index: Int, _ pointer: String) throws(DrawingError) -> String {
    guard view.kind(index) == .string else { throw .damaged(.wrongType, pointer: pointer) }
    guard let text = reader.string(index) else { throw .damaged(.halfCharacter, pointer: pointer) }
    return text
  }

  private func picture(_ index: Int, _ pointer: String) throws(DrawingError) -> EmbeddedImage {
    guard view.kind(index) == .string else { throw .damaged(.wrongType, pointer: pointer) }
    return EmbeddedImage(base64: view.characters(index))
  }

  private func year(of parts: Parts) -> DrawingFormat.Year {
    if parts.places.holder != 0 { return .y2018 }
    switch parts.format.background {
    case .objectBlank: return .y2021Synthesised
    case .objectURL(_, let wrapper?), .objectImage(_, let wrapper?):
      return wrapper == "_0" ? .y2021Synthesised : .y2021
    case .object, .objectURL, .objectImage: return .y2021
    case .string: return .y2023
    case .members(let url, _):
      return url?.hasPrefix("background") == true || parts.counter != nil ? .y2020 : .y2017
    case .unknown: break
    }
    if let layout = parts.format.layout, layout.text != 0 { return .y2023 }
    return parts.counter != nil || parts.format.layout?.hasID == true ? .y2020 : .y2017
  }
}
