/// When the clocks of a zone show a date and time: once, twice where they are put back, or never
/// where they are put forward.
///
/// Clock readings are seconds since 1970 as if the zone were UTC.
struct LocalTime {
  /// Minutes east of UTC at a moment, seconds since 1970.
  let zoneOffset: (Int64) -> Int

  /// What the clocks show at a moment.
  func reading(at moment: Int64) -> Int64 {
    moment + Int64(zoneOffset(moment)) * 60
  }

  /// The moments at which the clocks show a reading, earliest first.
  func moments(showing reading: Int64) -> [Int64] {
    // No zone is further than a day from UTC, so one of these held before any change near the
    // reading, and the other after it.
    let before = reading - Int64(zoneOffset(reading - LocalTime.day)) * 60
    let after = reading - Int64(zoneOffset(reading + LocalTime.day)) * 60
    var found: [Int64] = []
    for moment in [min(before, after), max(before, after)] {
      if self.reading(at: moment) == reading, found.last != moment { found.append(moment) }
    }
    return found
  }

  /// The first moment with a reading; where it is skipped, as if the clocks had not been changed.
  func earliest(showing reading: Int64) -> Int64 {
    moments(showing: reading).first ?? skipped(reading)
  }

  /// The last moment with a reading; where it is skipped, as if the clocks had not been changed.
  func latest(showing reading: Int64) -> Int64 {
    moments(showing: reading).last ?? skipped(reading)
  }

  /// The first moment of a day, counted from 1970.
  func start(ofDay day: Int64) -> Int64 {
    earliest(showing: day * LocalTime.day)
  }

  /// The day of a moment, counted from 1970.
  func day(of moment: Int64) -> Int64 {
    let reading = reading(at: moment)
    return reading / LocalTime.day - (reading % LocalTime.day < 0 ? 1 : 0)
  }

  private func skipped(_ reading: Int64) -> Int64 {
    reading - Int64(zoneOffset(reading - LocalTime.day)) * 60
  }

  /// Seconds of a day whose clocks are left alone.
  static let day: Int64 = 86400
}
