/// A short sum that tells contents apart which look the same: FNV-1a of 64 bits.
///
/// After G. Fowler, L. C. Noll and K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm".
struct Checksum {
  /// The sum in hexadecimal digits.
  let text: String

  init(_ bytes: [UInt8]) {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    text = String(sum, radix: 16)
  }
}
