import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertilePipeline
import OvertilePublishing
import OvertileTileArchive
import OvertileVectorTile
import TestSupport

@testable import OvertileInspection

/// What an error of a comparison or a patch is about, as far as the tests tell it apart.
enum Fault {
  case badData, missing, cannotCreate, cancelled

  /// Judges an error; nil for one of another kind.
  init?(_ error: any Error) {
    switch error {
    case let error as InspectionError where error.kind == .badData: self = .badData
    case let error as BundleError: self = error.isMissing ? .missing : .badData
    case let error as ListedFileError: self = error.isMissing ? .missing : .badData
    case let error as RegularFileError where error.isMissing: self = .missing
    case let error as ArchiveError where error.code == .malformed: self = .badData
    case is VectorTileError: self = .badData
    case PublishingError.cannotCreate: self = .cannotCreate
    case PipelineError.cancelled, PublishingError.stopped: self = .cancelled
    default: return nil
    }
  }
}

/// A folder of its own in which bundles are built, removed with its last reference.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("changes-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func path(_ name: String) -> String { url(name).path }

  /// Builds the bundle of some features.
  func build(_ features: EditedFeatures, _ name: String, output: String = "format: pmtiles") throws -> URL {
    try Data(features.text.utf8).write(to: url("\(name).geojsonl"))
    let yaml = """
      name: Changes
      threads: 1
      sources: {all: {path: \(name).geojsonl}}
      layers:
        points: {source: all, kind: cluster, zooms: 0-5, cluster: {aggregates: {total: {sum: size}}}}
        circles: {source: all, kind: circle, zooms: 2-4, circle: {radius: 90km, draw: [center, ring]}}
        discs: {source: all, kind: circle, zooms: 3, circle: {radius: 70km, draw: ring, dissolve: {by: name}}}
      output: {path: \(name), \(output)}
      """
    let configuration = try PipelineConfiguration(yaml: yaml, file: path("\(name).yaml"))
    _ = try PipelineBuild(configuration).run { _ in }
    return url(name)
  }

  /// Every file below a folder of the scratch by its path.
  func files(_ name: String) throws -> [String: Data] { try Self.files(url(name)) }

  static func files(_ folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent(name).path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
      files[name] = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    return files
  }

  /// The fault of a body, if it fails with one that is known.
  static func fault(_ body: () throws -> Void) -> Fault? {
    do {
      try body()
      return nil
    } catch { return Fault(error) }
  }

  /// Whether a patch is rejected as bad data, with nothing left of it.
  func isRejected(_ patch: Data, base: URL) throws -> Bool {
    try patch.write(to: url("damaged"))
    let before = try names()
    let fault = Self.fault { _ = try PatchApplication.run(patch: path("damaged"), base: base, target: url("c")) }
    return try fault == .badData && names() == before
  }

  /// The names in the scratch, hidden ones too.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
}

/// Points that are edited like a nightly export: some removed, added, moved, renamed.
struct EditedFeatures {
  struct Point {
    var id: Int
    var longitude: Double
    var latitude: Double
    var name: String
    var size: Int
  }

  private(set) var points: [Point] = []
  private var nextID = 1
  private var random: SeededRandom

  init(seed: UInt64, count: Int) {
    random = SeededRandom(seed: seed)
    for _ in 0..<count { add() }
  }

  /// The points as newline-delimited GeoJSON.
  var text: String {
    points.map { point in
      #"{"type":"Feature","id":\#(point.id),"geometry":{"type":"Point","coordinates":[\#(point.longitude),"#
        + #"\#(point.latitude)]},"properties":{"name":"\#(point.name)","size":\#(point.size)}}"# + "\n"
    }.joined()
  }

  /// Makes so many random edits.
  mutating func edit(_ count: Int) {
    for _ in 0..<count {
      let kind = Int.random(in: 0..<4, using: &random)
      guard kind > 0, !points.isEmpty else {
        add()
        continue
      }
      let index = Int.random(in: 0..<points.count, using: &random)
      switch kind {
      case 1: points.remove(at: index)
      case 2: points[index].longitude += Double.random(in: -0.5...0.5, using: &random)
      default: points[index].name = name()
      }
    }
  }

  private mutating func add() {
    let town = [(13.4, 52.5), (-0.1, 51.5), (179.9, -17.5)].randomElement(using: &random) ?? (0, 0)
    let point = Point(
      id: nextID, longitude: town.0 + Double.random(in: -3...3, using: &random),
      latitude: town.1 + Double.random(in: -3...3, using: &random), name: name(),
      size: Int.random(in: 0...99, using: &random))
    points.append(point)
    nextID += 1
  }

  private mutating func name() -> String { "n\(Int.random(in: 0...9, using: &random))" }
}

/// Every container and layout.
let outputs = [
  "format: pmtiles, layout: per-zoom", "format: pmtiles, layout: single, compression: none",
  "format: mbtiles, layout: per-zoom", "format: mbtiles, layout: single", "format: directory",
  "format: pmtiles, layout: per-layer",
  "format: mbtiles, layout: per-layer",
  "format: directory, layout: per-layer",
]
