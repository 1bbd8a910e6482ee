import Content
import Documents
import Files
import Testing

struct TypesAndNamesTests {
  private let types = DocumentTypes([
    DocumentType(
      TypeIdentifier("org.example.pad"), name: "pad", extensions: ["pad", "json"],
      conformsTo: [.json])
  ])

  @Test(arguments: [
    ("edu.stanford.cs193p.emojiart", "public.json", true),
    ("edu.stanford.cs193p.emojiart", "public.data", true),
    ("edu.stanford.cs193p.emojiart", "public.plain-text", false),
    ("org.example.pad", "public.text", true), ("org.example.pad", "public.item", true),
    ("public.json", "org.example.pad", false), ("org.unknown", "public.data", true),
    ("com.apple.package", "public.data", false), ("com.apple.package", "public.item", true),
  ])
  func conformanceGoesUp(_ type: String, _ other: String, _ conforms: Bool) {
    #expect(types.conforms(TypeIdentifier(type), to: TypeIdentifier(other)) == conforms)
  }

  @Test func typesAreToldByExtensionFirst() {
    #expect(types.type(of: "a.PAD", .file([])).rawValue == "org.example.pad")
    #expect(types.type(of: "a.json", .file([])).rawValue == "org.example.pad")
    #expect(types.type(of: "a", .file(Array("text".utf8))) == .plainText)
    let drawing = Array(#"{"emojis":[{"text":"a","x":1,"y":2,"size":3}]}"#.utf8)
    #expect(types.type(of: "a", .file(drawing)) == .emojiArt)
    #expect(types.type(of: "a.rtfd", .folder([])).rawValue == "com.apple.rtfd")
    #expect(types.name("Untitled", for: .emojiArt) == "Untitled.emojiart")
    #expect(types.name("Untitled", for: .data) == "Untitled")
  }

  @Test func endlessConformanceEnds() {
    let (a, b) = (TypeIdentifier("a"), TypeIdentifier("b"))
    let types = DocumentTypes([
      DocumentType(a, conformsTo: [b]), DocumentType(b, conformsTo: [a]),
    ])
    #expect(types.conforms(a, to: b) && !types.conforms(a, to: .json))
  }

  @Test(arguments: [
    ("a.txt", "a", "txt"), ("a.b.c", "a.b", "c"), (".hidden", ".hidden", ""), ("a.", "a.", ""),
    ("a", "a", ""),
  ])
  func namesHaveStemAndExtension(_ name: String, _ stem: String, _ suffix: String) {
    let name = FileName(name)
    #expect(name.stem == Array(stem.utf8) && name.extension == Array(suffix.utf8))
    #expect(FileName(stem: name.stem, extension: name.extension) == name)
  }

  @Test func addressesCarryAnyBytes() {
    let odd = FileURL(FilePath(Array("/a b/".utf8) + [0xFF, 0x25] + Array("é\n".utf8)))
    #expect("\(odd)" == "file:///a%20b/%FF%25%C3%A9%0A")
    #expect(FileURL(address: "\(odd)") == odd)
    #expect(FileURL(address: "file://localhost/a") == FileURL("/a"))
    #expect(FileURL("a", relativeTo: "/b/../c") == FileURL("/c/a"))
    for text in [
      "/a", "file:a", "http:///a", "file:///%", "file:///%0", "file:///%00", "file://x/a",
    ] {
      #expect(FileURL(address: text) == nil, "\(text)")
    }
  }
}
