// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "library-call",
  dependencies: [.package(name: "Versions", path: "../../..")],
  targets: [
    .executableTarget(
      name: "library-call", dependencies: [.product(name: "VersionStore", package: "Versions")]),
    .executableTarget(
      name: "comparing-call", dependencies: [.product(name: "VersionStore", package: "Versions")]),
    .executableTarget(
      name: "document-call", dependencies: [.product(name: "Documents", package: "Versions")]),
  ],
  swiftLanguageModes: [.v6]
)
