/// What git demands of the form of an object, as `git fsck --strict` has it.
public enum ObjectForm {
  /// What is wrong with a commit; nil for nothing.
  public static func problem(ofCommit bytes: [UInt8]) -> String? {
    var lines = HeaderLines(bytes)
    guard let tree = lines.next("tree ") else { return "it names no tree" }
    guard isName(tree) else { return "the name of its tree makes no sense" }
    while let parent = lines.next("parent ") {
      guard isName(parent) else { return "the name of the version before it makes no sense" }
    }
    guard let author = lines.next("author ") else { return "it has no author" }
    if let problem = problem(ofPerson: author) { return "its author has \(problem)" }
    if lines.next("author ") != nil { return "it has several authors" }
    guard let committer = lines.next("committer ") else { return "it does not say who saved it" }
    if let problem = problem(ofPerson: committer) { return "who saved it has \(problem)" }
    guard lines.reachEnd() else { return "its header does not end" }
    return bytes.contains(0) ? "it holds a NUL" : nil
  }

  /// What is wrong with a tag; nil for nothing.
  public static func problem(ofTag bytes: [UInt8]) -> String? {
    var lines = HeaderLines(bytes)
    guard let object = lines.next("object ") else { return "it names no object" }
    guard isName(object) else { return "the name of its object makes no sense" }
    guard let type = lines.next("type "),
      ObjectKind(rawValue: String(decoding: type, as: UTF8.self)) != nil
    else { return "it does not say what it names" }
    guard lines.next("tag ") != nil else { return "it has no name" }
    guard let tagger = lines.next("tagger ") else { return "it does not say who gave it" }
    if let problem = problem(ofPerson: tagger) { return "who gave it has \(problem)" }
    return lines.reachEnd() ? nil : "its header does not end"
  }

  /// What is wrong with a tree; nil for nothing.
  public static func problem(ofTree bytes: [UInt8]) -> String? {
    guard let tree = Tree(bytes: bytes) else { return "its entries make no sense" }
    var names: Set<[UInt8]> = []
    var last: Tree.Entry?
    for entry in tree.entries {
      switch entry.mode {
      case 0o100644, 0o100755, 0o120000, 0o040000, 0o160000: break
      default: return "an entry has the mode \(String(entry.mode, radix: 8))"
      }
      if entry.id == .zero { return "an entry leads nowhere" }
      if entry.name.isEmpty { return "an entry has no name" }
      if entry.name.contains(UInt8(ascii: "/")) { return "a name has a '/' in it" }
      if entry.name.elementsEqual(".".utf8) || entry.name.elementsEqual("..".utf8) {
        return "an entry is called '.' or '..'"
      }
      if let last {
        guard sortKey(last).lexicographicallyPrecedes(sortKey(entry)) else {
          return "its entries are not in order"
        }
        if names.isEmpty { names.insert(last.name) }
        guard names.insert(entry.name).inserted else { return "it has a name twice" }
      }
      last = entry
    }
    // A mode with a zero before it is another spelling of the same tree.
    return tree.entries.isEmpty || tree.hasBytes(bytes) ? nil : "a mode has a zero before it"
  }

  private static func sortKey(_ entry: Tree.Entry) -> [UInt8] {
    entry.isTree ? entry.name + [UInt8(ascii: "/")] : entry.name
  }

  private static func isName(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.count == 40
      && digits.allSatisfy { hexDigit($0) != nil && !(0x41...0x46).contains($0) }
  }

  /// What is wrong with `Name <mail> 1700000000 +0100`; nil for nothing.
  private static func problem(ofPerson line: ArraySlice<UInt8>) -> String? {
    func find(_ start: Int) -> Int {
      line[start...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        ?? line.endIndex
    }
    let open = find(line.startIndex)
    guard open < line.endIndex, line[open] == UInt8(ascii: "<") else { return "no mail address" }
    guard open > line.startIndex, line[open - 1] == UInt8(ascii: " ") else {
      return "no name before the mail address"
    }
    let close = find(open + 1)
    guard close < line.endIndex, line[close] == UInt8(ascii: ">") else {
      return "a mail address that makes no sense"
    }
    var date = line[(close + 1)...]
    guard date.popFirst() == UInt8(ascii: " ") else { return "no time" }
    let seconds = date.prefix { (0x30...0x39).contains($0) }
    let zone = date.dropFirst(seconds.count)
    guard !seconds.isEmpty, seconds.count < 19, zone.first == UInt8(ascii: " "),
      seconds.count == 1 || seconds.first != UInt8(ascii: "0")
    else { return "a time that makes no sense" }
    let offset = zone.dropFirst()
    guard offset.count == 5,
      offset.first == UInt8(ascii: "+") || offset.first == UInt8(ascii: "-"),
      offset.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return "a zone that makes no sense" }
    return nil
  }
}

/// The lines before the empty one, in their order.
private struct HeaderLines {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What follows a key, where that line is next.
  mutating func next(_ key: StaticString) -> ArraySlice<UInt8>? {
    let length = key.utf8CodeUnitCount
    guard bytes.count - position >= length,
      key.withUTF8Buffer({ bytes[position..<(position + length)].elementsEqual($0) }),
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    defer { position = end + 1 }
    return bytes[(position + length)..<end]
  }

  /// Whether an empty line comes, with any lines of other keys before it.
  mutating func reachEnd() -> Bool {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") { return true }
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
      if bytes[position..<end].contains(0) { return false }
      position = end + 1
    }
    // Git takes a commit without message for whole.
    return bytes.last == UInt8(ascii: "\n")
  }
}

extension Tree {
  /// Whether these are the bytes that its entries are written as, in the order they stand.
  fileprivate func hasBytes(_ bytes: [UInt8]) -> Bool {
    var count = 0
    for entry in entries { count += entry.modeDigits + 1 + entry.name.count + 1 + 20 }
    return count == bytes.count
  }
}

extension Tree.Entry {
  fileprivate var modeDigits: Int { mode >= 0o100000 ? 6 : mode >= 0o010000 ? 5 : 4 }
}
