import Files
import Git

/// What processes that died left in a store and beside it.
struct Leftovers {
  /// One file or folder that was left.
  struct Leftover {
    enum Kind {
      /// A lock of git's or of ours.
      case lock
      /// Something half written.
      case draft
      /// An object that was damaged, and that a whole one took the place of.
      case damaged
      /// A file among the objects that is none.
      case stranger
    }

    let kind: Kind
    let path: FilePath
  }

  private let store: FilePath
  private let now: Int64

  init(_ library: Library) {
    store = library.store
    now = library.surroundings.now().seconds
  }

  /// Seconds after which nobody can still be at work on a lock or a draft.
  private static let patience: Int64 = 60
  /// The same for what git's upkeep writes, which takes its time.
  private static let packPatience: Int64 = 600

  /// Finds all.
  func find() -> [Leftover] {
    var found: [Leftover] = []
    for entry in entries(store) where entry.name.hasSuffix(".lock") {
      add(.lock, store.appending(entry.name), to: &found)
    }
    findLocks(in: store.appending("refs"), &found)
    findInObjects(&found)
    // A library that was never finished stands beside the store.
    let beside = store.lastComponent + Array(".new-".utf8)
    for entry in entries(store.parent) where entry.name.starts(with: beside) {
      add(.draft, store.parent.appending(entry.name), to: &found)
    }
    return found
  }

  private func findLocks(in folder: FilePath, _ found: inout [Leftover]) {
    for entry in entries(folder) {
      let path = folder.appending(entry.name)
      if entry.kind == .folder {
        findLocks(in: path, &found)
      } else if entry.name.hasSuffix(".lock") {
        add(.lock, path, to: &found)
      }
    }
  }

  private func findInObjects(_ found: inout [Leftover]) {
    let objects = store.appending("objects")
    for entry in entries(objects) {
      let path = objects.appending(entry.name)
      if entry.name.starts(with: "damaged-".utf8) {
        found.append(Leftover(kind: .damaged, path: path))
      } else if isDraft(entry.name) {
        add(.draft, path, to: &found)
      } else if entry.name.count == 2, entry.name.allSatisfy({ hexDigit($0) != nil }) {
        for file in entries(path) where ObjectID(hex: entry.name + file.name) == nil {
          add(isDraft(file.name) ? .draft : .stranger, path.appending(file.name), to: &found)
        }
      }
    }
    let packs = objects.appending("pack")
    for entry in entries(packs) where isDraft(entry.name) {
      add(.draft, packs.appending(entry.name), after: Leftovers.packPatience, to: &found)
    }
  }

  private func isDraft(_ name: [UInt8]) -> Bool {
    // git's and libgit2's names for what they are writing.
    ["tmp_", ".tmp-", "incoming-", "pack_git2_"].contains { name.starts(with: $0.utf8) }
  }

  private func add(
    _ kind: Leftover.Kind, _ path: FilePath, after patience: Int64 = patience,
    to found: inout [Leftover]
  ) {
    guard let status = try? FileStatus.find(path), now - status.modified.seconds >= patience else {
      return
    }
    found.append(Leftover(kind: kind, path: path))
  }

  private func entries(_ folder: FilePath) -> [Folder.Entry] {
    (try? Folder.entries(of: folder)) ?? []
  }
}

extension [UInt8] {
  /// Whether it ends with the UTF-8 of a text.
  fileprivate func hasSuffix(_ suffix: String) -> Bool {
    let suffix = Array(suffix.utf8)
    return count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
