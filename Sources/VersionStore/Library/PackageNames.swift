import Content

/// Which folder names are those of one document.
enum PackageNames {
  static func contains(_ name: [UInt8], extra: [String]) -> Bool {
    PackageExtensions.isPackage(name: name, extra: extra)
  }
}
