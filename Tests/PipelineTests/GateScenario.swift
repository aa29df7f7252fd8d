import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// Two nights of one pipeline in the British grid. The second has 80 of 100 points, wider apart, half of them without the
/// property `p`, a long text each, 20 lines in place of points, and lacks the layer `b`.
struct GateScenario {
  let scenario: Scenario

  /// The gates that the second night can fail: it is not empty, and sources have ages of their own.
  static let judged = GateName.allCases.filter { $0 != .empty && $0 != .maxAge }

  init() throws {
    scenario = try Scenario()
    try write(Self.first)
  }

  /// The text of the gate's limit that the second night does not keep, and of one that it just keeps.
  static func limits(_ gate: GateName) -> (tight: String, loose: String) {
    switch gate {
    case .features: ("{maxDecrease: 19.9999%}", "{maxDecrease: 20%}")
    case .layers: ("keep", "keep")
    case .bounds: ("{maxShift: 10km}", "{maxShift: 2000km}")
    case .tiles: ("{maxIncrease: 1%}", "{maxIncrease: 100000%}")
    case .bytes: ("{maxIncrease: 1%}", "{maxIncrease: 100000%}")
    case .properties: ("{maxLoss: 49.9999%}", "{maxLoss: 50%}")
    case .clusters: ("{minKept: 100%}", "{minKept: 0%}")
    case .rejected: ("{maxShare: 19.9999%}", "{maxShare: 20%}")
    case .accuracy: ("{maxError: 0.0001m}", "{maxError: 100m}")
    case .maxAge, .empty: ("fail", "fail")
    }
  }

  static let first = night(count: 100, meters: 1_000) { _ in #""p":1"# }
  static let second =
    night(count: 80, meters: 5_000) { index in
      (index < 40 ? #""p":1,"# : #""p":null,"#) + #""note":"\#(String(repeating: "\(index) ", count: 200))""#
    }
    + (0..<20).map { index in
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[400000,300000],[400001,30000\#(index % 10)]]},"#
        + #""properties":{}}"#
    }

  private static func night(count: Int, meters: Int, _ properties: (Int) -> String) -> [String] {
    (0..<count).map { index in
      let (x, y) = (400_000 + index % 10 * meters, 300_000 + index / 10 * meters)
      return #"{"type":"Feature","id":\#(index),"geometry":{"type":"Point","coordinates":[\#(x),\#(y)]},"#
        + #""properties":{\#(properties(index))}}"#
    }
  }

  func write(_ features: [String]) throws {
    try scenario.write(features)
  }

  /// The pipeline with some gates.
  func yaml(_ gates: [GateName: String] = [:], layers: [String] = ["a", "b"], members: String = "full") -> String {
    let named = layers.map { "  \($0): {source: in, kind: cluster, zooms: 0-8, cluster: {members: \(members)}}" }
    let configured = gates.isEmpty ? [] : ["gates:"] + gates.map { "  \($0.key.rawValue): \($0.value)" }.sorted()
    return
      ([
        "name: Gates", "sources: {in: {path: in.json, crs: \"EPSG:27700\", onInvalid: skip, maxRejected: 100%}}",
        "layers:",
      ] + named + configured + ["output: {path: out}", ""]).joined(separator: "\n")
  }

  func build(
    _ yaml: String, _ options: GateOptions = GateOptions(), _ observe: @escaping BuildObserver = { _ in }
  ) throws -> BuildReport {
    var build = BuildOptions()
    build.gates = options
    return try PipelineBuild(scenario.configuration(yaml), options: build).run(observe)
  }

  /// The text of the failure of a build, which must be one of gates; the old bundle must be as it was.
  func rejection(
    _ yaml: String, _ options: GateOptions = GateOptions(), _ observe: @escaping BuildObserver = { _ in }
  ) throws -> String {
    let isThere = FileManager.default.fileExists(atPath: scenario.bundle.path)
    let before = isThere ? try scenario.bundleFiles() : [:]
    do {
      _ = try build(yaml, options, observe)
      Issue.record("the bundle was published: \(yaml)")
      return ""
    } catch PipelineError.badData(let text) {
      #expect(FileManager.default.fileExists(atPath: scenario.bundle.path) == isThere)
      if isThere { #expect(differences(before, try scenario.bundleFiles()) == []) }
      return text
    }
  }
}

extension BundleManifest {
  /// A manifest with one layer, "a", and one file.
  static func sample(
    features: Int = 0, tiles: Int = 1, bytes: Int = 1, values: NamedValues<Int>? = nil,
    _ change: (inout BundleManifest.Layer) -> Void = { _ in }
  ) -> BundleManifest {
    var manifest = BundleManifest(
      name: "", tiles: .init(layout: .single, container: .pmtiles, extent: 4096, buffer: 0),
      provenance: .init(configuration: "", features: "", reprojections: []))
    var layer = BundleManifest.Layer(id: "a", kind: "cluster", minzoom: 0, maxzoom: 0)
    (layer.features, layer.values) = (features, values)
    change(&layer)
    manifest.layers = [layer]
    var file = BundleManifest.File(path: "z00.pmtiles", role: .tiles, (sha256: "", bytes: bytes))
    file.tiles = tiles
    manifest.files = [file]
    return manifest
  }
}

extension GateComparison {
  /// The comparison of two manifests as such.
  static func of(
    _ old: BundleManifest, _ new: BundleManifest, _ limits: GateConfiguration = GateConfiguration(),
    report: BuildReport = BuildReport(bundle: "", name: "")
  ) -> GateComparison {
    GateComparison(
      limits: limits, oldFolder: URL(fileURLWithPath: "/nowhere"), old: old, new: new, overlays: [], report: report)
  }
}
