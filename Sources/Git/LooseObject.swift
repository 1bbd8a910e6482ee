import CSystem
import Files

/// Reading of an object that lies in a file of its own.
///
/// libgit2 1.5 loops for ever on a file that ends too early, so loose objects are read here:
/// nothing is believed unless the compressed stream ends where it says, with its checksum right
/// (RFC 1950) and with as many bytes as the header tells.
enum LooseObject {
  /// Why a file is no whole object.
  struct Damage: Error {
    let reason: String
  }

  /// The file of an object inside the folder of objects.
  static func path(of id: ObjectID, in objects: FilePath) -> FilePath {
    let hex = id.hexBytes
    return objects.appending(Array(hex[..<2])).appending(Array(hex[2...]))
  }

  /// Reads a whole object from the bytes of its file.
  static func decode(_ file: [UInt8]) throws(Damage) -> GitObject {
    var rest: [UInt8]? = file
    return try decode(size: file.count) {
      defer { rest = nil }
      return rest ?? []
    }
  }

  /// Reads a whole object from the bytes of its file, which must end where the object does.
  static func decodeStrictly(_ file: [UInt8]) throws(Damage) -> GitObject {
    try decode(size: file.count, strictly: true) { [file] in file }
  }

  /// Reads a whole object from its file piece by piece, so that memory holds it once.
  /// - Parameters:
  ///   - size: Bytes of the file.
  ///   - strictly: Whether what follows the end, in the last piece, is damage.
  ///   - piece: Gives the next bytes of the file, none at its end.
  static func decode(
    size: Int, strictly: Bool = false, piece: @escaping () -> [UInt8]
  ) throws(Damage) -> GitObject {
    if size == 0 { throw Damage(reason: "the file is empty") }
    let inflater = try Inflater(piece)
    // 32 bytes hold every header: the longest kind, a blank, 19 digits and a NUL.
    let start = try inflater.inflate(atMost: 32)
    let header = try Header(start)
    // Deflate shrinks by 1032 at the most (RFC 1951), so a damaged header cannot ask for more.
    guard header.size <= size * 1032 + 64 else {
      throw Damage(reason: "it is shorter than it says")
    }
    let already = start.count - header.length
    guard already <= header.size else { throw Damage(reason: "it is longer than it says") }
    let bytes = try inflater.inflate(to: header.size, after: start[header.length...])
    try inflater.finish()
    if strictly, inflater.hasRest { throw Damage(reason: "something follows its end") }
    return GitObject(kind: header.kind, bytes: bytes)
  }

  /// Reads kind and size only.
  static func decodeHeader(_ beginning: [UInt8]) throws(Damage) -> (kind: ObjectKind, size: Int) {
    if beginning.isEmpty { throw Damage(reason: "the file is empty") }
    var rest: [UInt8]? = beginning
    let inflater = try Inflater {
      defer { rest = nil }
      return rest ?? []
    }
    let header = try Header(try inflater.inflate(atMost: 32))
    return (header.kind, header.size)
  }

  private struct Header {
    let kind: ObjectKind
    let size: Int
    let length: Int

    init(_ bytes: [UInt8]) throws(Damage) {
      guard let blank = bytes.firstIndex(of: UInt8(ascii: " ")),
        let end = bytes.firstIndex(of: 0), blank < end,
        let kind = ObjectKind(rawValue: String(decoding: bytes[..<blank], as: UTF8.self)),
        let size = Int(String(decoding: bytes[(blank + 1)..<end], as: UTF8.self)), size >= 0,
        // Neither a plus nor zeros in front, as git has it.
        bytes[(blank + 1)..<end].elementsEqual(String(size).utf8)
      else { throw Damage(reason: "its header makes no sense") }
      self.kind = kind
      self.size = size
      self.length = end + 1
    }
  }
}

/// zlib's inflate over bytes that come in pieces.
private final class Inflater {
  private var stream = z_stream()
  private let more: () -> [UInt8]
  private var input: [UInt8] = []
  private var position = 0
  private var ended = false

  init(_ more: @escaping () -> [UInt8]) throws(LooseObject.Damage) {
    self.more = more
    guard versions_inflate_begin(&stream) == Z_OK else {
      throw LooseObject.Damage(reason: "there is no memory to read it")
    }
  }

  deinit { inflateEnd(&stream) }

  /// The next bytes, fewer only at the end.
  func inflate(atMost count: Int) throws(LooseObject.Damage) -> [UInt8] {
    var failure: LooseObject.Damage?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(LooseObject.Damage) {
        filled = try fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// All bytes of the content: what was read already, and the rest.
  func inflate(
    to size: Int, after start: ArraySlice<UInt8>
  ) throws(LooseObject.Damage) -> [UInt8] {
    var failure: LooseObject.Damage?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      raw.copyBytes(from: start)
      filled = start.count
      do throws(LooseObject.Damage) {
        filled += try fill(UnsafeMutableRawBufferPointer(rebasing: raw[start.count...]))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if bytes.count < size { throw LooseObject.Damage(reason: "it is shorter than it says") }
    return bytes
  }

  /// Makes sure that nothing is left and that the checksum is right.
  func finish() throws(LooseObject.Damage) {
    let extra = try inflate(atMost: 1)
    if !extra.isEmpty { throw LooseObject.Damage(reason: "it is longer than it says") }
    if !ended { throw LooseObject.Damage(reason: "it ends too early") }
  }

  /// Whether bytes of the last piece were not needed.
  var hasRest: Bool { position < input.count }

  private func fill(
    _ output: UnsafeMutableRawBufferPointer
  ) throws(LooseObject.Damage) -> Int {
    var written = 0
    while !ended && written < output.count {
      if position == input.count {
        input = more()
        position = 0
      }
      let piece = min(output.count - written, 1 << 30)
      let (code, used, made) = input.withUnsafeBytes { source in
        let rest = min(source.count - position, 1 << 30)
        stream.next_in = UnsafeMutablePointer(
          mutating: (source.baseAddress?.advanced(by: position))?
            .assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(rest)
        stream.next_out = output.baseAddress?.advanced(by: written)
          .assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(piece)
        let code = CSystem.inflate(&stream, Z_NO_FLUSH)
        return (code, rest - Int(stream.avail_in), piece - Int(stream.avail_out))
      }
      position += used
      written += made
      if code == Z_STREAM_END {
        ended = true
      } else if code == Z_DATA_ERROR || code == Z_NEED_DICT {
        throw LooseObject.Damage(reason: "its bytes are damaged")
      } else if code == Z_MEM_ERROR {
        throw LooseObject.Damage(reason: "there is no memory to read it")
      } else if used == 0 && made == 0 {
        throw LooseObject.Damage(reason: "it ends too early")
      }
    }
    return written
  }
}
