/// What extensions say about text and data, used where the bytes leave it open.
enum FileNameTypes {
  /// A type of text.
  struct Text: Sendable {
    /// The type where the bytes are text.
    let textType: TypeIdentifier
    /// The type where the bytes are JSON; `nil` for types that JSON is not.
    let jsonType: TypeIdentifier?
    /// Whether the name leaves open that the content is JSON.
    let isNeutral: Bool

    init(_ type: String) {
      textType = TypeIdentifier(type)
      jsonType = nil
      isNeutral = false
    }

    private init(_ text: TypeIdentifier, json: TypeIdentifier?) {
      textType = text
      jsonType = json
      isNeutral = true
    }

    /// JSON by name; it reads as plain text where it is broken.
    static func json(_ type: String) -> Text { Text(.plainText, json: TypeIdentifier(type)) }
    /// Names that say nothing but text.
    static let plain = Text(.plainText, json: nil)
  }

  /// Extensions of text.
  static let text: [String: Text] = [
    "txt": .plain, "text": .plain, "log": .plain, "emojiart": .plain,
    "json": .json("public.json"), "geojson": .json("public.geojson"),
    "webmanifest": .json("public.json"), "ipynb": .json("org.jupyter.ipynb"),
    "md": Text("net.daringfireball.markdown"), "markdown": Text("net.daringfireball.markdown"),
    "html": Text("public.html"), "htm": Text("public.html"), "xhtml": Text("public.xhtml"),
    "css": Text("public.css"), "xml": Text("public.xml"), "svg": Text("public.svg-image"),
    "plist": Text("com.apple.property-list"), "rtf": Text("public.rtf"),
    "csv": Text("public.comma-separated-values-text"),
    "tsv": Text("public.tab-separated-values-text"),
    "yaml": Text("public.yaml"), "yml": Text("public.yaml"),
    "swift": Text("public.swift-source"), "c": Text("public.c-source"),
    "h": Text("public.c-header"), "m": Text("public.objective-c-source"),
    "cpp": Text("public.c-plus-plus-source"), "cc": Text("public.c-plus-plus-source"),
    "hpp": Text("public.c-plus-plus-header"), "mm": Text("public.objective-c-plus-plus-source"),
    "js": Text("com.netscape.javascript-source"), "mjs": Text("com.netscape.javascript-source"),
    "ts": Text("public.plain-text"), "py": Text("public.python-script"),
    "rb": Text("public.ruby-script"), "pl": Text("public.perl-script"),
    "php": Text("public.php-script"), "sh": Text("public.shell-script"),
    "bash": Text("public.bash-script"), "zsh": Text("public.zsh-script"),
    "java": Text("com.sun.java-source"), "go": Text("public.plain-text"),
    "rs": Text("public.plain-text"), "tex": Text("public.plain-text"),
    "ics": Text("com.apple.ical.ics"), "vcf": Text("public.vcard"),
    "diff": Text("public.patch-file"), "patch": Text("public.patch-file"),
    "strings": Text("com.apple.xcode.strings-text"), "toml": Text("public.plain-text"),
  ]

  /// Extensions of data.
  static let data: [String: TypeIdentifier] = [
    "mp3": TypeIdentifier("public.mp3"), "m4a": TypeIdentifier("public.mpeg-4-audio"),
    "wav": TypeIdentifier("com.microsoft.waveform-audio"),
    "mp4": TypeIdentifier("public.mpeg-4"), "mov": TypeIdentifier("com.apple.quicktime-movie"),
    "heic": TypeIdentifier("public.heic"), "webp": TypeIdentifier("org.webmproject.webp"),
    "ico": TypeIdentifier("com.microsoft.ico"), "bmp": TypeIdentifier("com.microsoft.bmp"),
    "tar": TypeIdentifier("public.tar-archive"), "bz2": TypeIdentifier("public.bzip2-archive"),
    "doc": TypeIdentifier("com.microsoft.word.doc"),
    "xls": TypeIdentifier("com.microsoft.excel.xls"),
    "ppt": TypeIdentifier("com.microsoft.powerpoint.ppt"),
  ]
}
