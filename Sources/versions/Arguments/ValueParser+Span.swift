import VersionStore

extension ValueParser where Value == Int64 {
  /// A span of time, in seconds.
  static var span: Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      guard let seconds = PrunePolicy.seconds(String(decoding: bytes, as: UTF8.self)) else {
        throw .notASpan(place, bytes)
      }
      return seconds
    }
  }
}
