import Testing
import VersionStore

@testable import Watching

/// When a document that changed is saved: a matter of times only.
struct SettlingTests {
  private var settling = Settling(
    WatchPace(WatchOptions(quietPeriod: .milliseconds(500), longestWait: .seconds(30))))
  private let path: DocumentPath

  init() throws {
    path = try #require(DocumentPath("a.txt"))
  }

  @Test mutating func isDueWhenItWasLeftAlone() {
    settling.touch(path, at: .seconds(1))
    #expect(settling.next == .milliseconds(1500))
    #expect(settling.takeDue(at: .milliseconds(1499)).isEmpty)
    #expect(settling.takeDue(at: .milliseconds(1500)).count == 1)
    #expect(settling.waiting.isEmpty)
    #expect(settling.next == nil)
  }

  @Test mutating func eachChangeBeginsTheQuietPeriodAnew() {
    settling.touch(path, at: .seconds(1))
    settling.touch(path, at: .milliseconds(1400))
    #expect(settling.takeDue(at: .milliseconds(1500)).isEmpty)
    #expect(settling.next == .milliseconds(1900))
    #expect(settling.takeDue(at: .milliseconds(1900)).count == 1)
  }

  /// Ten minutes of a save every 200 ms: neither 3,000 versions nor none.
  @Test mutating func whatNeverRestsIsSavedAfterTheLongestWait() {
    var times: [Duration] = []
    var last = Duration.zero
    for tick in 0...3000 {
      let now = Duration.milliseconds(200 * tick)
      if !settling.takeDue(at: now).isEmpty { times.append(now) }
      settling.touch(path, at: now)
      last = now
    }
    if let next = settling.next, !settling.takeDue(at: next).isEmpty { times.append(next) }
    // The last one is what it held when it came to rest.
    #expect(times.count == 21)
    #expect(times.last.map { $0 - last <= .milliseconds(500) } == true)
    for (earlier, later) in zip([.zero] + times, times) {
      #expect(later - earlier <= .seconds(30) + .milliseconds(200))
    }
  }

  /// A pause in the middle of writing is no end of it.
  @Test mutating func whatIsStillOpenWaitsForItsClosing() {
    settling.touch(path, at: .zero, isOpen: true)
    #expect(settling.takeDue(at: .seconds(20)).isEmpty)
    settling.touch(path, at: .seconds(20), isOpen: true)
    settling.touch(path, at: .seconds(21), isOpen: false)
    #expect(settling.next == .milliseconds(21_500))
    #expect(settling.takeDue(at: .milliseconds(21_500)).count == 1)
  }

  @Test mutating func whatIsNeverClosedIsSavedAfterTheLongestWait() {
    settling.touch(path, at: .zero, isOpen: true)
    settling.touch(path, at: .seconds(29), isOpen: true)
    #expect(settling.takeDue(at: .seconds(30)).count == 1)
  }

  @Test mutating func stoppingTakesAllButWhatIsBeingWritten() throws {
    let open = try #require(DocumentPath("open.txt"))
    let left = try #require(DocumentPath("left.txt"))
    settling.touch(left, at: .zero, isOpen: true)
    settling.touch(path, at: .milliseconds(900))
    settling.touch(open, at: .milliseconds(900), isOpen: true)
    #expect(Set(settling.takeAll(at: .seconds(1)).keys) == [path, left])
    #expect(Array(settling.waiting.keys) == [open])
  }

  @Test mutating func whatFailsIsTriedAgainLaterAndLater() throws {
    settling.touch(path, at: .zero)
    var now = Duration.milliseconds(500)
    var pauses: [Duration] = []
    for _ in 0..<8 {
      let change = try #require(settling.takeDue(at: now)[path])
      settling.putOff(path, after: change, at: now)
      let next = try #require(settling.next)
      pauses.append(next - now)
      now = next
    }
    #expect(pauses == [2, 4, 8, 16, 32, 64, 120, 120].map { .seconds($0) })
    // A new change is a new beginning.
    settling.touch(path, at: now)
    #expect(settling.waiting[path]?.due == now + .milliseconds(500))
  }

  @Test mutating func ofManyOnlyThoseThatAreDueAreTaken() throws {
    for number in 0..<10 {
      let path = try #require(DocumentPath("\(number)"))
      settling.touch(path, at: .milliseconds(100 * number))
    }
    #expect(settling.takeDue(at: .milliseconds(750)).count == 3)
    #expect(settling.waiting.count == 7)
    #expect(settling.next == .milliseconds(800))
  }
}
