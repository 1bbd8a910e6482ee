import Testing

@testable import Content

@Suite struct UnifiedPatchTests {
  static func patch(
    _ old: String?, _ new: String?, name: String = "a.txt",
    mode: (UInt32, UInt32) = (0o100644, 0o100644),
    newName: String? = nil
  ) -> String {
    let patch = UnifiedPatch(
      old: PatchSide(name: name, content: old.map { TextContent(utf8($0)) }, mode: mode.0),
      new: PatchSide(
        name: newName ?? name, content: new.map { TextContent(utf8($0)) }, mode: mode.1))
    return String(decoding: patch.bytes, as: UTF8.self)
  }

  @Test("The unified form is git's, to the byte")
  func exactForms() {
    #expect(
      Self.patch("one\ntwo", "one\ntwo\n") == """
        diff --git a/a.txt b/a.txt
        --- a/a.txt
        +++ b/a.txt
        @@ -1,2 +1,2 @@
         one
        -two
        \\ No newline at end of file
        +two

        """)
    #expect(
      Self.patch("a\r\n", "b\r\n")
        == "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\r\n+b\r\n")
    #expect(
      Self.patch(nil, "x\n") == """
        diff --git a/a.txt b/a.txt
        new file mode 100644
        --- /dev/null
        +++ b/a.txt
        @@ -0,0 +1 @@
        +x

        """)
    #expect(
      Self.patch("x\n", nil, mode: (0o100755, 0o100755)) == """
        diff --git a/a.txt b/a.txt
        deleted file mode 100755
        --- a/a.txt
        +++ /dev/null
        @@ -1 +0,0 @@
        -x

        """)
    #expect(
      Self.patch(nil, "") == "diff --git a/a.txt b/a.txt\nnew file mode 100644\n")
    #expect(
      Self.patch("x\n", "x\n", mode: (0o100644, 0o100755))
        == "diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n")
    #expect(Self.patch("x\n", "x\n") == "")
    #expect(Self.patch("", nil).hasSuffix("deleted file mode 100644\n"))
    #expect(
      Self.patch("x\n", "y\n", name: "my file").hasPrefix(
        "diff --git a/my file b/my file\n--- a/my file\t\n+++ b/my file\t\n@@"))
  }

  @Test(
    "Names are quoted as git quotes them",
    arguments: [
      ("plain", "x/plain"), ("with blank", "x/with blank"), ("ü🐝", "x/ü🐝"),
      ("tab\t", "\"x/tab\\t\""), ("quote\"", "\"x/quote\\\"\""), ("back\\", "\"x/back\\\\\""),
      ("new\nline", "\"x/new\\nline\""), ("\u{1}ü", "\"x/\\001ü\""),
    ])
  func quoting(_ name: String, _ quoted: String) {
    #expect(
      String(decoding: QuotedName.bytes(of: utf8(name), prefix: "x/"), as: UTF8.self) == quoted)
  }

  @Test("Bytes that are no UTF-8 are quoted in octal, others beyond ASCII only if asked")
  func octal() {
    let bad = QuotedName.bytes(of: [0x61, 0xFF])
    #expect(String(decoding: bad, as: UTF8.self) == "\"a\\377\"")
    let all = QuotedName.bytes(of: utf8("ü"), quotesNonASCII: true)
    #expect(String(decoding: all, as: UTF8.self) == "\"\\303\\274\"")
  }

  @Test("Empty and absent files, modes and odd names go through git apply")
  func gitTakesTheRest() {
    let scratch = ScratchFolder()
    writeFile(scratch.path + "/gone", [])
    writeFile(scratch.path + "/mode", utf8("x\n"))
    writeFile(scratch.path + "/from here", utf8("a\nb\nc\nd\n"))
    var patch = Self.patch("", nil, name: "gone")
    patch += Self.patch(nil, "", name: "come")
    patch += Self.patch("x\n", "y\n", name: "mode", mode: (0o100644, 0o100755))
    patch += Self.patch("a\nb\nc\nd\n", "a\nb\nc\nD\n", name: "from here", newName: "to \"there\"")
    let result = runProgram(["git", "apply", "-"], in: scratch.path, input: utf8(patch))
    #expect(result.status == 0, "\(result.errors)")
    #expect(readFile(scratch.path + "/gone") == nil)
    #expect(readFile(scratch.path + "/come") == [])
    #expect(readFile(scratch.path + "/mode") == utf8("y\n"))
    #expect(readFile(scratch.path + "/to \"there\"") == utf8("a\nb\nc\nD\n"))
    withExtendedLifetime(scratch) {}
  }

  @Test("A patch on a terminal shows its control characters as escapes")
  func visiblePatch() {
    let patch = UnifiedPatch(
      old: PatchSide(name: "a", content: TextContent(utf8("x\r\n"))),
      new: PatchSide(name: "a", content: TextContent(utf8("\u{1B}[2J"))))
    #expect(
      patch.visibleLines() == [
        "diff --git a/a b/a", "--- a/a", "+++ b/a", "@@ -1 +1 @@", "-x\\x0d", "+\\x1b[2J",
        "\\ No newline at end of file",
      ])
  }

  @Test("Options leave out what they say")
  func options() {
    func count(_ old: String, _ new: String, _ set: (inout ComparisonOptions) -> Void) -> Int {
      var options = ComparisonOptions()
      set(&options)
      let one = TextContent(utf8(old))
      let two = TextContent(utf8(new))
      return TextDiff(old: one, new: two, options: options).hunks.count
    }
    #expect(count("a b\n", "a  b \n") { $0.whitespace = .ignoringChange } == 0)
    #expect(count("ab\n", "a b\n") { $0.whitespace = .ignoringChange } == 1)
    #expect(count("ab\n", "a b\n") { $0.whitespace = .ignoringAll } == 0)
    #expect(count("a\n", "a \t\n") { $0.whitespace = .ignoringAtLineEnd } == 0)
    #expect(count(" a\n", "a\n") { $0.whitespace = .ignoringAtLineEnd } == 1)
    #expect(count("a\nb\n", "a\n\n\nb\n") { $0.ignoresBlankLines = true } == 0)
    #expect(count("a\nb\n", "a\n\nB\n") { $0.ignoresBlankLines = true } == 1)
  }
}
