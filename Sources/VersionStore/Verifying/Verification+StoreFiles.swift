import Files
import Git

extension Verification {
  /// Whatever else lies in the store: its settings, locks, caches, and what was left in it.
  mutating func checkStoreFiles() {
    checkHead()
    checkSettings()
    checkPackedOrder()
    checkGuard()
    for path in strays {
      tellFile(.leftover, path, "is no reference of this store; a copying service may have left it")
    }
    for leftover in Leftovers(library).find() {
      switch leftover.kind {
      case .lock: tellFile(.lock, leftover.path, "was left by a process that is gone")
      case .draft: tellFile(.leftover, leftover.path, "was left by a write that did not finish")
      case .damaged: tellFile(.leftover, leftover.path, "was moved aside as damaged")
      case .stranger: tellFile(.leftover, leftover.path, "is no object of this store")
      }
    }
  }

  private mutating func tellFile(_ kind: Finding.Kind, _ path: FilePath, _ what: String) {
    let shown = path.relative(to: library.store) ?? path.relative(to: library.folder) ?? path.bytes
    var finding = Finding(kind, .note, "'\(printable(shown))' \(what)")
    finding.file = path
    tell(finding)
  }

  private mutating func checkHead() {
    let path = library.store.appending("HEAD")
    let bytes = (try? File(path).readToEnd(expecting: 100)) ?? []
    if bytes.elementsEqual("ref: refs/heads/never-born\n".utf8) { return }
    let marker = Array("ref: refs/heads/".utf8)
    // What git takes for a branch; anything else makes it say that the store is none.
    let isBranch =
      bytes.starts(with: marker) && bytes.last == UInt8(ascii: "\n")
      && bytes.count > marker.count + 1
      && bytes.dropFirst(marker.count).dropLast().allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    var finding = Finding(
      .store, isBranch ? .note : .damage,
      isBranch
        ? "'HEAD' names another branch than the one that is never born"
        : "'HEAD' makes no sense, and git may take the store for none")
    finding.file = path
    tell(finding)
  }

  private mutating func checkSettings() {
    func finding(_ severity: Finding.Severity, _ message: String) -> Finding {
      var finding = Finding(.store, severity, "'config': \(message)")
      finding.file = library.store.appending("config")
      return finding
    }
    let all: [(name: String, value: String)]
    do throws(StoreError) {
      all = try inStore { () throws(GitError) in
        try library.repository.configuration().all(beginning: "")
      }
    } catch {
      return tell(finding(.damage, error.message))
    }
    if let last = try? File(library.store.appending("config")).readToEnd().last,
      last != UInt8(ascii: "\n")
    {
      tell(finding(.note, "it does not end with a newline, and may be cut off"))
    }
    for problem in StoreSettings.problems(in: all, library.settings) {
      tell(finding(problem.severity, problem.message))
    }
  }

  /// Packed references are found by halving, so they must be in order where they say so.
  private mutating func checkPackedOrder() {
    let path = library.store.appending("packed-refs")
    guard let bytes = try? File(path).readToEnd() else { return }
    var last: ArraySlice<UInt8> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "#") {
        let words = line.split(separator: UInt8(ascii: " "))
        if !words.contains(where: { $0.elementsEqual("sorted".utf8) }) { return }
        continue
      }
      if line.first == UInt8(ascii: "^") { continue }
      let name = line.dropFirst(41)
      if !last.lexicographicallyPrecedes(name) {
        var finding = Finding(.reference, "'packed-refs' is not in the order that it says it is in")
        finding.file = path
        return tell(finding)
      }
      last = name
    }
  }

  private mutating func checkGuard() {
    do throws(StoreError) {
      try ReferenceGuard(library).check()
    } catch {
      if findings.contains(where: { $0.reference == "packed-refs" }) { return }
      var finding = Finding(.reference, error.message)
      finding.reference = "packed-refs"
      tell(finding)
    }
  }
}
