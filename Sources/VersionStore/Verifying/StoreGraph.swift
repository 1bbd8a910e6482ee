import Files
import Git

/// All objects of a store as a check has read them, found by their names.
struct StoreGraph {
  private let parts: [StoreFacts]
  private var places: [ObjectID: Place] = [:]
  /// Objects that cannot be trusted and of which no other copy is whole.
  private(set) var damaged: [ObjectID: (reason: String, pack: String?)] = [:]
  /// Copies that cannot be trusted, of objects that are whole elsewhere.
  private(set) var damagedCopies: [(id: ObjectID, reason: String)] = []
  private(set) var damagedFiles: [(path: String, reason: String)] = []
  private(set) var misshapen: [(id: ObjectID, kind: ObjectKind, problem: String)] = []

  /// Where an object is: a part, and a position in it.
  struct Place: Sendable {
    let part: Int32
    let position: Int32
  }

  /// Reads all objects of a library's store.
  init(_ library: Library) throws(StoreError) {
    parts = try inStore { () throws(GitError) in
      try ObjectSweep(folder: library.repository.objects.folder).run { StoreFacts() }
    }
    places.reserveCapacity(parts.reduce(0) { $0 + $1.objects.count })
    for (part, facts) in parts.enumerated() {
      for (position, object) in facts.objects.enumerated() {
        places[object.id] = Place(part: Int32(part), position: Int32(position))
      }
      damagedFiles += facts.damagedFiles
      misshapen += facts.misshapen
    }
    for facts in parts {
      for (id, reason, pack) in facts.damaged {
        if places[id] == nil {
          damaged[id] = (reason, pack)
        } else {
          damagedCopies.append((id, reason))
        }
      }
    }
  }

  /// The count of objects that are whole.
  var count: Int { places.count }

  /// Where an object is that is whole.
  func place(of id: ObjectID) -> Place? { places[id] }

  /// The object at a place.
  func object(_ place: Place) -> StoreFacts.Object {
    parts[Int(place.part)].objects[Int(place.position)]
  }

  /// What the object at a place refers to.
  func links(_ place: Place) -> ArraySlice<StoreFacts.Link> {
    let object = object(place)
    return parts[Int(place.part)].links[object.firstLink..<(object.firstLink + object.linkCount)]
  }

  /// The facts of a version, nil where the object is none.
  func version(_ place: Place) -> StoreFacts.CommitFacts? {
    let object = object(place)
    guard object.kind == .commit, object.detail >= 0 else { return nil }
    return parts[Int(place.part)].commits[Int(object.detail)]
  }

  /// The path of a version at a place.
  func path(_ version: StoreFacts.CommitFacts, at place: Place) -> DocumentPath {
    parts[Int(place.part)].paths[Int(version.path)]
  }

  /// The name of a tree's only entry, nil for another tree.
  func name(_ place: Place) -> [UInt8]? {
    let object = object(place)
    guard object.kind == .tree, object.detail >= 0 else { return nil }
    return parts[Int(place.part)].names[Int(object.detail)]
  }

  /// The document that a blob names, nil where it names none.
  func identity(_ place: Place) -> UUID? { parts[Int(place.part)].identities[object(place).id] }

  /// The tag at a place, nil where there is none.
  func tag(_ place: Place) -> Tag? { parts[Int(place.part)].tags[object(place).id] }

  /// Calls a function with every version there is, whether its history has it or not.
  func forEachVersion(_ body: (ObjectID, Place, StoreFacts.CommitFacts) -> Void) {
    for (id, place) in places {
      if let version = version(place), !version.isJournal { body(id, place, version) }
    }
  }

  /// Calls a function with every object that is whole.
  func forEachObject(_ body: (StoreFacts.Object) -> Void) {
    for place in places.values { body(object(place)) }
  }
}

extension StoreFacts.CommitFacts {
  /// Whether it is an entry of the journal about a version, which has most of a version's facts.
  var isJournal: Bool { Version.isJournalEntry(event, isEmpty: isDeletion, size: size) }
}
