import Files
import VersionStore

extension OpenDocuments {
  /// Has other programs ask before they read the library in which a document is open.
  ///
  /// Where that cannot be, as on a file system without sockets, they read what was autosaved last.
  func present(_ document: Document) async {
    guard let url = document.fileURL else { return }
    let known = presenters
    let asked = Asked(documents: self)
    let made = try? await document.storage.perform(at: url) { library, _ in
      let folder = library.folder
      // Another library may stand at the path of one that was renamed.
      if let presenter = known[folder], presenter.isPresent { return nil as NewPresenter? }
      let presenter = try Presenter(library) { question in
        Task { question.answer(unsaved: await asked.documents?.unsaved(below: folder) ?? []) }
      }
      return NewPresenter(folder: folder, presenter: presenter)
    }
    if let made { presenters[made.folder] = made.presenter }
    // It may be closed by now, or have come from another library.
    presentNoMore()
  }

  /// Is asked no more in libraries where nothing is open.
  func presentNoMore() {
    let documents = documents
    for folder in presenters.keys where !documents.contains(where: { $0.isBelow(folder) }) {
      presenters[folder] = nil
    }
  }

  /// Autosaves the documents of a library, and tells of those where that failed.
  private func unsaved(below folder: FilePath) async -> [String] {
    do {
      try await autosaveUnasked(below: folder, userInteractionPermitted: false)
      return []
    } catch let failures as Failures {
      return failures.lines
    } catch {
      return ["\(error)"]
    }
  }

  /// Who is asked, as long as there is anybody.
  private struct Asked: Sendable {
    weak let documents: OpenDocuments?
  }

  private struct NewPresenter: Sendable {
    let folder: FilePath
    let presenter: Presenter
  }
}
