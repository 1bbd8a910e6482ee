/// First bytes of binary formats that could pass for text by their statistics alone.
enum BinarySignature {
  /// The name of the format that the bytes begin as, or nil.
  static func name(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    for (signature, name) in table where bytes.starts(with: signature) { return name }
    if bytes.count > 12, bytes[0] == 0, bytes[4...7].elementsEqual("ftyp".utf8) { return "MPEG-4" }
    if bytes.count >= 512, bytes[257..<262].elementsEqual("ustar".utf8) { return "tar archive" }
    return nil
  }

  private static let table: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG image"),
    ([0xFF, 0xD8, 0xFF], "JPEG image"),
    (Array("GIF87a".utf8), "GIF image"),
    (Array("GIF89a".utf8), "GIF image"),
    (Array("%PDF-".utf8), "PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"),
    ([0x50, 0x4B, 0x05, 0x06], "ZIP archive"),
    ([0x1F, 0x8B, 0x08], "gzip archive"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz archive"),
    ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard archive"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7z archive"),
    ([0x7F, 0x45, 0x4C, 0x46], "ELF program"),
    ([0xCF, 0xFA, 0xED, 0xFE], "Mach-O program"),
    ([0xCA, 0xFE, 0xBA, 0xBE], "Mach-O or Java program"),
    ([0x00, 0x61, 0x73, 0x6D], "WebAssembly program"),
    (Array("SQLite format 3\0".utf8), "SQLite database"),
    (Array("bplist00".utf8), "binary property list"),
    ([0x49, 0x49, 0x2A, 0x00], "TIFF image"),
    ([0x4D, 0x4D, 0x00, 0x2A], "TIFF image"),
    (Array("OggS\0".utf8), "Ogg media"),
    (Array("wOFF\0".utf8), "WOFF font"),
    (Array("wOF2\0".utf8), "WOFF font"),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "OLE document"),
  ]
}
