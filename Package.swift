// swift-tools-version: 6.1
import PackageDescription

// Warnings are errors where OVERTILE_STRICT is set, as the continuous integration does.
let strict: [SwiftSetting] =
  Context.environment["OVERTILE_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

let package = Package(
  name: "overtile",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "overtile", targets: ["overtile"]),
    .library(name: "MapMath", targets: ["MapMath"]),
    .library(name: "MapBridges", targets: ["MapBridges"]),
    .library(name: "OverlayBundle", targets: ["OverlayBundle"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // C libraries of the system, and the shims that Swift needs to reach some of them.
    .systemLibrary(name: "CPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
    .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CFileSystem"),
    .target(name: "CMemory"),
    .target(name: "CCommands"),
    .target(name: "CThreads"),
    .target(
      name: "CProcess", dependencies: ["CThreads"], linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    // The way through the house, in order: a target imports only what stands above it.
    .target(name: "MapMath", swiftSettings: strict),
    .target(name: "FileFormats", swiftSettings: strict),
    .target(name: "RegularFiles", swiftSettings: strict),
    .target(name: "Execution", dependencies: ["CThreads"], swiftSettings: strict),
    // For apps: conversions to the types of map kits. Empty where there is no kit.
    .target(name: "MapBridges", dependencies: ["MapMath"], exclude: ["ToCopy"], swiftSettings: strict),
    .target(
      name: "Digests", dependencies: [.target(name: "CCrypto", condition: .when(platforms: [.linux]))],
      swiftSettings: strict),
    .target(name: "Commands", dependencies: ["CCommands", "Digests", "Execution"], swiftSettings: strict),
    .target(name: "Features", swiftSettings: strict),
    .target(
      name: "GeoJSON", dependencies: ["Features", "FileFormats", "RegularFiles", "CSimdjson", "CZlib"],
      swiftSettings: strict),
    .target(name: "Reprojection", dependencies: ["MapMath", "CPROJ"], swiftSettings: strict),
    .target(name: "Clustering", dependencies: ["Features"], swiftSettings: strict),
    .target(name: "Circles", dependencies: ["MapMath"], swiftSettings: strict),
    .target(name: "Shapes", dependencies: ["MapMath", "CGEOS"], swiftSettings: strict),
    .target(
      name: "VectorTile",
      dependencies: ["Features", "MapMath", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["VectorTileMessage.proto"], swiftSettings: strict),
    .target(
      name: "TileArchive",
      dependencies: [
        "Features", "MapMath", "RegularFiles", "CZlib", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "TileArchiveWriting",
      dependencies: [
        "Features", "MapMath", "TileArchive", "CDeflate", "CZlib", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    // What a bundle is: the manifest, its words, the names in tiles, the members of clusters, digests.
    .target(
      name: "BundleFormat", dependencies: ["Digests", "Features", "MapMath", "RegularFiles", "TileArchive"],
      swiftSettings: strict),
    .target(
      name: "OverlayBundle",
      dependencies: ["BundleFormat", "Circles", "Features", "MapMath", "TileArchive", "VectorTile"],
      swiftSettings: strict),
    .target(name: "Publishing", dependencies: ["BundleFormat", "TileArchive", "CFileSystem"], swiftSettings: strict),
    .target(
      name: "Inspection",
      dependencies: [
        "BundleFormat", "Circles", "Features", "FileFormats", "MapMath", "RegularFiles", "Shapes", "TileArchive",
        "VectorTile",
        "Digests", "Execution",
      ], swiftSettings: strict),
    .target(
      name: "BundleChanges",
      dependencies: [
        "BundleFormat", "Features", "MapMath", "Publishing", "RegularFiles", "TileArchive", "VectorTile", "CDeflate",
        "Digests",
      ], swiftSettings: strict),
    .target(name: "Expressions", dependencies: ["Features", "MapMath"], swiftSettings: strict),
    .target(
      name: "Configuration",
      dependencies: [
        "BundleFormat", "Expressions", "FileFormats", "RegularFiles", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .target(
      name: "Pipeline",
      dependencies: [
        "MapMath", "Features", "FileFormats", "GeoJSON", "Reprojection", "Clustering", "Circles", "Shapes",
        "VectorTile",
        "TileArchive", "TileArchiveWriting", "BundleFormat", "Publishing", "Expressions", "Configuration", "CMemory",
        "Commands", "Digests", "Execution", "RegularFiles",
      ], swiftSettings: strict),
    .target(name: "CameraQuestions", dependencies: ["Features", "GeoJSON", "MapMath"], swiftSettings: strict),
    .executableTarget(
      name: "overtile",
      dependencies: [
        "BundleChanges", "BundleFormat", "CameraQuestions", "Configuration", "CProcess", "Execution", "Expressions",
        "Features", "Inspection", "MapMath", "OverlayBundle", "Pipeline", "Publishing", "RegularFiles", "TileArchive",
        "VectorTile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),

    // Tests and what they share.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "FileFormatsTests", dependencies: ["FileFormats"]),
    .testTarget(name: "RegularFilesTests", dependencies: ["RegularFiles"]),
    .testTarget(name: "CommandsTests", dependencies: ["Commands"]),
    .testTarget(name: "ExecutionTests", dependencies: ["Execution", "TestSupport"]),
    .testTarget(name: "MapMathTests", dependencies: ["MapMath", "TestSupport"], exclude: ["geod.py"]),
    .testTarget(name: "CameraQuestionsTests", dependencies: ["CameraQuestions", "MapMath", "TestSupport"]),
    .testTarget(
      name: "FeaturesTests", dependencies: ["Features", "MapMath", "TestSupport"], exclude: ["hash_bytes.py"]),
    .testTarget(name: "GeoJSONTests", dependencies: ["GeoJSON", "Features", "CZlib", "TestSupport"]),
    .testTarget(
      name: "ReprojectionTests", dependencies: ["Reprojection", "MapMath", "CPROJ", "TestSupport"],
      exclude: ["pyproj_oracle.py"]),
    .testTarget(name: "ClusteringTests", dependencies: ["Clustering", "Features", "MapMath", "TestSupport"]),
    .testTarget(name: "CirclesTests", dependencies: ["Circles", "MapMath", "TestSupport"], exclude: ["geod.py"]),
    .testTarget(
      name: "ShapesTests", dependencies: ["Shapes", "MapMath", "CGEOS", "TestSupport"], exclude: ["shapes_oracle.py"]),
    .testTarget(
      name: "VectorTileTests",
      dependencies: [
        "VectorTile", "Features", "MapMath", "TestSupport",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ], exclude: ["decode_tiles.py"]),
    .testTarget(
      name: "TileArchiveTests", dependencies: ["TileArchive", "TileArchiveWriting", "MapMath", "TestSupport"],
      exclude: ["read_pmtiles.py", "read_mbtiles.py", "run_sql.py"]),
    .testTarget(name: "ExpressionsTests", dependencies: ["Expressions", "Features", "TestSupport"]),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "TestSupport"], exclude: ["validate_schema.py"]),
    .testTarget(
      name: "BundleFormatTests", dependencies: ["BundleFormat", "TestSupport"]),
    .testTarget(
      name: "OverlayBundleTests",
      dependencies: [
        "BundleFormat", "OverlayBundle", "Circles", "Clustering", "Configuration", "Features", "MapMath", "Pipeline",
        "Shapes",
        "TileArchive", "TileArchiveWriting", "VectorTile", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(name: "PublishingTests", dependencies: ["Publishing", "BundleFormat", "TestSupport"]),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "Inspection", "BundleFormat", "Configuration", "Features", "MapMath", "Pipeline", "TileArchive",
        "TileArchiveWriting",
        "VectorTile", "TestSupport", .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ]),
    .testTarget(
      name: "BundleChangesTests",
      dependencies: [
        "BundleChanges", "Configuration", "Digests", "MapMath", "BundleFormat", "Pipeline", "TileArchive",
        "TileArchiveWriting", "VectorTile", "TestSupport",
      ]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Pipeline", "Configuration", "Clustering", "Expressions", "Features", "MapMath", "BundleFormat",
        "Publishing", "TileArchive", "TileArchiveWriting", "VectorTile", "TestSupport",
      ]),

    // Benchmarks; see Tests/Benchmarks/run.py.
    .executableTarget(
      name: "ClusteringBench", dependencies: ["Clustering", "MapMath"], path: "Tests/Benchmarks/ClusteringBench"),
    .executableTarget(name: "MapMathBench", dependencies: ["MapMath"], path: "Tests/Benchmarks/MapMathBench"),
    .executableTarget(
      name: "ReadingBench", dependencies: ["MapMath", "OverlayBundle", "VectorTile"],
      path: "Tests/Benchmarks/ReadingBench"),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// Fuzz targets, which link with libFuzzer only: `make fuzz` sets OVERTILE_FUZZ and builds them with its coverage.
if Context.environment["OVERTILE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "BundleChanges", "BundleFormat", "Configuration", "Expressions", "Features", "GeoJSON", "MapMath",
        "OverlayBundle", "TileArchive", "VectorTile", "Digests",
      ], path: "Tests/Fuzzing/Fuzz"))
}

// Pages and manuals, for `make docs`, which sets OVERTILE_DOCS: an app that resolves this package does not fetch the plugin.
if Context.environment["OVERTILE_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.3"))
}
