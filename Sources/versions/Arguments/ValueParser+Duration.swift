import VersionStore

extension ValueParser where Value == Duration {
  /// A length of time: `500ms`, `0.5s`, `2m`, `1h`; a bare number is seconds.
  static func duration(_ range: ClosedRange<Duration>) -> Self {
    Self(kind: .text) { (bytes, place) throws(UsageError) in
      guard let duration = Setting.duration(String(decoding: bytes, as: UTF8.self)),
        range.contains(duration)
      else { throw .notADuration(place, bytes) }
      return duration
    }
  }
}
