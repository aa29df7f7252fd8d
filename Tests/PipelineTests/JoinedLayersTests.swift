import Foundation
import OvertileConfiguration
import TestSupport
import Testing

@testable import OvertilePipeline

/// Layers that are joined from roots of tasks make the bundle of one process; and those that cannot be are made of points.
@Suite struct JoinedLayersTests {
  @Test(arguments: seeds(36)) func joinedLayersMakeTheSameBundle(seed: UInt64) throws {
    let (scenario, yaml) = try Self.scenario(seed: seed)
    let alone = Self.facts(try scenario.build(yaml))
    let files = try scenario.bundleFiles()
    let configuration = try scenario.configuration(yaml)
    var random = SeededRandom(seed: seed)
    let plan = try PartsTests.makeParts(
      configuration, in: scenario, tileZoom: .random(in: 1...3, using: &random),
      shards: .random(in: 1...4, using: &random))
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    // If two layers have different radii, zooms of one may be decided and not drawn.
    let hands = DividedTiles(configuration, plan).handsRoots(nil)
    #expect(hands || seed % 2 == 0, "seed \(seed)")
    #expect(
      Self.areJoined(try PipelineBuild(configuration, options: options).producedLayers()) == hands, "seed \(seed)")
    let joined = Self.facts(try PipelineBuild(configuration, options: options).run())
    #expect(differences(files, try scenario.bundleFiles()) == [], "seed \(seed)")
    #expect(joined == alone, "seed \(seed)")
  }

  /// What tasks could not know has the layer made of its points; the bytes and the warnings are the same in any case.
  @Test(arguments: OddCase.allCases) func oddLayersMakeTheSameBundle(odd: OddCase) throws {
    let (scenario, yaml) = try Self.scenario(seed: 12, odd: odd)
    // A gate compares with the bundle before.
    if odd == .gate { try scenario.build(yaml) }
    let alone = Self.facts(try scenario.build(yaml))
    let (files, ledger) = (try scenario.bundleFiles(), scenario.ledgerBytes())
    let configuration = try scenario.configuration(yaml)
    try PartsTests.makeParts(configuration, in: scenario, tileZoom: 2, shards: 3)
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    // Tasks may have seen enough, and slices with such errors are read here: then nothing is odd.
    let mayBeJoined = odd == .ownNames || odd == .errorsWithComparisons || odd == .mixedNumbers
    let areJoined = Self.areJoined(try PipelineBuild(configuration, options: options).producedLayers())
    #expect(mayBeJoined || areJoined == [.nullIsland, .oneSpot, .beyondDoubles].contains(odd), "\(odd)")
    let joined = Self.facts(try PipelineBuild(configuration, options: options).run())
    #expect(differences(files, try scenario.bundleFiles()) == [] && joined == alone, "\(odd)")
    #expect(ledger == scenario.ledgerBytes(), "\(odd)")
  }

  enum OddCase: CaseIterable {
    case equalKeys, severalPoints, nullIsland, oneSpot, ownNames, camera, gate, otherKind, noFeatures
    case errorsWithComparisons, mixedNumbers, beyondDoubles
  }

  /// A preview counts every zoom, and says the same.
  @Test func previewsAreThoseOfOneProcess() throws {
    let (scenario, yaml) = try Self.scenario(seed: 5)
    let configuration = try scenario.configuration(yaml)
    try PartsTests.makeParts(configuration, in: scenario, tileZoom: 2, shards: 2)
    var options = BuildOptions()
    options.isDryRun = true
    let alone = Self.facts(try PipelineBuild(configuration, options: options).run())
    options.parts = scenario.path("parts")
    #expect(Self.facts(try PipelineBuild(configuration, options: options).run()) == alone)
  }

  /// A task's roots, the points in them, or their digests that are missing end the run.
  @Test(arguments: [PartSection.Kind.subtrees, .leaves, .outcome, .clusters, .aggregated]) func missingResultsAreErrors(
    kind: PartSection.Kind
  ) throws {
    let (scenario, yaml) = try Self.scenario(seed: 7)
    try scenario.build(yaml)
    let files = try scenario.bundleFiles()
    let configuration = try scenario.configuration(yaml)
    try PartsTests.makeParts(configuration, in: scenario, tileZoom: 2, shards: 1)
    let work = try PartWork.digest(configuration, nil, tileZoom: 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: scenario.path("parts"))
    for name in names where name.hasSuffix(".part") {
      let path = scenario.path("parts/\(name)")
      let (file, bytes) = (try PartFile(path, work: work), try Data(contentsOf: URL(fileURLWithPath: path)))
      let writer = try PartWriter(path, work: work)
      var isFirst = true
      for entry in try file.entries() {
        if entry.section.kind == kind, isFirst {
          isFirst = false
          continue
        }
        try writer.append(entry.section, Array(bytes[entry.offset..<entry.offset + entry.count]))
      }
      try writer.finish()
    }
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    #expect {
      try PipelineBuild(configuration, options: options).run()
    } throws: { error in
      if case PipelineError.inputOutput = error { true } else { false }
    }
    #expect(differences(files, try scenario.bundleFiles()) == [])
  }

  // MARK: Inputs

  private static func areJoined(_ layers: [any OverlayLayer]) -> Bool { layers.contains { $0 is JoinedOverlays } }

  private static func scenario(seed: UInt64, odd: OddCase? = nil) throws -> (Scenario, yaml: String) {
    let scenario = try Scenario()
    var random = SeededRandom(seed: seed)
    let count = odd == .noFeatures ? 0 : Int.random(in: 2...300, using: &random)
    let texts = features(seed: seed, count: count, odd: odd)
    let half = texts.count / 2
    if odd == .noFeatures {
      for file in 0..<2 { try scenario.write(#"{"type":"FeatureCollection","features":[]}"#, to: "in-\(file).json") }
      return (scenario, yaml(seed: seed, odd: odd))
    }
    try scenario.write(texts[..<half].joined(separator: "\n"), to: "in-0.json")
    try scenario.write(texts[half...].joined(separator: "\n"), to: "in-1.json")
    return (scenario, yaml(seed: seed, odd: odd))
  }

  /// Points in clumps, on borders of tiles, at the edges of the map and on the 180th meridian, with ids of all kinds.
  private static func features(seed: UInt64, count: Int, odd: OddCase?) -> [String] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { index in
      func position() -> String {
        if odd == .oneSpot { return "[7,8]" }
        if odd == .nullIsland, index % 5 == 3 { return "[0,0]" }
        let clump = Double(Int.random(in: 0..<6, using: &random))
        let (east, south) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
        let x: Double = [-180, 180, 45, 22.5, clump * 31 - 90 + east].randomElement(using: &random) ?? 0
        let y: Double = [90, -90, 12, clump * 17 - 60 - south].randomElement(using: &random) ?? 0
        return "[\(x),\(y)]"
      }
      let geometry =
        odd == .severalPoints && index == 1
        ? #"{"type":"MultiPoint","coordinates":[\#(position()),\#(position())]}"#
        : #"{"type":"Point","coordinates":\#(position())}"#
      let ids = ["\(index)", #""t\#(index)""#, "-\(index + 1)", "\(index).5"]
      let id = odd == .equalKeys && index < 2 ? "1" : ids.randomElement(using: &random) ?? "0"
      var members = [#""n":\#(Int.random(in: 0..<9, using: &random))"#]
      if Bool.random(using: &random) { members.append(#""name":"n\#(Int.random(in: 0..<9, using: &random))""#) }
      if index % 7 == 0 { members.append(#""rare":\#(["null", "true", "2.5", #""x""#][index % 4])"#) }
      if odd == .ownNames, index == 0 { members.append(#""cluster":"own","source:cluster":1"#) }
      if odd == .ownNames, index == 1 { members.append(#""id":"own""#) }
      members.append(#""real":\#(Int.random(in: -9..<9, using: &random)).5,"flag":\#(Bool.random(using: &random))"#)
      if odd == .mixedNumbers { members.append(#""odd":\#(index).\#(index < count / 2 ? 0 : 5)"#) }
      if odd == .beyondDoubles { members.append(#""odd":\#(index % 3 == 0 ? "-" : "")1.5e308"#) }
      if odd == .errorsWithComparisons { members.append(#""mixed":\#(index % 2 == 0 ? "1" : #""one""#)"#) }
      let text = seed % 5 == 0 ? #","text":"\#(String(repeating: "long ", count: index % 60))""# : ""
      let hasID = seed % 3 != 0 || odd == .equalKeys
      return
        #"{"type":"Feature",\#(hasID ? #""id":\#(id),"# : "")"geometry":\#(geometry),"properties":{"index":\#(index),"#
        + #"\#(members.joined(separator: ","))\#(text)}}"#
    }
  }

  private static func yaml(seed: UInt64, odd: OddCase?) -> String {
    var random = SeededRandom(seed: seed)
    let outputs = [
      "layout: per-zoom", "layout: single", "layout: per-layer", "format: mbtiles", "format: directory",
      "format: directory, tileFormat: geojson", "compression: gzip", "compression: none", "buffer: 0", "buffer: 1000",
    ]
    let output = outputs[Int(seed) % outputs.count]
    let position = Bool.random(using: &random) ? "center" : "centroid"
    let minPoints = [2, 2, 3, 5].randomElement(using: &random) ?? 2
    let members = ["none", "ids", "full"].randomElement(using: &random) ?? "full"
    let weight = Bool.random(using: &random) ? ", weight: [get, n]" : ""
    let second = """

        second:
          source: all
          kind: cluster
          zooms: 0-8
          filter: ["!=", ["get", "n"], 0]
          cluster: {maxZoom: 7, radius: \([20, 40].randomElement(using: &random) ?? 20)px, members: \(members)}
      """
    let further: String? =
      switch odd {
      case .mixedNumbers, .beyondDoubles: ", aggregates: {odd: {sum: odd}, mean: {mean: odd}}"
      default: seed % 3 == 0 ? nil : aggregates
      }
    let filter: String? =
      switch odd {
      case .errorsWithComparisons: #"filter: ["<", ["get", "mixed"], 3]"#
      default: nil
      }
    let cameras = odd == .camera ? "\ncameras: {all: {fit: {layer: first}}}" : ""
    let gates =
      odd == .gate ? "\ngates: {clusters: {kept: 10%}}" : odd == .noFeatures ? "\ngates: {empty: pass}" : ""
    let circles = odd == .otherKind ? "\n  circles: {source: all, kind: circle, zooms: 0-4, circle: {radius: 5km}}" : ""
    return """
      name: Joined
      sources: {all: {path: "in-*.json", onInvalid: skip, maxRejected: 100%}}
      layers:
        first:
          source: all
          kind: cluster
          zooms: 0-8
          \(filter ?? "")
          cluster: {minPoints: \(minPoints), position: \(position), members: \(members)\(weight)\(further ?? "")}\(seed % 2 == 0 && odd == nil ? second : "")\(circles)
      output: {path: out, \(output)}\(cameras)\(gates)
      """
  }

  private static let aggregates = """
    , aggregates: {total: {sum: n}, mean: {mean: n}, least: {min: real}, most: {max: n}, sum: {sum: real}, \
    average: {mean: real}, some: {any: flag}, every: {all: flag}, counted: {count: rare}, example: {first: name}, \
    rarest: {first: rare}, names: {distinct: name, cap: 3}}
    """

  /// The counts of a report, without times and memory.
  private static func facts(_ report: BuildReport) -> String {
    var report = report
    (report.seconds, report.stageSeconds, report.peakMemoryBytes) = (0, [:], 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(report)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
