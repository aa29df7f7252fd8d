import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertilePipeline
import OvertileTileArchive
import TestSupport

@testable import OvertileInspection

/// A bundle of a few features in a folder of its own, removed with its last reference, to be verified whole or damaged.
final class VerifyScenario {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("verify-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var bundle: URL { folder.appendingPathComponent("out") }

  /// Features as lines of GeoJSON in `in.geojson`, and a bundle of them.
  func build(_ features: [String], layers: String, output: String = "compression: none") throws {
    try Data(features.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("in.geojsonl"))
    let yaml = """
      name: Test
      sources: {in: {path: in.geojsonl}}
      layers:
      \(layers)
      gates: {empty: pass}
      output: {path: out, \(output)}
      """
    let file = folder.appendingPathComponent("pipeline.yaml").path
    _ = try PipelineBuild(PipelineConfiguration(yaml: yaml, file: file)).run()
  }

  /// A copy of this bundle in a folder of its own.
  func copy() throws -> VerifyScenario {
    let other = try VerifyScenario()
    try FileManager.default.copyItem(at: bundle, to: other.bundle)
    return other
  }

  func verify() throws -> VerificationReport {
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: bundle), .resealed)
    return try Verification(path: bundle.path).run()
  }

  /// The codes of all findings.
  func codes() throws -> Set<FindingCode> { Set(try verify().findings.map(\.code)) }

  func url(_ name: String) -> URL { bundle.appendingPathComponent(name) }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

  /// Replaces a file, regardless of the manifest.
  func replace(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: url(name)) }

  /// Replaces a file and lists it as it is now.
  func change(_ name: String, _ change: (inout [UInt8]) throws -> Void) throws {
    var content = try bytes(name)
    try change(&content)
    try replace(name, content)
    try reseal()
  }

  /// Changes the manifest, with the digests that belong to it.
  func reseal(_ change: (inout BundleManifest) -> Void = { _ in }) throws {
    var manifest = try BundleManifest(bundle: bundle)
    for index in manifest.files.indices {
      let path = url(manifest.files[index].path).path
      let isFolder = FileKind(at: path) == .folder
      (manifest.files[index].sha256, manifest.files[index].bytes) =
        try isFolder ? ContentDigest.folder(path) : ContentDigest.file(path)
    }
    change(&manifest)
    manifest.digest = try manifest.contentDigest()
    try manifest.encoded().write(to: url(BundleManifest.fileName))
  }

  /// The content of the report, for the comment of an expectation.
  static func text(_ report: VerificationReport) -> String {
    report.findings.map { group in "\(group.code.name) \(group.count): \(group.first.first.map { "\($0)" } ?? "")" }
      .joined(separator: "\n")
  }
}

extension VerifyScenario {
  static let clusterLayer = "  points: {source: in, kind: cluster, zooms: 0-4, filter: [\"has\", \"n\"]}"
  static let circleLayer = """
      circles: {source: in, kind: circle, zooms: 1-4, filter: ["has", "n"], circle: {radius: 300km, draw: [center, ring], pulse: {scale: [0.8, 1.2]}}}
    """
  static let shapeLayer =
    "  areas: {source: in, kind: shape, zooms: 0-4, filter: [\"has\", \"a\"], shape: {label: true}}"
  static let layers = [clusterLayer, circleLayer, shapeLayer].joined(separator: "\n")

  /// Points around a few towns and at the edges of the world, and polygons.
  static func features(seed: UInt64 = 1) -> [String] {
    var random = SeededRandom(seed: seed)
    let towns = [(7.1, 43.7), (-179.95, -17.2), (179.9, -17.0), (0.0, 0.0), (-122.4, 37.8)]
    var texts = (0..<60).map { number in
      let town = towns[number % towns.count]
      let spread = number % 3 == 0 ? 8.0 : 0.05
      let longitude = town.0 + Double.random(in: -spread...spread, using: &random)
      let latitude = town.1 + Double.random(in: -spread...spread, using: &random)
      let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
      return #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(wrapped),\#(latitude)]},"#
        + #""properties":{"n":\#(number),"name":"p\#(number % 7)","open":\#(number % 2 == 0)}}"#
    }
    for number in 0..<8 {
      let (x, y) = (Double(number) * 40 - 170, Double(number) * 15 - 60)
      texts.append(
        #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[\#(x),\#(y)],[\#(x + 30),\#(y + 3)],"#
          + #"[\#(x + 21),\#(y + 19)],[\#(x + 4),\#(y + 14)],[\#(x),\#(y)]]]},"properties":{"a":\#(number)}}"#)
    }
    return texts
  }
}
