import Glibc
import Testing

/// The shared trouble cases, read in place; they lie beside the package.
enum SharedCases {
  static let folder: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    // Folder of this file, ContentTests, Tests, package; then beside the package or one higher.
    parts.removeLast(4)
    let package = parts.joined(separator: "/")
    let beside = package + "/../shared/cases"
    return access(beside, R_OK) == 0 ? beside : package + "/../../shared/cases"
  }()

  static var areThere: Bool { access(folder, R_OK) == 0 }
  static let absence: Comment = "the shared cases are not beside the package"

  static func read(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen(folder + "/" + name, "rb"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
