import Glibc
import Testing

@testable import versions

@Suite struct InterruptionTests {
  @Test func firstSignalIsNoted() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Interruption.catchSignals()
      raise(SIGTERM)
      do throws(CommandFailure) {
        try Interruption.checkpoint()
      } catch {
        exit(error.kind.exitCode.rawValue)
      }
      exit(1)
    }
  }

  @Test func secondSignalEndsAtOnce() async {
    await #expect(processExitsWith: .exitCode(130)) {
      // Tests that run in the background of a shell have it ignored.
      signal(SIGINT, SIG_DFL)
      Interruption.catchSignals()
      raise(SIGINT)
      raise(SIGINT)
      exit(1)
    }
  }

  @Test func withoutASignalTheWorkGoesOn() async {
    await #expect(processExitsWith: .exitCode(0)) {
      Interruption.catchSignals()
      do { try Interruption.checkpoint() } catch { exit(1) }
      exit(0)
    }
  }

  @Test func keyboardIsLeftToAPagerAndComesBack() async {
    await #expect(processExitsWith: .exitCode(0)) {
      // Tests that run in the background of a shell have it ignored.
      signal(SIGINT, SIG_DFL)
      Interruption.catchSignals()
      Interruption.ignoreKeyboard(true)
      raise(SIGINT)
      if Interruption.isRequested { exit(1) }
      Interruption.ignoreKeyboard(false)
      raise(SIGINT)
      exit(Interruption.isRequested ? 0 : 2)
    }
  }

  @Test func whatNohupSwitchedOffStaysOff() async {
    await #expect(processExitsWith: .exitCode(0)) {
      signal(SIGHUP, SIG_IGN)
      Interruption.catchSignals()
      raise(SIGHUP)
      exit(Interruption.isRequested ? 1 : 0)
    }
  }
}
