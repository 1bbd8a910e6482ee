import Glibc

/// What a save puts on disk, four files, written and synced with nothing but system calls.
struct HandWriting {
  let folder: String
  /// Sizes of a compressed text of 4 kB, a tree, a compressed commit, and a reference.
  private static let sizes = [2_000, 60, 350, 41]
  private let content = [UInt8](repeating: UInt8(ascii: "x"), count: 2_000)

  /// Makes the folders in which the files of later saves will lie.
  init(folder: String) {
    self.folder = folder
    mkdir(folder, 0o700)
    for place in HandWriting.sizes.indices { mkdir("\(folder)/\(place)", 0o700) }
  }

  /// Writes the four files, each safely in its folder; the last replaces the one before it.
  func write(_ number: Int) -> Bool {
    for (place, size) in HandWriting.sizes.enumerated() {
      let parent = "\(folder)/\(place)"
      let draft = "\(parent)/draft"
      let name = place == 3 ? "\(parent)/reference" : "\(parent)/\(number)"
      let file = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      guard file >= 0, Glibc.write(file, content, size) == size, fsync(file) == 0,
        close(file) == 0, rename(draft, name) == 0
      else { return false }
      let above = open(parent, O_RDONLY | O_DIRECTORY)
      guard above >= 0, fsync(above) == 0, close(above) == 0 else { return false }
    }
    return true
  }
}
