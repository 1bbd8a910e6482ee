import Git

/// How far a document's history in one library has come in another.
///
/// A document that moves has one history, in which every number is one version, whatever library it
/// was made in: the deletion that ends it in one library is a version of it in the other, too, before
/// the one that says where it is there. So it can move back and forth, and one of two chains always
/// is the beginning of the other, but for what was pruned or purged.
enum SharedHistory {
  /// The other library has none of it, or a beginning: these versions are to follow there.
  case behind([Version])
  /// All of it is there, and these versions after it.
  case ahead([Version])
  /// Both have versions of their own.
  case apart

  /// Compares a chain with one of the same document in another library, both oldest first.
  init(_ own: [Version], _ other: [Version]) {
    var numbered: [Int: [UInt8]] = [:]
    for version in own { numbered[version.number] = version.persistentIdentifier }
    let agree = other.allSatisfy {
      numbered[$0.number] == nil || numbered[$0.number] == $0.persistentIdentifier
    }
    let last = own.last?.number ?? 0
    let otherLast = other.last?.number ?? 0
    if !agree {
      self = .apart
    } else if otherLast <= last {
      self = .behind(own.filter { $0.number > otherLast })
    } else {
      self = .ahead(other.filter { $0.number > last })
    }
  }
}
