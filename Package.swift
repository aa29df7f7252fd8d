// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The commit, from the Makefile: a manifest that asks git itself is not read again when the commit changes.
let commit = Context.environment["OVERTILE_COMMIT"] ?? ""

let package = Package(
  name: "overtile",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "overtile", targets: ["overtile"]),
    .library(name: "MapMath", targets: ["MapMath"]),
    .library(name: "MapBridges", targets: ["MapBridges"]),
    .library(name: "OverlayBundle", targets: ["OverlayBundle"]),
    .library(name: "OverlayBundleHTTP", targets: ["OverlayBundleHTTP"]),
    .library(name: "OvertilePipeline", targets: ["OvertilePipeline"]),
    // For the packages in Tests/Benchmarks and Tests/Fuzzing.
    .library(name: "OvertileKernels", targets: ["OvertileClustering", "OvertileVectorTile"]),
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
  ],
  targets: [
    // C libraries of the system, and the shims that Swift needs to reach some of them.
    .systemLibrary(name: "COvertilePROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
    .systemLibrary(name: "COvertileGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
    .systemLibrary(
      name: "COvertileDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "COvertileZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(name: "COvertileZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "COvertileCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "COvertileSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "COvertileSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "COvertileSystem"),
    // The page of `overtile preview`, which #embed puts into the program.
    .target(name: "COvertilePage"),
    .target(name: "COvertileProcess", cSettings: [.define("OVERTILE_COMMIT", to: "\"\(commit)\"")]),

    // The way through the house, in order: a target imports only what stands above it.
    .target(
      name: "OvertileCore",
      dependencies: [
        "COvertileSQLite", "COvertileSystem",
        .target(name: "COvertileCrypto", condition: .when(platforms: [.linux])),
      ], swiftSettings: strict),
    .target(name: "MapMath", swiftSettings: strict),
    // For apps: conversions to the types of map kits. Empty where there is no kit.
    .target(name: "MapBridges", dependencies: ["MapMath"], exclude: ["ToCopy"], swiftSettings: strict),
    .target(
      name: "OvertileCommands",
      dependencies: [
        "OvertileCore", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "OvertileGeoJSON",
      dependencies: ["OvertileCore", "COvertileSimdjson", "COvertileZlib"],
      swiftSettings: strict),
    .target(
      name: "OvertileReprojection",
      dependencies: ["OvertileCore", "MapMath", "COvertilePROJ"],
      swiftSettings: strict),
    .target(
      name: "OvertileClustering", dependencies: ["OvertileCore"],
      swiftSettings: strict),
    .target(name: "OvertileCircles", dependencies: ["OvertileCore", "MapMath"], swiftSettings: strict),
    .target(
      name: "OvertileShapes",
      dependencies: ["OvertileCore", "MapMath", "COvertileGEOS"],
      swiftSettings: strict),
    .target(
      name: "OvertileVectorTile",
      dependencies: ["OvertileCore", "MapMath"], swiftSettings: strict),
    .target(
      name: "OvertileTileArchive",
      dependencies: ["OvertileCore", "MapMath", "COvertileZlib", "COvertileSQLite"],
      swiftSettings: strict),
    .target(
      name: "OvertileTileArchiveWriting",
      dependencies: [
        "OvertileCore", "MapMath", "OvertileTileArchive", "COvertileDeflate", "COvertileSystem", "COvertileZlib",
      ],
      swiftSettings: strict),
    // What a bundle is: the manifest, its words, the names in tiles, the members of clusters, digests.
    .target(
      name: "OvertileBundleFormat",
      dependencies: ["OvertileCore", "MapMath", "OvertileTileArchive"],
      swiftSettings: strict),
    .target(
      name: "OverlayBundle",
      dependencies: [
        "OvertileCore", "OvertileBundleFormat", "OvertileCircles", "MapMath", "OvertileTileArchive",
        "OvertileVectorTile",
      ],
      swiftSettings: strict),
    // Bundles on web servers: the only reader that links a network stack.
    .target(name: "OverlayBundleHTTP", dependencies: ["OverlayBundle"], swiftSettings: strict),
    .target(
      name: "OvertilePublishing",
      dependencies: ["OvertileCore", "OvertileBundleFormat", "OvertileTileArchive", "COvertileSystem"],
      swiftSettings: strict),
    .target(
      name: "OvertileExpressions",
      dependencies: ["OvertileCore", "MapMath", "OvertileShapes"],
      swiftSettings: strict),
    .target(
      name: "OvertileConfiguration",
      dependencies: [
        "OvertileCore", "MapMath", "OvertileClustering", "OvertileCircles", "OvertileShapes", "OvertileTileArchive",
        "OvertileBundleFormat", "OvertilePublishing", "OvertileExpressions", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    // Sources to rows: inputs, validity, mapping, the ledger, and the state that the stages of a run share.
    .target(
      name: "OvertileReading",
      dependencies: [
        "COvertileSystem", "OvertileCore", "MapMath", "OvertileCommands", "OvertileGeoJSON", "OvertileReprojection",
        "OvertileCircles", "OvertileShapes", "OvertileTileArchive", "OvertileTileArchiveWriting",
        "OvertileBundleFormat", "OvertilePublishing", "OvertileExpressions", "OvertileConfiguration",
      ], swiftSettings: strict),
    // Rows to overlays, a folder for each kind of layer, and the cameras that show them.
    .target(
      name: "OvertileLayers",
      dependencies: [
        "OvertileCore", "MapMath", "OvertileClustering", "OvertileCircles", "OvertileShapes", "OvertileVectorTile",
        "OvertileTileArchive", "OvertileBundleFormat", "OvertileExpressions", "OvertileConfiguration",
        "OvertileReading",
      ], swiftSettings: strict),
    // A run from top to bottom: tiles, gates, publishing, reports, and the check of a configuration.
    .target(
      name: "OvertilePipeline",
      dependencies: [
        "OvertileCore", "MapMath", "OvertileReprojection", "OvertileShapes", "OvertileVectorTile",
        "OvertileTileArchive", "OvertileTileArchiveWriting", "OvertileBundleFormat", "OvertilePublishing",
        "OvertileExpressions", "OvertileConfiguration", "OvertileReading", "OvertileLayers",
      ], swiftSettings: strict),
    // What reads bundles to judge, compare, change and describe them.
    .target(
      name: "OvertileInspection",
      dependencies: [
        "OvertileCore", "OvertileBundleFormat", "MapMath", "OvertileTileArchive", "OvertileVectorTile", "COvertileGEOS",
        "COvertilePROJ", "OvertilePublishing", "OvertileTileArchiveWriting", "COvertileZstd", "OvertileExpressions",
        "OvertileLayers", "OvertilePipeline",
      ], swiftSettings: strict),
    // Bundles over HTTP, and the page that shows them on a map.
    .target(
      name: "OvertileServing",
      dependencies: [
        "COvertilePage", "OvertileCore", "MapMath", "OvertileVectorTile", "OvertileTileArchive",
        "OvertileTileArchiveWriting", "OvertileBundleFormat", "OverlayBundle", "OvertileInspection",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], exclude: ["Page"], swiftSettings: strict),
    .executableTarget(
      name: "overtile",
      dependencies: [
        "OvertileCore", "OvertileInspection", "OvertileBundleFormat", "OvertileGeoJSON", "OvertileConfiguration",
        "COvertileProcess", "OvertileExpressions", "MapMath", "OverlayBundle", "OvertilePipeline", "OvertilePublishing",
        "OvertileServing", "OvertileTileArchive", "OvertileVectorTile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    // Tests and what they share.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    // Messages of vector tiles, right or wrong, to make and alter tiles with.
    .target(name: "TileMessages", path: "Tests/TileMessages", swiftSettings: strict),
    .testTarget(
      name: "CoreTests", dependencies: ["OvertileCore", "TestSupport", "COvertileSQLite", "MapMath"],
      exclude: ["Features/hash_bytes.py"]),
    .testTarget(name: "CommandsTests", dependencies: ["OvertileCommands"]),
    .testTarget(name: "MapMathTests", dependencies: ["MapMath", "TestSupport"], exclude: ["geod.py"]),
    .testTarget(
      name: "GeoJSONTests", dependencies: ["OvertileGeoJSON", "OvertileCore", "COvertileZlib", "TestSupport"]),
    .testTarget(
      name: "ReprojectionTests", dependencies: ["OvertileReprojection", "MapMath", "COvertilePROJ", "TestSupport"],
      exclude: ["pyproj_oracle.py"]),
    .testTarget(
      name: "ClusteringTests", dependencies: ["OvertileClustering", "OvertileCore", "MapMath", "TestSupport"]),
    .testTarget(
      name: "CirclesTests", dependencies: ["OvertileCore", "OvertileCircles", "MapMath", "TestSupport"],
      exclude: ["geod.py"]),
    .testTarget(
      name: "ShapesTests", dependencies: ["OvertileShapes", "OvertileCore", "MapMath", "COvertileGEOS", "TestSupport"],
      exclude: ["shapes_oracle.py"]),
    .testTarget(
      name: "VectorTileTests",
      dependencies: ["OvertileVectorTile", "OvertileCore", "MapMath", "TestSupport", "TileMessages"],
      exclude: ["decode_tiles.py", "protobuf_messages.py"]),
    .testTarget(
      name: "TileArchiveTests",
      dependencies: ["OvertileTileArchive", "OvertileTileArchiveWriting", "OvertileCore", "MapMath", "TestSupport"]),
    .testTarget(name: "ExpressionsTests", dependencies: ["OvertileExpressions", "OvertileCore", "TestSupport"]),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: ["OvertileBundleFormat", "OvertileClustering", "OvertileConfiguration", "TestSupport"],
      exclude: ["validate_schema.py"]),
    .testTarget(
      name: "ServingTests",
      dependencies: [
        "OvertileCore", "OvertileServing", "OvertileBundleFormat", "OvertileInspection", "OverlayBundle",
        "OverlayBundleHTTP", "OvertileConfiguration", "OvertilePipeline", "MapMath", "TestSupport",
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .testTarget(
      name: "BundleFormatTests", dependencies: ["OvertileBundleFormat", "OvertileTileArchive", "TestSupport"]),
    .testTarget(
      name: "OverlayBundleTests",
      dependencies: [
        "OvertileBundleFormat", "OverlayBundle", "OvertileCircles", "OvertileClustering", "OvertileConfiguration",
        "OvertileCore", "MapMath", "OvertileReading", "OvertileLayers", "OvertilePipeline", "OvertileShapes",
        "OvertileTileArchive",
        "OvertileTileArchiveWriting", "OvertileVectorTile", "TestSupport",
      ]),
    .testTarget(
      name: "PublishingTests",
      dependencies: ["OvertilePublishing", "OvertileBundleFormat", "OvertileCore", "TestSupport"]),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "OvertileInspection", "OvertileBundleFormat", "OvertileCore", "TestSupport", "OvertileConfiguration", "MapMath",
        "OvertilePipeline", "OvertileTileArchive", "OvertileTileArchiveWriting", "OvertileVectorTile", "TileMessages",
      ]),
    .testTarget(
      name: "ReadingTests",
      dependencies: [
        "OvertileCore", "MapMath", "OvertileGeoJSON", "OvertileShapes", "OvertileExpressions", "OvertileConfiguration",
        "OvertileReading", "TestSupport",
      ]),
    .testTarget(
      name: "LayersTests",
      dependencies: [
        "OvertileCore", "MapMath", "OvertileClustering", "OvertileReading", "OvertileLayers", "OvertileShapes",
        "OvertileVectorTile", "TestSupport",
      ]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "OvertileCore", "MapMath", "OvertileVectorTile", "OvertileTileArchive", "OvertileTileArchiveWriting",
        "OvertileBundleFormat", "OvertilePublishing", "OvertileExpressions", "OvertileConfiguration", "OvertileReading",
        "OvertileLayers", "OvertilePipeline", "TestSupport",
      ]),
    // Readers of foreign bytes; `FuzzingTests` runs them on changed seeds, Tests/Fuzzing/Package.swift under libFuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "OvertileInspection", "OvertileBundleFormat", "OvertileConfiguration", "OvertileExpressions", "OvertileCore",
        "OvertileGeoJSON", "MapMath", "OverlayBundle", "OvertileTileArchive", "OvertileVectorTile", "OvertileServing",
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ], path: "Tests/Fuzzing/FuzzTargets", swiftSettings: strict),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
