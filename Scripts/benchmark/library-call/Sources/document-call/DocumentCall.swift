import Content
import Documents
import Files
import Glibc
import VersionStore

/// A document of bytes.
final class Block: Documents.Document {
  var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

  override func contents(forType type: TypeIdentifier) throws -> FileContents { .file(bytes) }

  override func load(fromContents contents: FileContents, ofType type: TypeIdentifier) throws {
    bytes = contents.bytes ?? []
  }
}

/// Edits and autosaves a document of 1 MB, and prints for each run the nanoseconds of a call of
/// `updateChangeCount` and the microseconds that the caller of `autosave` waited before it could
/// edit again.
///
/// The command line is `LIBRARY RUNS`.
@main
enum DocumentCall {
  @MainActor
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 3, let runs = Int(words[2]) else {
      print("usage: document-call LIBRARY RUNS")
      exit(2)
    }
    let settings = DocumentSettings(Surroundings(app: "document-call"))
    let url = FileURL(FilePath(words[1]).appending("document-call.data"))
    let document = Block(fileURL: url, settings: settings)
    try await document.save(to: url, for: .creating)
    let clock = ContinuousClock()
    for run in 0...runs {
      let counting = clock.measure {
        for _ in 0..<10_000 { document.updateChangeCount(.done) }
      }
      document.bytes[run] = UInt8(ascii: "y")
      document.updateChangeCount(.done)
      let start = clock.now
      let saving = Task { try await document.autosave() }
      // The save takes its turn, hands the content over, and leaves the actor to whoever edits.
      await Task.yield()
      let waited = clock.now - start
      let isSaving = document.documentState.contains(.progressAvailable)
      document.bytes[run] = UInt8(ascii: "z")
      document.updateChangeCount(.done)
      guard isSaving, try await saving.value, document.hasUnautosavedChanges else {
        print("the save did not run beside the editing")
        exit(1)
      }
      // The first run meets cold caches.
      if run > 0 { print(nanoseconds(counting) / 10_000, nanoseconds(waited) / 1000) }
    }
    try await document.close()
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    Int(duration.components.seconds * 1_000_000_000)
      + Int(duration.components.attoseconds / 1_000_000_000)
  }
}
