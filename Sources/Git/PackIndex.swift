import Files

/// The index of a pack, mapped: the names of its objects in order, each with its place
/// (gitformat-pack, versions 1 and 2).
struct PackIndex: ~Copyable {
  /// Why an index, or its pack, cannot be used.
  struct Damage: Error {
    let reason: String
  }

  private let file: MappedFile
  private let isFirstVersion: Bool
  /// The count of objects.
  let count: Int

  init(_ path: FilePath) throws(GitError) {
    file = try files { () throws(SystemError) in try MappedFile(path) }
    (count, isFirstVersion) = file.withBytes { bytes in
      let first = bytes.count >= 8 && bytes.word(0) != 0xFF74_4F63
      let fan = first ? 0 : 8
      guard bytes.count >= fan + 1024 + 40 else { return (0, first) }
      return (Int(bytes.word(fan + 1020)), first)
    }
  }

  /// Makes sure that the index is whole: its checksum, its length, the order of its names.
  borrowing func check() throws(Damage) {
    let count = count
    let isFirst = isFirstVersion
    try file.withBytes { (bytes) throws(Damage) in
      let fan = isFirst ? 0 : 8
      guard bytes.count >= fan + 1024 + 40 else { throw Damage(reason: "it is cut off") }
      if !isFirst, bytes.word(4) != 2 { throw Damage(reason: "its version is not known") }
      let least = isFirst ? 1024 + 24 * count + 40 : 1032 + 28 * count + 40
      guard bytes.count >= least, isFirst ? bytes.count == least : (bytes.count - least) % 8 == 0
      else { throw Damage(reason: "it is cut off") }
      let digest = ObjectID.digest(of: UnsafeRawBufferPointer(rebasing: bytes.dropLast(20)))
      guard digest == ObjectID(bytes: bytes.suffix(20)) else {
        throw Damage(reason: "its checksum is wrong")
      }
      var last = 0
      for slot in 0..<256 {
        let next = Int(bytes.word(fan + slot * 4))
        guard next >= last, next <= count else { throw Damage(reason: "its table makes no sense") }
        last = next
      }
    }
    for index in 1..<max(1, count) where name(index - 1) >= name(index) {
      throw Damage(reason: "its names are not in order")
    }
  }

  /// The name at a position, in the order of names.
  borrowing func name(_ index: Int) -> ObjectID {
    let start = isFirstVersion ? 1024 + 24 * index + 4 : 1032 + 20 * index
    return file.withBytes {
      ObjectID(raw: UnsafeRawBufferPointer(rebasing: $0[start..<(start + 20)]))
    }
  }

  /// Where in the pack the object at a position begins; nil where the index does not tell.
  borrowing func offset(_ index: Int) -> Int? {
    let count = count
    let isFirst = isFirstVersion
    return file.withBytes { bytes in
      if isFirst { return Int(bytes.word(1024 + 24 * index)) }
      let short = bytes.word(1032 + 24 * count + 4 * index)
      guard short & 0x8000_0000 != 0 else { return Int(short) }
      let place = 1032 + 28 * count + 8 * Int(short & 0x7FFF_FFFF)
      guard place + 8 + 40 <= bytes.count else { return nil }
      let long = UInt64(bytes.word(place)) << 32 | UInt64(bytes.word(place + 4))
      return Int(exactly: long)
    }
  }

  /// The checksum that its pack must have.
  borrowing func checksumOfPack() -> ObjectID? {
    file.withBytes { $0.count < 40 ? nil : ObjectID(bytes: $0.dropLast(20).suffix(20)) }
  }

  /// The position of a name, nil where it is not there.
  borrowing func find(_ id: ObjectID) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      let candidate = name(middle)
      if candidate == id { return middle }
      if candidate < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// Four bytes as a number, the highest first.
  func word(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
