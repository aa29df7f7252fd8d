import Foundation
import OvertileClustering
import OvertileConfiguration
import TestSupport
import Testing

@testable import OvertilePipeline

/// Tiles that tasks make are those of one machine, in every layout, container, encoding and compression.
@Suite struct TaskTilesTests {
  @Test(arguments: seeds(13)) func tilesOfTasksMakeTheSameBundle(seed: UInt64) throws {
    let scenario = try Scenario()
    try scenario.write(Self.features(seed: seed, count: 200).joined(separator: "\n"), to: "in.json")
    let yaml = Self.yaml(seed: seed)
    try scenario.build(yaml)
    let alone = try scenario.bundleFiles()
    let configuration = try scenario.configuration(yaml)
    let tileZoom = Int(seed % 3)
    try PartsTests.makeParts(configuration, in: scenario, tileZoom: tileZoom, shards: 1 + Int(seed % 2))
    #expect(try Self.segments(configuration, scenario, tileZoom).contains { $0.tiles.count > 1 }, "seed \(seed)")
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    _ = try PipelineBuild(configuration, options: options).run()
    #expect(differences(alone, try scenario.bundleFiles()) == [], "seed \(seed)")
  }

  /// The process that builds copies tiles: another byte in a task's result is another byte in the bundle.
  @Test func tilesAreCopied() throws {
    let (scenario, configuration) = try Self.plainPoints()
    let alone = try scenario.bundleFiles()
    try Self.rewrite("level-0-0", of: scenario, configuration) { section, payload in
      // The last byte is that of the last tile: its layer's version.
      section.kind == .tiles ? payload.dropLast() + [1] : payload
    }
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    _ = try PipelineBuild(configuration, options: options).run()
    let changed = differences(alone, try scenario.bundleFiles())
    #expect(changed == ["bundle.json", "z05.pmtiles", "z06.pmtiles"])
  }

