/// The folders that are one document, told by the extension of their names.
///
/// The built-in ones are types that their makers declare as conforming to `com.apple.package`.
/// Bundles of code (`app`, `framework`, `bundle`) are left out: they are built, not written.
public enum PackageExtensions {
  /// The built-in extensions in lower case, with the type that each stands for; `.package` where
  /// the maker's own identifier is not known for certain.
  public static let builtIn: [String: TypeIdentifier] = [
    "textbundle": TypeIdentifier("org.textbundle.package"),
    "rtfd": TypeIdentifier("com.apple.rtfd"),
    "pages": TypeIdentifier("com.apple.iwork.pages.pages"),
    "numbers": TypeIdentifier("com.apple.iwork.numbers.numbers"),
    "key": TypeIdentifier("com.apple.iwork.keynote.key"),
    "kth": TypeIdentifier("com.apple.iwork.keynote.kth"),
    "band": TypeIdentifier("com.apple.garageband.project"),
    "logicx": .package,
    "imovielibrary": .package,
    "fcpbundle": .package,
    "photoslibrary": TypeIdentifier("com.apple.photos.library"),
    "playground": TypeIdentifier("com.apple.dt.playground"),
    "playgroundbook": .package,
    "swiftpm": .package,
    "xcodeproj": TypeIdentifier("com.apple.xcode.project"),
    "xcworkspace": TypeIdentifier("com.apple.dt.document.workspace"),
    "xcdatamodel": .package,
    "xcdatamodeld": .package,
    "graffle": .package,
    "oo3": .package,
    "ooutline": .package,
    "scriv": TypeIdentifier("com.literatureandlatte.scrivener3.scriv"),
    "dtbase2": .package,
    "mindnode": .package,
    "sparsebundle": TypeIdentifier("com.apple.disk-image-sparse-bundle"),
    "aplibrary": .package,
  ]

  /// Whether a folder of this name is one document; `extra` adds extensions, without dots.
  ///
  /// Upper and lower case are the same, and a name that is only an extension is none.
  public static func isPackage(name: [UInt8], extra: some Sequence<String> = [String]()) -> Bool {
    guard let suffix = FileNameExtension(of: name) else { return false }
    return builtIn[suffix.lowercased] != nil || extra.contains { suffix.matches($0) }
  }

  /// The type of a package of this name, `com.apple.package` where nothing better is known.
  public static func type(name: [UInt8]) -> TypeIdentifier {
    guard let suffix = FileNameExtension(of: name) else { return .package }
    return builtIn[suffix.lowercased] ?? .package
  }
}
