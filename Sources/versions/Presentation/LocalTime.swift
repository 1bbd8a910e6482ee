/// A moment with the offset of the clock on the wall there and then.
struct LocalTime: Equatable, Sendable {
  /// Seconds since 1970 in UTC.
  var seconds: Int64
  var nanoseconds: Int32
  /// Seconds east of Greenwich.
  var offset: Int

  init(seconds: Int64, nanoseconds: Int32 = 0, offset: Int) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.offset = offset
  }

  /// What a calendar and a clock there show.
  var calendar: CalendarTime { CalendarTime(localSeconds: seconds + Int64(offset)) }

  /// Appends `2026-11-30T10:42:13+01:00`, with a fraction where there is one.
  func appendRFC3339(to out: inout [UInt8]) {
    let calendar = calendar
    calendar.appendDate(to: &out)
    out.append(UInt8(ascii: "T"))
    calendar.appendTime(to: &out, seconds: true)
    if nanoseconds > 0 {
      var digits = Array(String(nanoseconds).utf8)
      digits.insert(contentsOf: repeatElement(0x30, count: max(0, 9 - digits.count)), at: 0)
      while digits.last == 0x30 { digits.removeLast() }
      out.append(UInt8(ascii: "."))
      out.append(contentsOf: digits)
    }
    appendOffset(to: &out, colon: true)
  }

  /// Appends `+0100` or `+01:00`.
  func appendOffset(to out: inout [UInt8], colon: Bool) {
    // A zone of old may have seconds, which no such format can write.
    let minutes = abs(offset) / 60
    out.append(offset < 0 && minutes > 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    out.append(decimal: minutes / 60, digits: 2)
    if colon { out.append(UInt8(ascii: ":")) }
    out.append(decimal: minutes % 60, digits: 2)
  }
}
