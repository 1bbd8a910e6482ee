/// Sizes as people read them, in decimal units: `120 B`, `4.1 kB`, `37 MB`.
enum HumanSize {
  /// The most cells that a size takes: `999 kB`.
  static let width = 6
  /// The most cells that a difference takes: `+999 kB`.
  static let differenceWidth = 7

  static func text(_ bytes: Int) -> String {
    bytes < 0 ? "-" + magnitude(bytes.magnitude) : magnitude(bytes.magnitude)
  }

  /// With its sign: `+120 B`, `-1.2 kB`; `0 B` without one.
  static func difference(_ bytes: Int) -> String {
    bytes > 0 ? "+" + text(bytes) : text(bytes)
  }

  private static func magnitude(_ bytes: UInt) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    var unit: UInt = 1000
    for name in ["kB", "MB", "GB", "TB", "PB"] {
      // Rounded to tenths where that still shows less than ten.
      let tenths = rounded(bytes, unit / 10)
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(name)" }
      let whole = rounded(bytes, unit)
      if whole < 1000 { return "\(whole) \(name)" }
      unit *= 1000
    }
    return "\(rounded(bytes, unit)) EB"
  }

  private static func rounded(_ bytes: UInt, _ unit: UInt) -> UInt {
    bytes / unit + (bytes % unit >= unit - unit / 2 ? 1 : 0)
  }
}
