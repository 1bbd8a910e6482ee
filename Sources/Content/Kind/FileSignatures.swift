/// The types that their first bytes give away.
enum FileSignatures {
  private struct Signature: Sendable {
    let bytes: [UInt8]
    let type: String
  }

  private static let known: [Signature] = [
    Signature(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], type: "public.png"),
    Signature(bytes: [0xFF, 0xD8, 0xFF], type: "public.jpeg"),
    Signature(bytes: Array("GIF87a".utf8), type: "com.compuserve.gif"),
    Signature(bytes: Array("GIF89a".utf8), type: "com.compuserve.gif"),
    Signature(bytes: [0x49, 0x49, 0x2A, 0x00], type: "public.tiff"),
    Signature(bytes: [0x4D, 0x4D, 0x00, 0x2A], type: "public.tiff"),
    Signature(bytes: Array("%PDF-".utf8), type: "com.adobe.pdf"),
    Signature(bytes: [0x50, 0x4B, 0x03, 0x04], type: "public.zip-archive"),
    Signature(bytes: [0x50, 0x4B, 0x05, 0x06], type: "public.zip-archive"),
    Signature(bytes: [0x1F, 0x8B], type: "org.gnu.gnu-zip-archive"),
    Signature(bytes: Array("bplist00".utf8), type: "com.apple.binary-property-list"),
    Signature(bytes: Array("SQLite format 3\0".utf8), type: "public.database"),
    Signature(bytes: [0x7F, 0x45, 0x4C, 0x46], type: "public.object-code"),
  ]

  /// The type of bytes that begin with a known signature.
  static func type(of bytes: UnsafeRawBufferPointer) -> TypeIdentifier? {
    guard let found = known.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
    return TypeIdentifier(found.type)
  }
}
