import Files
import VersionStore

extension JSONLine {
  /// The fields of a version, the same wherever one is printed.
  mutating func fields(of version: Version) {
    field("document", path: version.path.bytes)
    field("id", version.document.description)
    field("version", version.number)
    field("versionId", ifAny: version.identifier?.description)
    field("event", version.event.rawValue)
    field("label", ifAny: version.label)
    field("time", LocalTime(version.time))
    field("modified", LocalTime(version.modified))
    object("author") { (author) in
      author.field("name", version.author.name)
      author.field("email", version.author.email)
    }
    field("host", ifAny: version.host)
    field("app", ifAny: version.app)
    field("size", ifAny: version.size)
    field("type", ifAny: version.type)
    field("commit", version.commit.hex)
    field("from", ifAny: version.origin?.description)
    field("source", ifAny: version.source)
  }
}

extension LocalTime {
  /// A moment of the store.
  init(_ moment: Moment) {
    self.init(
      seconds: moment.time.seconds, nanoseconds: moment.time.nanoseconds,
      offset: moment.offset * 60)
  }
}
