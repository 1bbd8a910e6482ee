import Files

/// What a library takes from outside: the clock, the zone, the person, the machine, the program.
///
/// Nothing below the command looks for these by itself, so that a test can fix them all.
public struct Surroundings: Sendable {
  /// The time now.
  public var now: @Sendable () -> FileTime
  /// Minutes east of UTC at a moment, seconds since 1970.
  public var zoneOffset: @Sendable (Int64) -> Int
  /// Who saves where the library's settings do not say; asked only when something is saved.
  public var person: @Sendable () -> Person
  /// Who saves whatever the settings say, nil to let them speak.
  public var author: Person?
  /// The name of the machine.
  public var host: String
  /// The program.
  public var app: String
  /// Folders in which programs that the upkeep needs are looked for, such as git.
  public var programFolders: [FilePath] = [
    "/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin",
  ]
  /// What a program that signs needs to find the keys of the person: `NAME=value`.
  public var agentEnvironment: [String] = []
  /// Tells the person something that stopped nothing.
  public var remark: @Sendable (String) -> Void = { _ in }
  /// Whether long work is to end as soon as what it did so far is safe.
  public var isStopped: @Sendable () -> Bool = { false }

  /// Makes surroundings; what is not given is the system's.
  public init(
    now: @escaping @Sendable () -> FileTime = { .now },
    zoneOffset: @escaping @Sendable (Int64) -> Int = { Account.zoneOffset(at: $0) },
    person: (@Sendable () -> Person)? = nil, author: Person? = nil, host: String? = nil,
    app: String
  ) {
    let host = host ?? Account.hostName
    self.now = now
    self.zoneOffset = zoneOffset
    self.person = person ?? { Surroundings.accountOwner(host: host) }
    self.author = author
    self.host = host
    self.app = app
  }

  /// The account's full name with login@host.
  public static func accountOwner(host: String) -> Person {
    let user = Account.currentUser
    let login = Account.name(ofUser: user)
    let name = Account.fullName(ofUser: user)
    return Person(name: name.isEmpty ? login : name, email: "\(login)@\(host)")
  }

  /// A time with the zone's offset of that moment; held to the years 1970 to 9999, as git demands
  /// and RFC 3339 can write.
  func moment(_ time: FileTime) -> Moment {
    let last: Int64 = 253_402_214_400
    let held =
      time.seconds < 0
      ? FileTime(seconds: 0) : time.seconds > last ? FileTime(seconds: last) : time
    return Moment(held, offset: zoneOffset(held.seconds))
  }
}
