import Files
import Git
import Testing

@testable import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Which versions a policy keeps")
struct PrunePolicyTests {
  @Test("Ten thousand histories keep what a plainly written model keeps")
  func model() {
    var random = SeededGenerator(20_261_130)
    for round in 0..<10_000 {
      let history = GeneratedHistory(&random)
      let decisions = history.policy.decide(
        history.versions, sources: history.sources, now: history.now)
      let kept = Set(decisions.filter(\.stays).map(\.version.number))
      #expect(kept == PlainModel(history).kept, "round \(round): \(history.policy.text)")
      #expect(decisions.map(\.version.number) == history.versions.map(\.number))
      if kept != PlainModel(history).kept { return }
    }
  }

  @Test("Thinning twice by the same policy at the same time changes nothing more")
  func twice() {
    var random = SeededGenerator(7)
    for _ in 0..<500 {
      let history = GeneratedHistory(&random)
      let policy = history.policy
      let once = policy.decide(history.versions, sources: history.sources, now: history.now)
        .filter(\.stays).map(\.version)
      let again = policy.decide(once, sources: history.sources, now: history.now)
      let lost = again.filter { !$0.stays }.map(\.version.number)
      #expect(lost.isEmpty)
    }
  }

  @Test(
    "A policy in words is read back as it was",
    arguments: [
      "last=5", "within=90m", "within=12h", "last=1 within=2w hourly=24 daily=7 weekly=52",
      "monthly=12 yearly=100", "like-macos", "last=3 like-macos",
    ])
  func words(text: String) {
    #expect(PrunePolicy(text)?.text == text)
  }

  @Test(
    "Words that make no policy are none",
    arguments: [
      "", " ", "last", "last=", "last=0", "last=-1", "last=x", "within=5", "never=1", "1",
    ])
  func noPolicy(text: String) {
    #expect(PrunePolicy(text) == nil)
  }

  @Test("A span is a count and a unit")
  func spans() {
    #expect(PrunePolicy.seconds("90m") == 5400)
    #expect(PrunePolicy.seconds("1y") == 31_536_000 as Int64)
    for wrong in ["", "m", "0d", "-1d", "1.5h", "10", "1 d"] {
      #expect(PrunePolicy.seconds(wrong) == nil, "\(wrong)")
    }
  }
}

/// A history of random events, and a policy for it.
struct GeneratedHistory {
  var versions: [Version] = []
  var policy = PrunePolicy()
  var sources: Set<Int> = []
  let now: Int64 = 1_796_000_000

  init(_ random: inout SeededGenerator, most: Int = 40) {
    guard let path = GeneratedHistory.path else { return }
    let document = UUID()
    var time = now - Int64.random(in: 0...400 * 86400, using: &random)
    let count = Int.random(in: 1...most, using: &random)
    let steps: [Int64] = [1, 30, 600, 3600, 86400, 7 * 86400, 30 * 86400]
    var number = 0
    for _ in 0..<count {
      number += Int.random(in: 0..<8, using: &random) == 0 ? 3 : 1
      let step = steps.randomElement(using: &random) ?? 1
      time += Int64.random(in: -step / 10...step, using: &random)
      let event: Event =
        Int.random(in: 0..<10, using: &random) < 7
        ? .autosave : Event.known.randomElement(using: &random) ?? .save
      var version = Version(
        document: document, number: number, identifier: UUID(), event: event,
        path: path,
        time: Moment(
          FileTime(seconds: time), offset: [0, 60, -300, 345].randomElement(using: &random) ?? 0),
        nanoseconds: 0, modified: Moment(FileTime(seconds: time), offset: 0),
        author: Person(name: "A", email: "a@b"), commit: .zero,
        tree: event == .delete ? Version.emptyTree : .zero)
      version.size = Int.random(in: 0..<4, using: &random) == 0 ? 0 : 10
      if Int.random(in: 0..<12, using: &random) == 0 { version.label = "label" }
      if [.restore, .copy, .undo].contains(event), number > 1 {
        let other = Bool.random(using: &random) ? UUID() : nil
        version.origin = Version.Origin(
          document: other, number: Int.random(in: 1..<number, using: &random))
      }
      versions.insert(version, at: 0)
    }
    if Bool.random(using: &random) { sources.insert(Int.random(in: 1...number, using: &random)) }
    func some(_ most: Int) -> Int {
      Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1...most, using: &random) : 0
    }
    policy.last = some(5)
    policy.within = Int64(some(60)) * 43200
    policy.hourly = some(10)
    policy.daily = some(10)
    policy.weekly = some(10)
    policy.monthly = some(6)
    policy.yearly = some(3)
    policy.likeMacOS = Int.random(in: 0..<5, using: &random) == 0
  }

  private static let path = DocumentPath("a.txt")
}

/// The rules as the manual words them, one after the other, by the calendar of the C library.
struct PlainModel {
  var kept: Set<Int> = []

  init(_ history: GeneratedHistory) {
    let versions = history.versions
    let policy = history.policy
    if let latest = versions.first { kept.insert(latest.number) }
    if let first = versions.last { kept.insert(first.number) }
    for version in versions {
      if version.event != .autosave { kept.insert(version.number) }
      if version.label != nil { kept.insert(version.number) }
      if let origin = version.origin, origin.document == nil { kept.insert(origin.number) }
    }
    for index in versions.indices.dropFirst() {
      let next = versions[index - 1].event.rawValue
      if ["restore", "copy", "undo", "delete", "merge"].contains(next) {
        kept.insert(versions[index].number)
      }
    }
    for version in versions where !version.isDeletion {
      if let size = version.size, size > 0 {
        kept.insert(version.number)
        break
      }
    }
    kept.formUnion(history.sources)
    kept.formUnion(versions.prefix(policy.last).map(\.number))
    let seconds = { (version: Version) in version.time.time.seconds }
    if policy.within > 0 {
      for version in versions where seconds(version) >= history.now - policy.within {
        kept.insert(version.number)
      }
    }
    keepNewest(of: versions, "%Y-%m-%d %H", policy.hourly)
    keepNewest(of: versions, "%Y-%m-%d", policy.daily)
    keepNewest(of: versions, "%G week %V", policy.weekly)
    keepNewest(of: versions, "%Y-%m", policy.monthly)
    keepNewest(of: versions, "%Y", policy.yearly)
    if policy.likeMacOS {
      let day: Int64 = 86400
      let age = { (version: Version) in history.now - seconds(version) }
      for version in versions where age(version) < day { kept.insert(version.number) }
      keepNewest(
        of: versions.filter { age($0) >= day && age($0) < 2 * day }, "%Y-%m-%d %H", 1_000_000)
      keepNewest(
        of: versions.filter { age($0) >= 2 * day && age($0) < 30 * day }, "%Y-%m-%d", 1_000_000)
      keepNewest(of: versions.filter { age($0) >= 30 * day }, "%G week %V", 1_000_000)
    }
    kept.formIntersection(versions.map(\.number))
  }

  private mutating func keepNewest(of versions: [Version], _ format: String, _ count: Int) {
    var periods: [String] = []
    for version in versions {
      var time = time_t(version.time.time.seconds + Int64(version.time.offset) * 60)
      var fields = tm()
      gmtime_r(&time, &fields)
      var buffer = [CChar](repeating: 0, count: 100)
      let length = strftime(&buffer, buffer.count, format, &fields)
      let period = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      if periods.contains(period) || periods.count == count { continue }
      periods.append(period)
      kept.insert(version.number)
    }
  }
}