  /// A task that was not handed the properties of a point of its tile ends with an error, and does not write the point without;
  /// and so does one that was not handed the point.
  @Test(arguments: [false, true]) func pointsWithoutPropertiesAreAnError(drops: Bool) throws {
    let (scenario, configuration) = try Self.plainPoints()
    func draw() throws {
      try PipelineParts(configuration).shard(
        plan: scenario.path("parts/plan.json"), level: 0, share: (number: 0, of: 1),
        inputs: [scenario.path("parts/read-0.part")], into: scenario.path("drawn.part"))
    }
    try draw()
    var cell: ShardTile?
    try Self.rewrite("read-0", of: scenario, configuration) { section, payload in
      guard section.kind == .nodes, cell == nil else { return payload }
      cell = section.tile
      if drops { return nil }
      var (decoder, encoder) = (PartDecoder(payload), PartEncoder())
      var points = try HandedPoints(&decoder, extraColumns: 0)
      points.rows = nil
      points.encode(&encoder)
      return encoder.bytes
    }
    #expect(cell != nil)
    #expect {
      try draw()
    } throws: { error in
      switch error {
      case PipelineError.inconsistent(let text): !drops && text.contains("not their properties")
      case PipelineError.inputOutput(let text): drops && text.contains("a task is missing")
      default: false
      }
    }
  }

  @Test func factsOfSomeFeatures() {
    let all = TagFacts(
      sourceIDName: "source:id", renamed: [.init(property: "cluster", name: "source:cluster")],
      numberTypes: [.signed, .others, .none])
    #expect(all.agree(withThoseOfSome: all))
    #expect(all.agree(withThoseOfSome: TagFacts(sourceIDName: nil, renamed: [], numberTypes: [.none, .none, .none])))
    let others = [
      TagFacts(sourceIDName: "id", renamed: [], numberTypes: [.none, .none, .none]),
      TagFacts(
        sourceIDName: nil, renamed: [.init(property: "cluster", name: "x")], numberTypes: [.none, .none, .none]),
      TagFacts(sourceIDName: nil, renamed: [], numberTypes: [.signed, .signed, .none]),
      TagFacts(sourceIDName: nil, renamed: [], numberTypes: [.signed, .others, .signed]),
      TagFacts(sourceIDName: nil, renamed: [], numberTypes: []),
    ]
    for (number, some) in others.enumerated() { #expect(!all.agree(withThoseOfSome: some), "case \(number)") }
  }

  // MARK: Parts

  /// Points of one layer, built by one process, and their parts.
  private static func plainPoints() throws -> (Scenario, PipelineConfiguration) {
    let scenario = try Scenario()
    let points = (0..<300).map { index in
      #"{"type":"Feature","id":\#(index),"geometry":{"type":"Point","coordinates":[\#(index % 20 * 9 - 80),"#
        + #"\#(index / 20 * 9 - 60)]},"properties":{"name":"n"}}"#
    }
    try scenario.write(points.joined(separator: "\n"), to: "in.json")
    let yaml = """
      name: Copied
      sources: {all: {path: in.json}}
      layers: {points: {source: all, kind: cluster, zooms: 0-6}}
      output: {path: out, compression: none}
      """
    try scenario.build(yaml)
    let configuration = try scenario.configuration(yaml)
    try PartsTests.makeParts(configuration, in: scenario, tileZoom: 1, shards: 1)
    return (scenario, configuration)
  }

  /// Changes the payloads of a part file; nil removes a section.
  private static func rewrite(
    _ name: String, of scenario: Scenario, _ configuration: PipelineConfiguration,
    _ change: (PartSection, [UInt8]) throws -> [UInt8]?
  ) throws {
    let work = try PartWork.digest(configuration, nil, tileZoom: 1)
    let path = scenario.path("parts/\(name).part")
    let file = try PartFile(path, work: work)
    let writer = try PartWriter(path, work: work)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for entry in try file.entries() {
      if let payload = try change(entry.section, Array(bytes[entry.offset..<entry.offset + entry.count])) {
        try writer.append(entry.section, payload)
      }
    }
    try writer.finish()
  }

  // MARK: Inputs

  /// Points in clumps, on borders of tiles, at the poles, on the 180th meridian and at one spot, with ids that repeat, several
  /// points a feature, numbers of all types, and names that layers write themselves.
  private static func features(seed: UInt64, count: Int) -> [String] {
    var random = SeededRandom(seed: seed)
    let repeats = seed % 2 == 0
    let numbers = seed % 3 == 0 ? ["1", "7", "-3"] : ["1", "2.5", "-0.0", "1e2", "18446744073709551615", "null"]
    return (0..<count).map { index in
      func position() -> String {
        let clump = Double(Int.random(in: 0..<6, using: &random))
        let (east, south) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
        let x: Double = [-180, 180, 0, 45, clump * 31 - 90 + east].randomElement(using: &random) ?? 0
        let y: Double = [90, -90, 0, clump * 17 - 60 - south].randomElement(using: &random) ?? 0
        return "[\(x),\(y)]"
      }
      let isMultiple = repeats && Int.random(in: 0..<20, using: &random) == 0
      let geometry =
        isMultiple
        ? #"{"type":"MultiPoint","coordinates":[\#(position()),\#(position()),\#(position())]}"#
        : #"{"type":"Point","coordinates":\#(position())}"#
      let id =
        ["\(index)", repeats ? "\(index / 3)" : "\(index)", #""t\#(index)""#, "-\(index + 1)"]
        .randomElement(using: &random) ?? "0"
      var members = [
        #""n":\#(numbers.randomElement(using: &random) ?? "1")"#,
        #""name":"n\#(Int.random(in: 0..<9, using: &random))""#,
        #""w":\#(Int.random(in: 0..<4, using: &random))"#,
      ]
      if Int.random(in: 0..<40, using: &random) == 0 { members.append(#""cluster":"own""#) }
      if seed % 5 == 0, Int.random(in: 0..<90, using: &random) == 0 { members.append(#""id":"own""#) }
      let properties = members.joined(separator: ",")
      return #"{"type":"Feature","id":\#(id),"geometry":\#(geometry),"properties":{\#(properties)}}"#
    }
  }

  private static func yaml(seed: UInt64) -> String {
    var random = SeededRandom(seed: seed)
    let outputs = [
      "layout: per-zoom", "layout: single", "layout: per-layer", "format: mbtiles", "format: directory",
      "format: directory, layout: per-layer, compression: gzip", "format: directory, tileFormat: geojson",
      "compression: gzip", "compression: none", "layout: per-layer, compression: gzip",
      "format: mbtiles, layout: per-layer",
      "buffer: 0", "buffer: 1000",
    ]
    let output = outputs[Int(seed) % outputs.count]
    let position = Bool.random(using: &random) ? "center" : "centroid"
    let minPoints = [2, 2, 3].randomElement(using: &random) ?? 2
    return """
      name: Tasks
      sources: {all: {path: in.json, onInvalid: skip, maxRejected: 100%}}
      layers:
        first:
          source: all
          kind: cluster
          zooms: 0-8
          properties: {compute: {twice: ["*", 2, ["get", "w"]]}}
          cluster:
            minPoints: \(minPoints)
            position: \(position)
            aggregates: {total: {sum: n}, mean: {mean: n}, names: {distinct: name, cap: 2}, some: {first: name}}
        second:
          source: all
          kind: cluster
          zooms: 2-7
          filter: ["!=", ["get", "w"], 0]
          cluster: {maxZoom: 5, weight: ["get", "w"], radius: 20px, members: full}
      output: {path: out, \(output)}
      """
  }

  /// The tiles that tasks made.
  private static func segments(
    _ configuration: PipelineConfiguration, _ scenario: Scenario, _ tileZoom: Int
  ) throws -> [TileSegment] {
    let work = try PartWork.digest(configuration, nil, tileZoom: tileZoom)
    let names = try FileManager.default.contentsOfDirectory(atPath: scenario.path("parts"))
    return try names.filter { $0.hasPrefix("level-0") }.flatMap { name in
      let file = try PartFile(scenario.path("parts/\(name)"), work: work)
      return try file.entries { $0.kind == .tiles }.map { try file.read($0) { try TileSegment(&$0) } }
    }
  }
}
