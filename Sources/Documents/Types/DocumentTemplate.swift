import Content
import Files

/// What a new document begins with.
public struct DocumentTemplate: Sendable {
  /// Where the content comes from.
  public enum Source: Sendable {
    /// Contents; a file of no bytes, too.
    case contents(FileContents)
    /// A file or folder, anywhere: it stays, or is taken.
    case file(FilePath, ImportMode)
  }

  /// What the new document is called, without extension.
  public let name: String
  /// The type, of which it gets the preferred extension.
  public let type: TypeIdentifier
  /// The content.
  public let source: Source

  /// A template.
  public init(name: String = "Untitled", type: TypeIdentifier, source: Source) {
    self.name = name
    self.type = type
    self.source = source
  }

  /// A template of no bytes, for types that begin with nothing.
  public static func empty(_ type: TypeIdentifier, name: String = "Untitled") -> DocumentTemplate {
    DocumentTemplate(name: name, type: type, source: .contents(.file([])))
  }
}

/// What becomes of a file that is imported.
public enum ImportMode: Sendable, Hashable {
  /// It stays where it is.
  case copy
  /// It goes, once it is safe in the library.
  case move
}

/// What is done where a name is taken.
public enum NameConflict: Sendable, Hashable {
  /// The new document gets a number: "Letter 2".
  case keepBoth
  /// What has the name gives way, and its content stays as a version: imported content becomes its
  /// next version, a document that is moved there takes its place.
  case replace
  /// It is an error.
  case refuse
}
