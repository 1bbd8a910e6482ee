/// Whether to use colour, and how.
struct Colour: Equatable, Sendable {
  let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  /// Decides by what was asked for, then `NO_COLOR`, then whether a terminal reads that can do it.
  init(_ setting: ColourSetting, isTerminal: Bool, environment: (String) -> String?) {
    switch setting {
    case .always: isOn = true
    case .never: isOn = false
    case .auto:
      let isRefused = !(environment("NO_COLOR") ?? "").isEmpty
      isOn = isTerminal && !isRefused && environment("TERM") != "dumb"
    }
  }

  /// A way to stand out, as the parameter of "select graphic rendition" (ECMA-48, 8.3.117).
  enum Style: UInt8, Sendable {
    case bold = 1
    case dim = 2
    case reverse = 7
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  /// Appends visible text in a style.
  func append(_ text: [UInt8], _ style: Style?, to out: inout [UInt8]) {
    guard isOn, let style, !text.isEmpty else {
      out.append(contentsOf: text)
      return
    }
    out.append(contentsOf: "\u{1b}[".utf8)
    out.append(decimal: Int(style.rawValue))
    out.append(UInt8(ascii: "m"))
    out.append(contentsOf: text)
    out.append(contentsOf: "\u{1b}[0m".utf8)
  }
  /// Appends visible text in two styles at once.
  func append(_ text: [UInt8], _ first: Style, _ second: Style, to out: inout [UInt8]) {
    guard isOn, !text.isEmpty else {
      out.append(contentsOf: text)
      return
    }
    out.append(contentsOf: "\u{1b}[".utf8)
    out.append(decimal: Int(first.rawValue))
    out.append(UInt8(ascii: ";"))
    out.append(decimal: Int(second.rawValue))
    out.append(UInt8(ascii: "m"))
    out.append(contentsOf: text)
    out.append(contentsOf: "\u{1b}[0m".utf8)
  }
}
