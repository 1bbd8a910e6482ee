import Glibc

/// What the surroundings of the process say about presentation.
enum Terminal {
  /// Columns of the terminal behind a descriptor; nil where there is none.
  static func width(_ descriptor: Int32 = STDOUT_FILENO) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A variable of the environment, nil where it is not set or not UTF-8.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(validatingCString: value)
  }

  /// All variables that are UTF-8, as a new process takes them.
  static func environment() -> [String] {
    var variables: [String] = []
    var next = environ
    while let entry = next.pointee {
      if let text = String(validatingCString: entry) { variables.append(text) }
      next += 1
    }
    return variables
  }

  /// Seconds that the clock on the wall is east of Greenwich at a moment.
  static func offset(at seconds: Int64) -> Int {
    var moment = time_t(seconds)
    var fields = tm()
    return localtime_r(&moment, &fields) == nil ? 0 : fields.tm_gmtoff
  }
}
