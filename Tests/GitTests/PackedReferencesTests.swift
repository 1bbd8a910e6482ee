import Files
import Testing

@testable import Git

struct PackedReferencesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let header = "# pack-refs with: peeled fully-peeled sorted \n"

  private func name(_ number: Int) -> String {
    let hex = ObjectID.digest(of: bytes("\(number)")).hex
    return "refs/documents/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(30))"
  }

  private func id(_ number: Int) -> ObjectID { ObjectID.digest(of: bytes("value \(number)")) }

  private func all() throws -> [String: ObjectID] {
    var found: [String: ObjectID] = [:]
    try scratch.references.forEach(below: "refs/") { (name, id) throws(GitError) in
      found[name] = try id.get()
      return true
    }
    return found
  }

  @Test("Every reference of a sorted file is found", arguments: [0, 1, 2, 3, 10, 999])
  func sorted(count: Int) throws {
    let names = (0..<count).map(name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var text = Self.header
    for (number, name) in names.enumerated() {
      text += "\(id(number)) \(name)\n"
      // Annotated tags have a line with what they are about.
      if number % 3 == 0 { text += "^\(id(-1))\n" }
    }
    try scratch.write(bytes(text), at: "packed-refs")
    for (number, name) in names.enumerated() {
      #expect(try scratch.references.find(name) == id(number))
      #expect(try scratch.references.find(name + "0") == nil)
      #expect(try scratch.references.find(String(name.dropLast())) == nil)
    }
    #expect(try scratch.references.find("refs/") == nil)
    #expect(try scratch.references.find("refs/zzz") == nil)
    #expect(try all().count == count)
    #expect(try scratch.references.packedCount()?.count == count)
  }

  @Test(
    "A file that does not say it is sorted is read whole",
    arguments: ["", "# pack-refs with: peeled \n", "# pack-refs with:\n", "# unsorted \n"])
  func unsorted(header: String) throws {
    let order = [5, 3, 9, 1, 0]
    let text = header + order.map { "\(id($0)) \(name($0))\n" }.joined()
    try scratch.write(bytes(text), at: "packed-refs")
    for number in order { #expect(try scratch.references.find(name(number)) == id(number)) }
    #expect(try scratch.references.find(name(2)) == nil)
    #expect(try all().count == order.count)
    #expect(try scratch.references.packedCount()?.count == order.count)
  }

  @Test func prefixIsFoundInASortedFileAndInOneThatIsNot() throws {
    for header in [Self.header, ""] {
      var lines = (0..<300).map { "\(id($0)) \(name($0))\n" }
        .sorted { $0.dropFirst(41).utf8.lexicographicallyPrecedes($1.dropFirst(41).utf8) }
      if header.isEmpty { lines.reverse() }
      try scratch.write(bytes(header + lines.joined()), at: "packed-refs")
      let wanted = (0..<300).filter { name($0).hasPrefix("refs/documents/0") }.map(name)
      try #require(wanted.count > 3)
      var found: [String] = []
      for digit in "0123456789abcdef" {
        try scratch.references.forEach(below: "refs/documents/0\(digit)/") { name, _ in
          found.append(name)
          return true
        }
      }
      #expect(found == wanted.sorted())
    }
  }

  @Test func cutAtEveryByteIsDamageOrAWholeNumberOfLines() throws {
    let names = (0..<4).map(name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let whole = bytes(
      Self.header + names.map { "\(id(0)) \($0)\n^\(id(1))\n" }.joined())
    for length in 0..<whole.count {
      let cut = Array(whole[..<length])
      try scratch.write(cut, at: "packed-refs")
      for name in names {
        let error = failure { () throws(GitError) in try scratch.references.find(name) }
        if cut.last == 0x0A {
          #expect(error == nil)
        } else {
          guard case .referenceDamaged("packed-refs", _)? = error else {
            Issue.record("length \(length): \(String(describing: error))")
            continue
          }
        }
      }
    }
  }

  @Test func damagedBytesNeverTrapNorGoOnForEver() throws {
    let names = (0..<6).map(name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let whole = bytes(Self.header + names.map { "\(id(0)) \($0)\n^\(id(1))\n" }.joined())
    var random = Seeded(11)
    for _ in 0..<3000 {
      try scratch.write(random.damaged(whole), at: "packed-refs")
      for name in names { _ = try? scratch.references.find(name) }
      _ = try? scratch.references.forEach(below: "refs/") { _, _ in true }
      _ = try? scratch.references.packedCount()
    }
  }

  @Test func damagedLineHidesNoReferenceBySayingItIsNotThere() throws {
    try scratch.write(
      bytes(Self.header + "\(id(0)) \(name(0))\n\(id(1).hex.dropLast()) \(name(1))\n"),
      at: "packed-refs")
    guard
      case .referenceDamaged? = failure({ () throws(GitError) in
        try scratch.references.find("refs/zz")
      })
    else {
      Issue.record("a damaged line was passed over")
      return
    }
  }

  @Test func fileThatGitPacksIsFoundIn() throws {
    let tree = try scratch.objects.write(.tree, [])
    var input = ""
    for number in 0..<200 { input += "create \(name(number)) \(tree.hex)\n" }
    try scratch.git("update-ref", "--stdin", input: bytes(input))
    try scratch.git("tag", "-a", "-m", "x", "annotated", tree.hex)
    try scratch.git("pack-refs", "--all")
    #expect(try FileStatus.find(scratch.folder.appending(name(7))) == nil)
    for number in 0..<200 { #expect(try scratch.references.find(name(number)) == tree) }
    #expect(try scratch.references.find("refs/tags/annotated") != nil)
    #expect(try scratch.references.packedCount()?.count == 201)
  }
}
