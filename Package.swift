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
    .target(name: "COvertileFileSystem"),
    .target(name: "COvertileMemory"),
    .target(name: "COvertileThreads"),
    // The page of `overtile preview`, which #embed puts into the program.
    .target(name: "COvertilePage"),
    .target(name: "COvertileProcess", cSettings: [.define("OVERTILE_COMMIT", to: "\"\(commit)\"")]),

    // The way through the house, in order: a target imports only what stands above it.
    .target(name: "OvertilePlatform", swiftSettings: strict),
    .target(name: "OvertileSearching", swiftSettings: strict),
    .target(name: "MapMath", dependencies: ["OvertilePlatform", "OvertileSearching"], swiftSettings: strict),
    .target(name: "OvertileFileFormats", swiftSettings: strict),
    .target(name: "OvertileRegularFiles", dependencies: ["OvertilePlatform"], swiftSettings: strict),
    .target(name: "OvertileSQLite", dependencies: ["OvertilePlatform", "COvertileSQLite"], swiftSettings: strict),
    .target(name: "OvertileExecution", dependencies: ["OvertilePlatform", "COvertileThreads"], swiftSettings: strict),
    // For apps: conversions to the types of map kits. Empty where there is no kit.
    .target(name: "MapBridges", dependencies: ["MapMath"], exclude: ["ToCopy"], swiftSettings: strict),
    .target(
      name: "OvertileDigests", dependencies: [.target(name: "COvertileCrypto", condition: .when(platforms: [.linux]))],
      swiftSettings: strict),
    .target(
      name: "OvertileCommands",
      dependencies: [
        "OvertilePlatform", "OvertileDigests", "OvertileExecution",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(name: "OvertileFeatures", dependencies: ["OvertilePlatform"], swiftSettings: strict),
    .target(
      name: "OvertileGeoJSON",
      dependencies: [
        "OvertilePlatform", "OvertileFeatures", "OvertileFileFormats", "OvertileRegularFiles", "COvertileSimdjson",
        "COvertileZlib",
      ],
      swiftSettings: strict),
    .target(
      name: "OvertileReprojection",
      dependencies: [
        "OvertilePlatform", "OvertileRegularFiles", "MapMath", "COvertilePROJ",
      ],
      swiftSettings: strict),
    .target(
      name: "OvertileClustering", dependencies: ["OvertileSearching", "OvertileExecution", "OvertileFeatures"],
      swiftSettings: strict),
    .target(name: "OvertileCircles", dependencies: ["OvertilePlatform", "MapMath"], swiftSettings: strict),
    .target(
      name: "OvertileShapes",
      dependencies: [
        "OvertilePlatform", "OvertileSearching", "OvertileExecution", "MapMath", "COvertileGEOS", "COvertileMemory",
      ],
      swiftSettings: strict),
    .target(
      name: "OvertileVectorTile",
      dependencies: [
        "OvertilePlatform", "OvertileFeatures", "MapMath",
      ], swiftSettings: strict),
    .target(
      name: "OvertileTileArchive",
      dependencies: [
        "OvertilePlatform", "OvertileSearching", "OvertileFeatures", "MapMath", "OvertileRegularFiles", "COvertileZlib",
        "COvertileSQLite", "OvertileSQLite",
      ],
      swiftSettings: strict),
    .target(
      name: "OvertileTileArchiveWriting",
      dependencies: [
        "OvertilePlatform", "OvertileExecution", "OvertileFeatures", "MapMath",
        "OvertileTileArchive",
        "COvertileDeflate", "COvertileFileSystem", "COvertileZlib", "OvertileSQLite",
      ],
      swiftSettings: strict),
    // What a bundle is: the manifest, its words, the names in tiles, the members of clusters, digests.
    .target(
      name: "OvertileBundleFormat",
      dependencies: [
        "OvertilePlatform", "OvertileSearching", "OvertileDigests", "OvertileFeatures", "MapMath",
        "OvertileRegularFiles",
        "OvertileTileArchive",
      ],
      swiftSettings: strict),
    // A MapLibre style that shows a bundle.
    .target(
      name: "OvertileStyle", dependencies: ["OvertileBundleFormat", "OvertileFeatures", "OvertileTileArchive"],
      swiftSettings: strict),
    .target(
      name: "OverlayBundle",
      dependencies: [
        "OvertileSearching", "OvertileBundleFormat", "OvertileCircles", "OvertileFeatures", "MapMath",
        "OvertileTileArchive", "OvertileVectorTile",
      ],
      swiftSettings: strict),
    // Bundles on web servers: the only reader that links a network stack.
    .target(name: "OverlayBundleHTTP", dependencies: ["OverlayBundle"], swiftSettings: strict),
    .target(
      name: "OvertilePublishing",
      dependencies: ["OvertilePlatform", "OvertileBundleFormat", "OvertileTileArchive", "COvertileFileSystem"],
      swiftSettings: strict),
    .target(
      name: "OvertileInspection",
      dependencies: [
        "OvertileSearching", "OvertileBundleFormat", "OvertileFeatures", "OvertileFileFormats", "MapMath",
        "OvertileRegularFiles", "OvertileTileArchive", "OvertileVectorTile", "OvertileExecution", "COvertileGEOS",
        "COvertilePROJ",
      ], swiftSettings: strict),
    // One archive out of many.
    .target(
      name: "OvertileExport",
      dependencies: [
        "OvertileSearching", "OvertileBundleFormat", "OvertileFeatures", "MapMath", "OvertilePublishing",
        "OvertileTileArchive", "OvertileTileArchiveWriting", "OvertileVectorTile", "OvertileInspection",
      ], swiftSettings: strict),
    .target(
      name: "OvertileBundleChanges",
      dependencies: [
        "OvertilePlatform", "OvertileBundleFormat", "OvertileFeatures", "MapMath",
        "OvertilePublishing",
        "OvertileRegularFiles", "OvertileTileArchive", "OvertileVectorTile", "COvertileZstd", "OvertileDigests",
      ], swiftSettings: strict),
    .target(
      name: "OvertileExpressions",
      dependencies: ["OvertilePlatform", "OvertileSearching", "OvertileFeatures", "MapMath", "OvertileShapes"],
      swiftSettings: strict),
    .target(
      name: "OvertileConfiguration",
      dependencies: [
        "OvertilePlatform", "OvertileSearching", "OvertileBundleFormat", "OvertileExpressions", "OvertileFeatures",
        "OvertileFileFormats",
        "OvertileRegularFiles", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .target(
      name: "OvertilePipeline",
      dependencies: [
        "OvertilePlatform", "OvertileSearching", "MapMath", "OvertileFeatures", "OvertileFileFormats",
        "OvertileGeoJSON",
        "OvertileReprojection", "OvertileClustering", "OvertileCircles", "OvertileShapes", "OvertileVectorTile",
        "OvertileTileArchive", "OvertileTileArchiveWriting", "OvertileBundleFormat", "OvertilePublishing",
        "OvertileExpressions", "OvertileConfiguration", "COvertileMemory", "OvertileCommands", "OvertileDigests",
        "OvertileExecution", "OvertileRegularFiles", "OvertileSQLite",
      ], swiftSettings: strict),
    // Bundles over HTTP, and the page that shows them on a map.
    .target(
      name: "OvertileServing",
      dependencies: [
        "COvertilePage", "OvertilePlatform", "OvertileSearching", "OvertileDigests", "OvertileExecution",
        "OvertileFeatures", "MapMath", "OvertileRegularFiles", "OvertileVectorTile", "OvertileTileArchive",
        "OvertileTileArchiveWriting", "OvertileBundleFormat", "OverlayBundle", "OvertileStyle",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], exclude: ["Page"], swiftSettings: strict),
    .target(
      name: "OvertileReport",
      dependencies: [
        "MapMath", "OvertileFeatures", "OvertileRegularFiles", "OvertileBundleFormat", "OvertileInspection",
        "OvertileExpressions", "OvertilePipeline",
      ], swiftSettings: strict),
    .executableTarget(
      name: "overtile",
      dependencies: [
        "OvertilePlatform", "OvertileSearching", "OvertileBundleChanges", "OvertileBundleFormat",
        "OvertileGeoJSON",
        "OvertileConfiguration", "COvertileProcess", "OvertileExecution", "OvertileExport", "OvertileExpressions",
        "OvertileFeatures",
        "OvertileInspection", "MapMath", "OverlayBundle", "OvertilePipeline", "OvertilePublishing",
        "OvertileReport", "OvertileRegularFiles", "OvertileServing", "OvertileStyle",
        "OvertileTileArchive", "OvertileVectorTile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    // Tests and what they share.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    // Messages of vector tiles, right or wrong, to make and alter tiles with.
    .target(name: "TileMessages", path: "Tests/TileMessages", swiftSettings: strict),
    .testTarget(name: "SearchingTests", dependencies: ["OvertileSearching", "TestSupport"]),
    .testTarget(name: "FileFormatsTests", dependencies: ["OvertileFileFormats"]),
    .testTarget(name: "RegularFilesTests", dependencies: ["OvertileRegularFiles"]),
    .testTarget(name: "SQLiteTests", dependencies: ["OvertileSQLite", "COvertileSQLite", "TestSupport"]),
    .testTarget(name: "CommandsTests", dependencies: ["OvertileCommands"]),
    .testTarget(name: "ExecutionTests", dependencies: ["OvertileExecution", "TestSupport"]),
    .testTarget(name: "MapMathTests", dependencies: ["MapMath", "TestSupport"], exclude: ["geod.py"]),
    .testTarget(name: "ReportTests", dependencies: ["OvertileReport"]),
    .testTarget(
      name: "FeaturesTests", dependencies: ["OvertileFeatures", "MapMath", "TestSupport"], exclude: ["hash_bytes.py"]),
    .testTarget(
      name: "GeoJSONTests", dependencies: ["OvertileGeoJSON", "OvertileFeatures", "COvertileZlib", "TestSupport"]),
    .testTarget(
      name: "ReprojectionTests", dependencies: ["OvertileReprojection", "MapMath", "COvertilePROJ", "TestSupport"],
      exclude: ["pyproj_oracle.py"]),
    .testTarget(
      name: "ClusteringTests", dependencies: ["OvertileClustering", "OvertileFeatures", "MapMath", "TestSupport"]),
    .testTarget(
      name: "CirclesTests", dependencies: ["OvertilePlatform", "OvertileCircles", "MapMath", "TestSupport"],
      exclude: ["geod.py"]),
    .testTarget(
      name: "ShapesTests", dependencies: ["OvertileShapes", "MapMath", "COvertileGEOS", "TestSupport"],
      exclude: ["shapes_oracle.py"]),
    .testTarget(
      name: "VectorTileTests",
      dependencies: [
        "OvertileVectorTile", "OvertileFeatures", "MapMath", "TestSupport", "TileMessages",
      ], exclude: ["decode_tiles.py", "protobuf_messages.py"]),
    .testTarget(
      name: "TileArchiveTests",
      dependencies: ["OvertileTileArchive", "OvertileTileArchiveWriting", "MapMath", "TestSupport"],
      exclude: ["read_pmtiles.py", "read_mbtiles.py", "run_sql.py"]),
    .testTarget(name: "ExpressionsTests", dependencies: ["OvertileExpressions", "OvertileFeatures", "TestSupport"]),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["OvertileConfiguration", "TestSupport"],
      exclude: ["validate_schema.py"]),
    .testTarget(
      name: "ServingTests",
      dependencies: [
        "OvertilePlatform", "OvertileServing", "OvertileBundleFormat", "OvertileTileArchive", "OverlayBundle",
        "OverlayBundleHTTP", "OvertileConfiguration", "OvertilePipeline", "MapMath", "TestSupport",
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .testTarget(
      name: "BundleFormatTests", dependencies: ["OvertileBundleFormat", "OvertileTileArchive", "TestSupport"]),
    .testTarget(
      name: "StyleTests",
      dependencies: ["OvertileStyle", "OvertileBundleFormat", "OvertileFeatures", "TestSupport"]),
    .testTarget(
      name: "OverlayBundleTests",
      dependencies: [
        "OvertileBundleFormat", "OverlayBundle", "OvertileCircles", "OvertileClustering", "OvertileConfiguration",
        "OvertileFeatures", "MapMath", "OvertilePipeline", "OvertileShapes", "OvertileTileArchive",
        "OvertileSQLite", "OvertileTileArchiveWriting", "OvertileVectorTile", "TestSupport",
      ]),
    .testTarget(name: "PublishingTests", dependencies: ["OvertilePublishing", "OvertileBundleFormat", "TestSupport"]),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "OvertileInspection", "OvertileBundleFormat", "OvertileConfiguration", "OvertileFeatures", "MapMath",
        "OvertilePipeline", "OvertileTileArchive", "OvertileTileArchiveWriting", "OvertileVectorTile", "TestSupport",
        "TileMessages", "OvertileDigests",
      ]),
    .testTarget(
      name: "BundleChangesTests",
      dependencies: [
        "OvertileBundleChanges", "OvertileConfiguration", "OvertileDigests", "MapMath", "OvertileBundleFormat",
        "OvertilePipeline", "OvertileTileArchive", "OvertileTileArchiveWriting", "OvertileVectorTile", "TestSupport",
      ]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "OvertilePipeline", "OvertileConfiguration", "OvertileClustering", "OvertileExpressions", "OvertileFeatures",
        "MapMath", "OvertileBundleFormat", "OvertileDigests", "OvertilePublishing", "OvertileTileArchive",
        "OvertileTileArchiveWriting", "OvertileVectorTile", "TestSupport",
      ]),
    // Readers of foreign bytes; `FuzzingTests` runs them on changed seeds, Tests/Fuzzing/Package.swift under libFuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "OvertileBundleChanges", "OvertileBundleFormat", "OvertileConfiguration", "OvertileExpressions",
        "OvertileFeatures", "OvertileGeoJSON", "MapMath", "OverlayBundle", "OvertileTileArchive", "OvertileVectorTile",
        "OvertileDigests", "OvertileServing", .product(name: "NIOHTTP1", package: "swift-nio"),
      ], path: "Tests/Fuzzing/FuzzTargets", swiftSettings: strict),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
