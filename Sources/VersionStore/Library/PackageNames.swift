import Content

/// Which folder names are those of one document.
enum PackageNames {
  static func contains(_ name: [UInt8], extra: [String]) -> Bool {
    PackageExtensions.isPackage(name: name, extra: extra)
  }
}

extension Library {
  /// Lets folders with some extensions be documents, as the setting `packages` does; holds for libraries
  /// opened from then on. Those that are documents already are passed over.
  public func declarePackages(_ extensions: [String]) throws(StoreError) {
    let new = extensions.filter { !isPackageName(Array("a.\($0)".utf8)) }
    if new.isEmpty { return }
    let all = settings.packages + new
    try set(try Setting.named(Array("packages".utf8)), to: all.joined(separator: ","))
  }
}
