import Files
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What this machine lets a test do; each test that needs it says so when it is skipped.
enum Conditions {
  /// Whether file systems can be mounted.
  static let canMount: Bool = {
    guard let sandbox = try? Sandbox(library: false) else { return false }
    let line = "mkdir disk && mount -t tmpfs -o size=1m tmpfs disk && umount disk"
    return (try? sandbox.run("sh", "-c", Word(line)))?.code == 0
  }()

  /// Whether a folder can be seen through a file system that tells of no changes.
  static let canMountWithoutEvents: Bool = {
    guard let sandbox = try? Sandbox(library: false) else { return false }
    let line = "mkdir a b && bindfs a b && umount b"
    return (try? sandbox.run("sh", "-c", Word(line)))?.code == 0
  }()

  /// Whether commands can be run as another user, who can run the command.
  static let canChangeUser: Bool = {
    guard let sandbox = try? Sandbox(library: false) else { return false }
    guard (try? sandbox.become(Sandbox.stranger)) != nil else { return false }
    return (try? sandbox.versions("--version"))?.code == 0
  }()

  /// Whether this process may do everything, so that permissions bind it not.
  static let isRoot = geteuid() == 0
}

extension Sandbox {
  /// A user without an entry among the accounts.
  static let stranger = 54_321
  /// A user whom every system knows.
  static let nobody = 65_534

  /// Runs all further commands as a user, who gets a copy of the command and the home folder.
  func become(_ user: Int) throws {
    let copy = folder.appending("versions")
    if command != copy {
      try File(copy, [.write, .createNew], permissions: 0o755).write(File(command).readToEnd())
      command = copy
    }
    prefix = []
    try shell("chown -R \(user) '\(home)'")
    prefix = [
      "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--",
    ]
  }

  /// Runs all further commands as the tests run.
  func becomeOneself() {
    prefix = []
  }
}
