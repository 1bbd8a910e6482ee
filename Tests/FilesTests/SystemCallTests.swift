import Testing

@testable import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct SystemCallTests {
  @Test func interruptedCallIsMadeAgain() throws {
    var calls = 0
    let result = try systemCall(.read, "/x") { () -> Int in
      calls += 1
      if calls < 4 {
        errno = EINTR
        return -1
      }
      return 7
    }
    #expect(result == 7)
    #expect(calls == 4)
  }

  @Test func anotherErrorSaysWhichCallOnWhichPath() {
    var calls = 0
    let error = #expect(throws: SystemError.self) {
      try systemCall(.write, "/x") { () -> Int in
        calls += 1
        errno = ENOSPC
        return -1
      }
    }
    #expect(error == SystemError(.write, "/x", .noSpace))
    #expect(error?.description == "write /x: No space left on device")
    #expect(calls == 1)
  }

  @Test func faultComesInsteadOfTheCall() throws {
    let faults = SystemFaults { call, path in
      call == .open && path == "/etc/hostname" ? .inputOutput : nil
    }
    SystemFaults.$current.withValue(faults) {
      #expect(failure { () throws(SystemError) in try File("/etc/hostname") } == .inputOutput)
      #expect(failure { () throws(SystemError) in try File("/etc/passwd") } == nil)
    }
    #expect(failure { () throws(SystemError) in try File("/etc/hostname") } == nil)
  }

  @Test func watcherThatLooksAtTheDiskChangesNoAnswer() throws {
    let scratch = try Scratch()
    try scratch.write("", at: "a")
    let faults = SystemFaults { _, _ in
      // Leaves ENOENT in errno, as any look at the disk may.
      _ = access("/nowhere", F_OK)
      return nil
    }
    let entries = try SystemFaults.$current.withValue(faults) {
      try Folder.entries(of: scratch.folder)
    }
    #expect(entries.count == 1)
  }
}
