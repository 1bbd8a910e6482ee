import Files
import Testing

/// A program that saves a document as fast as it can, and notes what it was told.
final class Saver {
  let document: Word
  private let process: Child
  private let log: FilePath
  private let flag: FilePath
  private let errors: FilePath
  private var isStopped = false

  /// - Parameter pause: Seconds between two saves, as the shell has them.
  init(_ sandbox: Sandbox, _ document: Word, pause: String? = nil) throws {
    self.document = document
    log = sandbox.folder.appending("log-\(document.text)")
    flag = sandbox.folder.appending("go-\(document.text)")
    errors = sandbox.folder.appending("errors-\(document.text)")
    for path in [log, flag, errors] { _ = try File(path, [.write, .createNew]) }
    let script = """
      n=0
      while [ -e '\(flag)' ]; do
        \(pause.map { "sleep \($0)" } ?? ":")
        n=$((n+1))
        echo "content $n of \(document.text)" > '\(document.text)'
        if [ $((n % 5)) = 0 ]; then event=save; else event=autosave; fi
        answer=$($versions $event '\(document.text)' 2>> '\(errors)') &&
          echo "$event ${answer##* } $n" >> '\(log)'
      done
      """
    process = try sandbox.start(["sh", "-c", Word(script)])
  }

  func stop() {
    if isStopped { return }
    isStopped = true
    try? FileSystem.remove(flag)
    _ = try? process.finish(within: .seconds(120))
  }

  func complaints() throws -> String {
    String(decoding: try File(errors).readToEnd(), as: UTF8.self)
  }

  /// Makes sure that each version it was told of is there with its content.
  func check(_ sandbox: Sandbox, forgotten: Set<Int>, pruned: Bool) throws {
    let numbers = Set(try sandbox.history(document).map(\.version))
    let lines = try File(log).readToEnd().split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 20)
    for (index, line) in lines.enumerated() {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 3, let number = Int(words[1]) else {
        Issue.record("\(String(decoding: line, as: UTF8.self))")
        continue
      }
      if forgotten.contains(number) { continue }
      if pruned, words[0] == "autosave", !numbers.contains(number) { continue }
      if !numbers.contains(number) {
        Issue.record("version \(number) of \(document.text) is lost")
        continue
      }
      // Each would take long.
      if index % 10 == 0 {
        let content = try sandbox.content(document, number)
        #expect(content == Word("content \(words[2]) of \(document.text)\n"))
      }
    }
    #expect(try numbers == Set(sandbox.history(document).map(\.version)))
  }
}
