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
  ///   - process: A process that is not asked; without it, this one.
  /// - Returns: What could not be saved.
  public func askPresenters(
    atMost limit: Duration = .seconds(2), besides process: Int = Int(ProcessID.current)
  ) -> [PresenterTrouble] {
    let path = Presenter.folder(of: self)
    // Mostly there is no such folder, or nothing in it.
    guard let entries = try? Folder.entries(of: path), !entries.isEmpty,
      let folder = try? File(path, [.read, .folder])
    else { return [] }
    let end = Waiting.now + limit
    // All are asked before any is waited for.
    var asked: [Asked] = []
    for name in entries.compactMap({ Presenter.Name($0.name) }) where name.process != process {
      if let connection = try? LocalConnection(to: name.bytes, in: folder) {
        asked.append(Asked(process: name.process, connection: connection))
      }
    }
    return asked.flatMap { $0.troubles(until: end) }
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
