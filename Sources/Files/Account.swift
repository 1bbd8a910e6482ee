#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The accounts of this machine.
public enum Account {
  /// The number of the user this process acts for.
  public static var currentUser: UInt32 { geteuid() }

  /// A user's login name, or its number where there is none.
  public static func name(ofUser user: UInt32) -> String {
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "\(user)" }
    return String(cString: name)
  }

  /// A user's full name, empty where none is given.
  public static func fullName(ofUser user: UInt32) -> String {
    guard let entry = getpwuid(user), let text = entry.pointee.pw_gecos else { return "" }
    // The field holds name, office and numbers, separated by commas.
    return String(cString: text).split(separator: ",", omittingEmptySubsequences: false)
      .first.map(String.init) ?? ""
  }

  /// The name of this machine.
  public static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
    return String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Minutes east of UTC that this machine's zone had at a moment.
  public static func zoneOffset(at seconds: Int64) -> Int {
    var moment = time_t(seconds)
    var fields = tm()
    // localtime_r need not read TZ again; tzset does.
    tzset()
    guard localtime_r(&moment, &fields) != nil else { return 0 }
    return Int(fields.tm_gmtoff) / 60
  }
}
