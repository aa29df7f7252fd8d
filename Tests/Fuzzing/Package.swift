// swift-tools-version: 6.2
import PackageDescription

// A program for libFuzzer, whose `main` it has; `make fuzz` builds it with coverage of every module.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "overtile", path: "../..")],
  targets: [
    .executableTarget(name: "Fuzz", dependencies: [.product(name: "FuzzTargets", package: "overtile")], path: "Fuzz")
  ],
  swiftLanguageModes: [.v6]
)
