import Files
import Testing

@testable import Git
@testable import VersionStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct PresenterTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  private var library: Library { temporary.library }

  private func sockets() throws -> [[UInt8]] {
    try Folder.entries(of: Presenter.folder(of: library)).map(\.name)
  }

  /// Asks as another process would.
  private func ask(atMost limit: Duration = .seconds(60)) -> [PresenterTrouble] {
    library.askPresenters(atMost: limit, includingOwn: true)
  }

  @Test func whereNobodyPresentsNobodyIsAsked() throws {
    #expect(ask() == [])
    #expect(try FileStatus.find(Presenter.folder(of: library)) == nil)
  }

  @Test func aReaderGoesOnWhenAllHaveAnswered() throws {
    let path = temporary.folder.appending("a.txt")
    let first = try Presenter(library) { question in
      try? File(path, [.write, .create]).write(Array("saved".utf8))
      question.answer()
    }
    let second = try Presenter(library) {
      $0.answer(unsaved: ["'b' was not saved:\nno room", "c"])
    }
    #expect(ask() == [.unsaved("'b' was not saved: no room"), .unsaved("c")])
    #expect(try File(path).readToEnd() == Array("saved".utf8))
    #expect(try sockets().count == 2)
    _ = (first, second)
  }

  @Test func whoEndedIsNotAskedAndLeavesNothing() throws {
    do { _ = try Presenter(library) { $0.answer(unsaved: ["a"]) } }
    #expect(ask() == [])
    #expect(try sockets() == [])
  }

  @Test func aProcessDoesNotAskItself() throws {
    let presenter = try Presenter(library) { $0.answer(unsaved: ["a"]) }
    #expect(library.askPresenters() == [])
    _ = presenter
  }

  @Test func whoDoesNotAnswerIsToldOf() throws {
    let questions = Kept()
    let presenter = try Presenter(library) { questions.keep($0) }
    #expect(ask(atMost: .milliseconds(50)) == [.silent(process: Int(getpid()))])
    // One that gives no answer at all is gone: it has nothing open any more.
    let dying = try Presenter(library) { _ in }
    #expect(ask(atMost: .milliseconds(50)) == [.silent(process: Int(getpid()))])
    _ = (presenter, dying)
  }

  @Test func whatACrashLeftIsRemovedByTheNext() throws {
    let folder = Presenter.folder(of: library)
    try Folder.makeAll(folder)
    let name = Presenter.Name(library.surroundings.host, process: 1)
    let dead = Presenter.Name(library.surroundings.host, process: .max)
    let elsewhere = Presenter.Name("elsewhere", process: 1)
    do {
      let opened = try File(folder, [.read, .folder])
      _ = try LocalSocket(name.bytes, in: opened)
      _ = try LocalSocket(elsewhere.bytes, in: opened)
      _ = try LocalSocket(Array(".".utf8) + dead.bytes, in: opened)
      _ = try LocalSocket(Array(".".utf8) + name.bytes, in: opened)
    }
    #expect(ask() == [])
    let presenter = try Presenter(library) { $0.answer() }
    // Of another machine it cannot be told; nor of one that is only beginning.
    let left = try sockets()
    #expect(left.count == 3)
    #expect(left.contains(elsewhere.bytes) && left.contains(Array(".".utf8) + name.bytes))
    _ = presenter
  }

  @Test func manyReadersAskAtOnce() throws {
    let presenter = try Presenter(library) { $0.answer(unsaved: ["a"]) }
    let folder = library.folder
    let surroundings = library.surroundings
    let answers = Threads.map(Array(0..<64), atOnce: 16) { _ in
      (try? Library(folder, surroundings: surroundings))?
        .askPresenters(atMost: .seconds(60), includingOwn: true)
    }
    #expect(answers.allSatisfy { $0 == [.unsaved("a")] })
    _ = presenter
  }

  /// Questions that are never answered.
  private final class Kept: @unchecked Sendable {
    private var questions: [PresenterQuestion] = []
    func keep(_ question: PresenterQuestion) { questions.append(question) }
  }
}
