// swift-tools-version: 6.2
import PackageDescription

// The programs that run.py measures beside `overtile` itself; `make benchmark` builds them.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "overtile", path: "../..")],
  targets: [
    .executableTarget(
      name: "ClusteringBench",
      dependencies: [
        .product(name: "OvertileKernels", package: "overtile"), .product(name: "MapMath", package: "overtile"),
      ], path: "ClusteringBench"),
    .executableTarget(
      name: "MapMathBench", dependencies: [.product(name: "MapMath", package: "overtile")], path: "MapMathBench"),
    .executableTarget(
      name: "ReadingBench",
      dependencies: [
        .product(name: "MapMath", package: "overtile"), .product(name: "OverlayBundle", package: "overtile"),
        .product(name: "OvertileKernels", package: "overtile"),
      ], path: "ReadingBench"),
  ],
  swiftLanguageModes: [.v6]
)
