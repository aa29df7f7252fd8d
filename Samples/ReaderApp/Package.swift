// swift-tools-version: 6.1
import PackageDescription

// An app with modules and a database of its own. It names this repository by its path; yours writes
// .package(url: "...", from: "0.1.0").
let package = Package(
  name: "ReaderApp",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "overtile", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "Configuration", dependencies: [.product(name: "MapMath", package: "overtile")]),
    .target(
      name: "Features",
      dependencies: [
        .product(name: "MapMath", package: "overtile"), .product(name: "OverlayBundle", package: "overtile"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "Shapes",
      dependencies: [
        .product(name: "MapMath", package: "overtile"), .product(name: "OverlayBundle", package: "overtile"),
      ]),
    .executableTarget(
      name: "ReaderApp",
      dependencies: [
        "Configuration", "Features", "Shapes", .product(name: "MapMath", package: "overtile"),
        .product(name: "OverlayBundle", package: "overtile"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
