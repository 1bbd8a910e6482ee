import Foundation
import Testing

@testable import versions

@Suite struct TableTests {
  private static let rows: [[TableCell]] = [
    ["1", "notes.txt", "4.1 kB", "first"],
    ["12", "日本.txt", "120 B", ""],
    ["3", "cafe\u{301} ❤️", "", "x"],
  ]

  private func written(
    _ columns: [TableColumn], layout: StreamingTable.Layout = .aligned
  ) throws -> String {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/out"
    let descriptor = open(path, O_CREAT | O_RDWR, 0o600)
    defer { close(descriptor) }
    let output = Output(descriptor: descriptor)
    var table = Table(columns)
    for row in Self.rows { table.add(row) }
    try table.write(to: output, layout: layout, colour: Colour(isOn: false))
    try output.flush()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func columnsAreAsWideAsTheirWidestCell() throws {
    let text = try written([.init(.right), .init(), .init(.right), .init()])
    #expect(
      text == """
         1  notes.txt  4.1 kB  first
        12  日本.txt    120 B
         3  cafe\u{301} ❤️            x

        """)
  }

  @Test func columnWithALimitIsCut() throws {
    let text = try written([.init(.right), .init(limit: 6), .init(.right), .init()])
    #expect(
      text
        == """
         1  notes…  4.1 kB  first
        12  日本.…   120 B
         3  cafe\u{301}…           x

        """.replacingOccurrences(of: "cafe\u{301}…           x", with: "cafe\u{301} …          x"))
  }

  @Test func tabsKeepTextWholeWhateverItsWidth() throws {
    let text = try written([.init(.right), .init(limit: 6), .init(.right), .init()], layout: .tabs)
    #expect(text == "1\tnotes.txt\t4.1 kB\tfirst\n12\t日本.txt\t120 B\t\n3\tcafe\u{301} ❤️\t\tx\n")
  }

  @Test func streamedRowThatIsTooWidePushesTheRest() {
    var table = StreamingTable([.init(width: 3), .init(.right, width: 3), .init()])
    #expect(table.bytes(["ab", "1", "x"]) == bytes("ab     1  x\n"))
    #expect(table.bytes(["abcde", "1", "x"]) == bytes("abcde    1  x\n"))
    #expect(table.bytes(["", "", ""]) == bytes("\n"))
    #expect(table.bytes(["", "", "x"]) == bytes("          x\n"))
  }

  @Test func colourDoesNotMoveColumns() {
    var table = StreamingTable([.init(width: 3), .init()], colour: Colour(isOn: true))
    let row = table.bytes([TableCell("a", .red), TableCell("", .dim)])
    #expect(row == bytes("\u{1b}[31ma\u{1b}[0m\n"))
    #expect(table.bytes([TableCell("a", .red), "b"]) == bytes("\u{1b}[31ma\u{1b}[0m    b\n"))
  }

  @Test func foreignTextIsMadeVisible() {
    #expect(TableCell(foreign: bytes("a\u{1b}b")).text == bytes(#"a\x1bb"#))
  }

  @Test(
    "Colour goes by the option, NO_COLOR, the terminal and TERM, in this order",
    arguments: [
      (ColourSetting.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false), (.auto, true, ["TERM": "xterm"], true),
      (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true), (.never, true, [:], false),
    ] as [(ColourSetting, Bool, [String: String], Bool)])
  func colour(setting: ColourSetting, isTerminal: Bool, variables: [String: String], expected: Bool)
  {
    let colour = Colour(setting, isTerminal: isTerminal) { variables[$0] }
    #expect(colour.isOn == expected)
  }
}
