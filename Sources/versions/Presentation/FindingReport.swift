import Files
import VersionStore

/// What a check found, a line each, with `--json` an object each; and how much was looked at.
struct FindingReport {
  private let globals: GlobalArguments
  private let output: Output
  private let colour: Colour
  private var damages = 0
  private var notes = 0

  init(_ context: borrowing Context) {
    globals = context.globals
    output = context.output
    colour = context.colour
  }

  /// Whether damage was among what was written.
  var hasDamage: Bool { damages > 0 }

  /// Writes one finding.
  mutating func write(_ finding: Finding) throws {
    if finding.severity == .damage { damages += 1 } else { notes += 1 }
    if globals.json {
      var line = JSONLine()
      line.fields(of: finding)
      return try output.write(line.finished())
    }
    var line: [UInt8] = []
    colour.append(
      Array(finding.severity.rawValue.utf8), finding.severity == .damage ? .red : .dim, to: &line)
    line += ": ".utf8
    line += VisibleText.bytes(Array(finding.message.utf8))
    line.append(UInt8(ascii: "\n"))
    try output.write(line)
  }

  /// Writes what a repair did.
  func write(_ step: RepairStep) throws {
    if globals.json {
      var line = JSONLine()
      line.field("repair", step.isDone ? "done" : "impossible")
      line.field("message", step.message)
      if let path = step.path { line.field("document", path: path.bytes) }
      return try output.write(line.finished())
    }
    var line: [UInt8] = []
    colour.append(
      Array((step.isDone ? "repaired" : "not repaired").utf8), step.isDone ? .green : .red,
      to: &line)
    line += ": ".utf8
    line += VisibleText.bytes(Array(step.message.utf8))
    line.append(UInt8(ascii: "\n"))
    try output.write(line)
  }

  /// Writes the end.
  mutating func finish(_ summary: Verification.Summary) throws {
    if globals.json {
      var line = JSONLine()
      line.field("result", hasDamage ? "damaged" : "whole")
      line.field("damages", damages)
      line.field("notes", notes)
      line.field("documents", summary.documents)
      line.field("versions", summary.versions)
      line.field("objects", summary.objects)
      return try output.write(line.finished())
    }
    let looked =
      "\(counted(summary.versions, "version")) of \(counted(summary.documents, "document")), "
      + counted(summary.objects, "object")
    let result =
      hasDamage
      ? counted(damages, "damage") : notes > 0 ? "whole, \(counted(notes, "note"))" : "whole"
    try output.write("\(looked): \(result)\n")
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension JSONLine {
  /// The fields of a finding.
  mutating func fields(of finding: Finding) {
    field("finding", finding.kind.rawValue)
    field("severity", finding.severity.rawValue)
    field("message", finding.message)
    if let path = finding.path { field("document", path: path.bytes) }
    field("id", ifAny: finding.document?.description)
    if !finding.versions.isEmpty { array("numbers", finding.versions) }
    field("object", ifAny: finding.object?.hex)
    field("reference", ifAny: finding.reference)
    if let file = finding.file { field("file", path: file.bytes, encodingKey: "fileEncoding") }
  }
}
