import Files
import VersionStore

extension DocumentSettings {
  /// Has the library of a place know the package types of the application, where one is meant: their
  /// folders are documents to every program then.
  func declarePackage(at url: FileURL) async throws {
    guard let type = types.type(forExtension: url.name.extension), type.isPackage else { return }
    let surroundings = surroundings
    try await DocumentStorage(surroundings).perform {
      let library = try Location(of: url.path.parent, from: "/", surroundings: surroundings).library
      try library.declarePackages(type.extensions)
    }
  }
}
