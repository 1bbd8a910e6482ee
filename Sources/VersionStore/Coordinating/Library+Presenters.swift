import Files
import Git

/// Why what a program has open may be newer than what is read.
public enum PresenterTrouble: Sendable, Equatable {
  /// It could not save a document, and says why.
  case unsaved(String)
  /// It gave no answer in time.
  case silent(process: Int)
}

extension Library {
  /// Has all programs that have documents of this library open save them, and waits until they did.
  /// - Parameters:
  ///   - limit: How long to wait at the most.
  ///   - includesOwn: Whether this process's own documents are asked for, too.
  /// - Returns: What could not be saved.
  public func askPresenters(
    atMost limit: Duration = .seconds(2), includingOwn includesOwn: Bool = false
  ) -> [PresenterTrouble] {
    let path = Presenter.folder(of: self)
    // Mostly there is no such folder, or nothing in it.
    guard let entries = try? Folder.entries(of: path), !entries.isEmpty,
      let folder = try? File(path, [.read, .folder])
    else { return [] }
    let end = Waiting.now + limit
    // All are asked before any is waited for.
    var asked: [Asked] = []
    var troubles: [PresenterTrouble] = []
    let own = includesOwn ? [] : Presenter.own.withLock { $0 }
    for name in entries.compactMap({ Presenter.Name($0.name) }) where !own.contains(name.bytes) {
      do throws(SystemError) {
        let connection = try LocalConnection(to: name.bytes, in: folder)
        asked.append(Asked(process: name.process, connection: connection))
      } catch {
        // Too many wait for it already. Whoever is gone, or is another user's, is not asked.
        if error.code == .wouldBlock { troubles.append(.silent(process: name.process)) }
      }
    }
    return troubles + asked.flatMap { $0.troubles(until: end) }
  }

  private final class Asked {
    private let process: Int
    private let connection: LocalConnection

    init(process: Int, connection: consuming LocalConnection) {
      self.process = process
      self.connection = connection
    }

    func troubles(until end: Duration) -> [PresenterTrouble] {
      do throws(SystemError) {
        guard let answer = try connection.readToEnd(until: end) else {
          return [.silent(process: process)]
        }
        return (PresenterAnswer.unsaved(answer) ?? []).map { .unsaved($0) }
      } catch {
        // One that ended has nothing open any more: it saved, or said itself that it could not.
        return []
      }
    }
  }
}
