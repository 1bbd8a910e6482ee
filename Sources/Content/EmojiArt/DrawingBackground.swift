/// What stands behind the emojis.
public struct DrawingBackground: Sendable {
  /// The address of a picture, on the web or in a file.
  public var url: String?
  /// A picture inside the document.
  public var image: EmbeddedImage?

  /// A background; with neither there is none.
  public init(url: String? = nil, image: EmbeddedImage? = nil) {
    self.url = url
    self.image = image
  }

  /// Whether there is nothing behind the emojis.
  public var isEmpty: Bool { url == nil && image == nil }
}

extension DrawingBackground: Hashable {
  /// Whether addresses are equal byte for byte and pictures by their bytes.
  public static func == (left: DrawingBackground, right: DrawingBackground) -> Bool {
    let left = (left.url.map { Array($0.utf8) }, left.image)
    let right = (right.url.map { Array($0.utf8) }, right.image)
    return left == right
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url.map { Array($0.utf8) })
    hasher.combine(image)
  }
}

/// A picture that a document holds in base64; told by type and size, never printed.
public struct EmbeddedImage: Hashable, Sendable {
  /// The base64 text, escapes resolved.
  let base64: [UInt8]

  init(base64: [UInt8]) { self.base64 = base64 }

  /// The count of bytes that the picture has.
  public var byteCount: Int {
    let letters = base64.count { Base64.value($0) != nil }
    return letters * 3 / 4
  }

  /// The first bytes of the picture, enough to tell its type.
  private var start: [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in base64.prefix(64) {
      guard let value = Base64.value(byte) else { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// The picture's type, `nil` where its first bytes tell none.
  public var type: TypeIdentifier? { start.withUnsafeBytes { FileSignatures.type(of: $0) } }
}

private enum Base64 {
  static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}
