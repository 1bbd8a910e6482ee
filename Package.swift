// swift-tools-version: 6.1
import PackageDescription

/// On Linux the command is started thousands of times by scripts, and loading the shared
/// libgit2 with its twenty dependencies takes longer than all of its work. So Debian's static
/// archive is linked, without the network transports (see CSystem/libgit2-network.c).
let libgit2: [LinkerSetting] = [
  .linkedLibrary(":libgit2.a", .when(platforms: [.linux])),
  .linkedLibrary(":libmbedcrypto.a", .when(platforms: [.linux])),
  .linkedLibrary(":libhttp_parser.a", .when(platforms: [.linux])),
  .linkedLibrary(":libpcre2-8.a", .when(platforms: [.linux])),
  .linkedLibrary(":libz.a", .when(platforms: [.linux])),
  .linkedLibrary("git2", .when(platforms: [.macOS])),
  .linkedLibrary("z", .when(platforms: [.macOS])),
]

/// What tells old encodings apart; static for the same reason.
let uchardet: [LinkerSetting] = [
  .linkedLibrary(":libuchardet.a", .when(platforms: [.linux])),
  .linkedLibrary("stdc++", .when(platforms: [.linux])),
  .linkedLibrary("uchardet", .when(platforms: [.macOS])),
]

let package = Package(
  name: "Versions",
  products: [
    .library(name: "VersionStore", targets: ["VersionStore"]),
    .library(name: "Watching", targets: ["Watching"]),
    .library(name: "Documents", targets: ["Documents"]),
    .executable(name: "versions", targets: ["versions"]),
  ],
  targets: [
    .systemLibrary(name: "Clibgit2", providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .target(
      name: "CSystem",
      linkerSettings: [.linkedLibrary(":libcrypto.a", .when(platforms: [.linux]))]),
    .target(name: "Files", dependencies: ["CSystem"]),
    .target(
      name: "Git", dependencies: ["Clibgit2", "CSystem", "Files"], linkerSettings: libgit2),
    .systemLibrary(name: "Cuchardet", providers: [.apt(["libuchardet-dev"]), .brew(["uchardet"])]),
    .target(name: "Content", dependencies: ["Cuchardet"], linkerSettings: uchardet),
    .target(name: "VersionStore", dependencies: ["Files", "Git", "Content", "CSystem"]),
    .target(name: "Watching", dependencies: ["VersionStore", "Git", "Files"]),
    .target(name: "Documents", dependencies: ["VersionStore", "Content", "Files"]),
    .target(
      name: "ExampleConsole", dependencies: ["Documents", "VersionStore", "Files", "CSystem"],
      path: "Sources/Examples/Console"),
    .executableTarget(
      name: "emojiart",
      dependencies: ["Documents", "ExampleConsole", "VersionStore", "Content", "Files"],
      path: "Sources/Examples/emojiart"),
    .executableTarget(
      name: "textpad",
      dependencies: ["Documents", "ExampleConsole", "VersionStore", "Content", "Files"],
      path: "Sources/Examples/textpad"),
    .executableTarget(
      name: "versions", dependencies: ["Watching", "VersionStore", "Content", "Files", "CSystem"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "CSystem"]),
    .testTarget(name: "ContentTests", dependencies: ["Content"]),
    .testTarget(name: "GitTests", dependencies: ["Git", "Files"]),
    .testTarget(
      name: "VersionStoreTests", dependencies: ["VersionStore", "Content", "Git", "Files"]),
    .testTarget(name: "WatchingTests", dependencies: ["Watching", "VersionStore", "Files"]),
    .testTarget(
      name: "DocumentsTests", dependencies: ["Documents", "VersionStore", "Content", "Files"]),
    .testTarget(name: "VersionsTests", dependencies: ["versions", "VersionStore", "Content"]),
    .testTarget(name: "EndToEndTests", dependencies: ["Files"]),
  ],
  swiftLanguageModes: [.v6]
)
