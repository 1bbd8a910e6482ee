extension Drawing {
  /// Copies the background, spelled as the target's format does.
  ///
  /// A background of the same kind is replaced in its place, and keys beside it stay. Throws
  /// `formatCannotHoldPicture` where the format only knows addresses.
  public func copyBackground(into target: Drawing) throws(PartCopyError) -> PartCopy {
    guard let document = target.document else { return try newDrawingWithBackground() }
    var editor = JSONEditor(document)
    if background != target.background {
      try BackgroundWriter(background: background, target: target.taken(for: self))
        .write(to: &editor)
    }
    return PartCopy(editor)
  }

  /// A document with this background in this drawing's format, for a target of no bytes.
  private func newDrawingWithBackground() throws(PartCopyError) -> PartCopy {
    guard !background.isEmpty else { return PartCopy(bytes: [], splices: []) }
    var empty: Drawing
    do throws(DrawingError) {
      empty = try Drawing(Drawing.newDocument(of: format.year, emojis: []).bytes)
    } catch {
      throw .targetIsNotADrawing(error)
    }
    // Without emojis and background the years do not tell themselves apart.
    var format = empty.format
    format.year = self.format.year
    empty.setFormat(format)
    let bytes = try copyBackground(into: empty).bytes
    return PartCopy(bytes: bytes, splices: [JSONSplice(range: 0..<0, replacement: bytes)])
  }

  /// Copies the background between the bytes of two drawings.
  public static func copyBackground(
    from source: [UInt8], into target: [UInt8]
  ) throws(PartCopyError) -> PartCopy {
    let (source, target) = try drawings(source, target)
    return try source.copyBackground(into: target)
  }
}

/// Writes a background into a drawing that has another one.
struct BackgroundWriter {
  let background: DrawingBackground
  let target: Drawing

  func write(to editor: inout JSONEditor) throws(PartCopyError) {
    let places = target.places
    switch target.format.background {
    case .members(let url, let image):
      try writeMembers(url: url, image: image, &editor)
    case .string: try writeString(&editor)
    case .object, .objectURL, .objectImage, .objectBlank: writeObject(&editor)
    case .unknown:
      switch target.format.year {
      case .y2017, .y2018: try writeMembers(url: "url", image: nil, &editor)
      case .y2020: try writeMembers(url: "backgroundURL", image: nil, &editor)
      case .y2023:
        guard background.image == nil else { throw cannotHold }
        if let url = background.url {
          editor.add(
            Array(DrawingKeys.backgrounds[0].utf8), .string(url),
            to: JSONDocument.Node(places.holder))
        }
      case .y2021, .y2021Synthesised: writeObject(&editor)
      }
    }
  }

  private var cannotHold: PartCopyError {
    .formatCannotHoldPicture(format: target.format.year.rawValue)
  }

  private func remove(_ value: Int, from container: Int, _ editor: inout JSONEditor) {
    guard let document = target.document, value >= 0 else { return }
    let holder = JSONDocument.Node(container)
    let members = document.members(of: holder)
    if let position = members.firstIndex(where: { $0.value.index == value }) {
      editor.remove(childAt: position, of: holder)
    }
  }

  /// Members beside the list: one for an address, one for a picture.
  private func writeMembers(
    url: String?, image: String?, _ editor: inout JSONEditor
  ) throws(PartCopyError) {
    let places = target.places
    let isOf2020 = target.format.year == .y2020
    if background.image != nil, image == nil, isOf2020 { throw cannotHold }
    let imageKey = target.format.year == .y2018 ? "backgroundImageData" : "imageData"
    set(
      background.url.map { .string($0) }, places.backgroundURL, url ?? "url", &editor)
    set(
      background.image.map { .characters($0.base64) }, places.backgroundImage, image ?? imageKey,
      &editor)
  }

  private func set(
    _ value: JSONTree?, _ node: Int, _ key: String, _ editor: inout JSONEditor
  ) {
    switch (value, node >= 0) {
    case (let value?, true): editor.replace(JSONDocument.Node(node), with: value)
    case (let value?, false):
      editor.add(Array(key.utf8), value, to: JSONDocument.Node(target.places.holder))
    case (nil, true): remove(node, from: target.places.holder, &editor)
    case (nil, false): break
    }
  }

  private func writeString(_ editor: inout JSONEditor) throws(PartCopyError) {
    guard background.image == nil else { throw cannotHold }
    guard let url = background.url else {
      remove(target.places.background, from: target.places.holder, &editor)
      return
    }
    editor.replace(JSONDocument.Node(target.places.background), with: .string(url))
  }

  private func writeObject(_ editor: inout JSONEditor) {
    guard let document = target.document else { return }
    let places = target.places
    if let url = background.url, places.backgroundURL >= 0 {
      editor.replace(JSONDocument.Node(places.backgroundURL), with: .string(url))
      return
    }
    if let image = background.image, background.url == nil, places.backgroundImage >= 0 {
      editor.replace(JSONDocument.Node(places.backgroundImage), with: .characters(image.base64))
      return
    }
    let member = self.member
    guard places.background >= 0 else {
      editor.add(
        Array(DrawingKeys.backgrounds[0].utf8), .object(member.map { [$0] } ?? []),
        to: JSONDocument.Node(places.holder))
      return
    }
    let object = JSONDocument.Node(places.background)
    let known = DrawingKeys.urls + DrawingKeys.images + [DrawingKeys.blank]
    for (position, present) in document.members(of: object).enumerated()
    where known.contains(where: { document.isString(present.key, $0.utf8) }) {
      editor.remove(childAt: position, of: object)
    }
    if let member { editor.add(member.key, member.value, to: object) }
  }

  /// The one member of the background object; `nil` for the blank one written by hand.
  private var member: (key: [UInt8], value: JSONTree)? {
    let isSynthesised = target.format.year == .y2021Synthesised
    func wrapped(_ value: JSONTree, _ key: String, _ usual: String) -> ([UInt8], JSONTree) {
      isSynthesised
        ? (Array(key.utf8), .members(["_0": value])) : (Array(usual.utf8), value)
    }
    if let url = background.url { return wrapped(.string(url), "url", DrawingKeys.urls[0]) }
    if let image = background.image {
      return wrapped(.characters(image.base64), "imageData", DrawingKeys.images[0])
    }
    return isSynthesised ? (Array(DrawingKeys.blank.utf8), .object([])) : nil
  }
}
