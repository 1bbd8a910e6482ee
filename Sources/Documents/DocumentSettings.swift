import Files
import VersionStore

/// What a document takes from its application: types, timing, clock, and who it is.
public struct DocumentSettings: Sendable {
  /// Clock, zone, person, machine and program of the versions.
  public var surroundings: Surroundings
  /// The types the application knows.
  public var types: DocumentTypes
  /// When changed documents are autosaved.
  public var timing: AutosaveTiming
  /// The clock that autosaving goes by.
  public var clock: any AutosaveClock
  /// The application's open documents; nil for a document on its own.
  public var openDocuments: OpenDocuments?

  /// Makes settings; what is not given is usual.
  public init(
    _ surroundings: Surroundings, types: DocumentTypes = DocumentTypes(),
    timing: AutosaveTiming = AutosaveTiming(), clock: any AutosaveClock = SystemClock(),
    openDocuments: OpenDocuments? = nil
  ) {
    self.surroundings = surroundings
    self.types = types
    self.timing = timing
    self.clock = clock
    self.openDocuments = openDocuments
  }

  /// Has what any program has open at a place, or below it, saved: somebody is about to read it.
  func prepareForReading(_ place: FilePath) async {
    await openDocuments?.prepareForReading(place)
    await askOtherPrograms(at: place)
  }

  /// Has what other programs have open in the library of a place saved.
  func askOtherPrograms(at place: FilePath) async {
    let surroundings = surroundings
    try? await DocumentStorage(surroundings).perform {
      // What other programs could not save is theirs to tell.
      _ = try Location(of: place, from: "/", surroundings: surroundings).library.askPresenters()
    }
  }
}
