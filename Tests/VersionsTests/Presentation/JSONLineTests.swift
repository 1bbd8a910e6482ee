import Foundation
import Testing

@testable import versions

@Suite struct JSONLineTests {
  @Test func keysComeInTheOrderInWhichTheyAreWritten() {
    var line = JSONLine()
    line.field("document", path: bytes("a.txt"))
    line.field("version", 12)
    line.field("label", ifAny: nil as String?)
    line.object("author") { inner in
      inner.field("name", "Anna")
      inner.field("email", "a@b")
    }
    line.object("empty") { _ in }
    line.field("time", LocalTime(seconds: 0, offset: 3600))
    line.field("locked", true)
    line.array("pruned", [5, 6])
    line.array("hints", ["a", "b\n"])
    let expected =
      #"{"document":"a.txt","version":12,"author":{"name":"Anna","email":"a@b"},"empty":{},"#
      + #""time":"1970-01-01T01:00:00+01:00","locked":true,"pruned":[5,6],"hints":["a","b\n"]}"#
    #expect(line.finished() == bytes(expected + "\n"))
  }

  @Test(
    arguments: [
      ([], #"{"p":""}"#),
      (bytes("a\"\\/\u{8}\u{c}\n\r\t\u{1b}\u{7f}"), #"{"p":"a\"\\/\b\f\n\r\t\u001b\u007f"}"#),
      (bytes("\u{85}\u{2028}\u{2029}é👨‍👩‍👧‍👦"), #"{"p":"\u0085\u2028\u2029é👨‍👩‍👧‍👦"}"#),
      (bytes("100%"), #"{"p":"100%"}"#), (bytes("é%"), #"{"p":"é%"}"#),
      ([0x61, 0xFF, 0x25, 0x0A], #"{"p":"a%FF%25\n","documentEncoding":"percent"}"#),
      (bytes("é") + [0xE9], #"{"p":"é%E9","documentEncoding":"percent"}"#),
    ] as [([UInt8], String)])
  func paths(path: [UInt8], expected: String) {
    var line = JSONLine()
    line.field("p", path: path)
    #expect(line.finished() == bytes(expected + "\n"))
  }

  @Test func textThatIsNotUTF8GetsReplacements() {
    var line = JSONLine()
    line.field("label", text: [0x61, 0xFF, 0xC3])
    #expect(line.finished() == bytes("{\"label\":\"a\u{fffd}\u{fffd}\"}\n"))
  }

  @Test func writerBeginsANewLineAfterOne() throws {
    var line = JSONLine()
    var lines: [UInt8] = []
    for number in 1...2 {
      line.field("n", number)
      try line.finish { lines += $0 }
    }
    #expect(lines == bytes("{\"n\":1}\n{\"n\":2}\n"))
  }

  @Test(
    "Python reads back what any bytes became",
    .enabled(if: isInstalled("python3"), "python3 is not installed"))
  func pythonReadsBack() throws {
    var random = SplitMix(state: 42)
    let parts: [[UInt8]] = [
      [0], [0x0A], [0x0D], [0x1B], [0x22], [0x5C], [0x2F], [0x7F], [0x80], [0xC3], [0xFF], [0x25],
      bytes("\u{85}"), bytes("\u{2028}"), bytes("\u{feff}"), bytes("\u{fffd}"), bytes("é"),
      bytes("👨‍👩‍👧‍👦"), bytes("abc"), bytes("\\u0041"), bytes("%41"), [0xED, 0xA0, 0x80], [0xF0, 0x9F],
    ]
    var input = ""
    var count = 0
    for _ in 0..<3000 {
      var text: [UInt8] = []
      for _ in 0..<(random.next() % 8) { text += parts[Int(random.next() % UInt64(parts.count))] }
      var line = JSONLine()
      line.field("hex", text.map(VisibleText.hex).joined())
      line.field("path", path: text, encodingKey: "pathEncoding")
      line.object("inner") { $0.field("text", text: text) }
      line.array("list", [VisibleText.string(text), "x"])
      line.field("last", Int(truncatingIfNeeded: random.next()))
      input += String(decoding: line.finished(), as: UTF8.self)
      count += 1
    }
    let script = """
      import json, sys, urllib.parse
      count = 0
      for line in sys.stdin.buffer.read().split(b"\\n")[:-1]:
          assert len(line.decode("utf-8").splitlines()) == 1, line
          value = json.loads(line.decode("utf-8"))
          raw = bytes.fromhex(value["hex"])
          path = value["path"]
          if value.get("pathEncoding") == "percent":
              assert urllib.parse.unquote_to_bytes(path) == raw, line
          else:
              assert path.encode("utf-8") == raw, line
          text = value["inner"]["text"]
          try:
              assert text == raw.decode("utf-8"), line
          except UnicodeDecodeError:
              assert "\\ufffd" in text, line
          assert list(value)[-1] == "last" and value["list"][1] == "x", line
          count += 1
      print(count)
      """
    let answer = try run("python3", ["-c", script], input: input)
    #expect(answer.error == "")
    #expect(answer.output == "\(count)\n")
  }
}
