import Foundation
import OvertileClustering
import OvertileConfiguration
import OvertileDigests
import OvertileFeatures
import TestSupport
import Testing

@testable import OvertilePipeline

/// A build from the results of tasks is the build of one process, and damaged results are errors.
@Suite struct PartsTests {
  @Test(arguments: seeds(12)) func partsMakeTheSameBundle(seed: UInt64) throws {
    let scenario = try Scenario()
    let texts = RandomFeatures(seed: seed, count: 70).texts + DirtyFeatures(seed: seed, count: 70).texts
    for file in 0..<3 {
      let own = texts.indices.filter { $0 % 3 == file }.map { texts[$0] }
      try scenario.write(own.joined(separator: "\n"), to: "in-\(file).json")
    }
    let yaml = Self.yaml(minPoints: [2, 3, 5][Int(seed % 3)])
    let alone = facts(try scenario.build(yaml))
    let (files, ledger) = (try scenario.bundleFiles(), scenario.ledgerBytes())
    let configuration = try scenario.configuration(yaml)
    try Self.makeParts(configuration, in: scenario, tileZoom: Int(seed % 7), shards: 1 + Int(seed % 3))
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    let joined = facts(try PipelineBuild(configuration, options: options).run())
    #expect(differences(files, try scenario.bundleFiles()) == [], "seed \(seed)")
    #expect(ledger == scenario.ledgerBytes() && ledger.count > 1000, "seed \(seed)")
    #expect(joined == alone, "seed \(seed)")
  }

  /// Tasks that share a file begin in the middle of it.
  @Test(arguments: ["lines", "collection", "cut collection"]) func sharedFilesMakeTheSameBundle(form: String) throws {
    let scenario = try Scenario()
    let texts = (0..<9000).map { index in
      #"{"type":"Feature","id":\#(index / 2),"geometry":{"type":"Point","coordinates":[\#(index % 359 - 179),"#
        + #"\#(index % 83)]},"properties":{"n":\#(index),"text":"\#(String(repeating: "long ", count: 60))"}}"#
    }
    let end = form == "collection" ? "]}" : ""
    try scenario.write(
      form == "lines"
        ? texts.joined(separator: "\n")
        : #"{"type":"FeatureCollection","features":["# + texts.joined(separator: ",\n") + end, to: "in-0.json")
    let yaml = Self.yaml(minPoints: 2)
    let configuration = try scenario.configuration(yaml)
    let plan = try Self.makeParts(configuration, in: scenario, tileZoom: 1, shards: 1, leastShare: 1)
    #expect(plan.reads.count == 2 && plan.reads[0].end == plan.reads[1].first && plan.reads[1].start != nil)
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    if form == "cut collection" {
      #expect(throws: PipelineError.self) { try PipelineBuild(configuration, options: options).run() }
      return
    }
    let alone = facts(try scenario.build(yaml))
    let files = try scenario.bundleFiles()
    #expect(facts(try PipelineBuild(configuration, options: options).run()) == alone)
    #expect(differences(files, try scenario.bundleFiles()) == [])
  }

  /// Every bit of a part file counts: a flipped one is an error, or makes the file one of other work.
  @Test func flippedBitsAreErrors() throws {
    let (scenario, work) = try Self.somePart()
    let path = scenario.path("parts/read-0.part")
    let source = try #require(try Self.source(scenario))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try Self.readAll(path, work, source) > 3)
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      var damaged = whole
      if seed % 5 == 0 {
        damaged = damaged.prefix(Int.random(in: 0..<whole.count, using: &random))
      } else {
        damaged[Int.random(in: 0..<whole.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(throws: PipelineError.self, "seed \(seed)") { try Self.readAll(path, work, source) }
    }
  }

  /// Payloads whose digest is right, but whose values are not, are errors or other values, and never end the program.
  @Test(arguments: ["read-0", "level-0-0", "roots"]) func wrongValuesDoNotTrap(name: String) throws {
    let (scenario, work) = try Self.somePart(isPlain: name == "roots")
    let path = scenario.path("parts/\(name == "roots" ? "level-0-0" : name).part")
    let file = try PartFile(path, work: work)
    let source = try #require(try Self.source(scenario, isPlain: name == "roots"))
    let context = try Self.Context(file, source)
    #expect(name != "roots" || !context.subtrees.isEmpty)
    var faults = 0
    // One section of each kind.
    let kinds = Dictionary(grouping: try file.entries(), by: \.section.kind)
    for entry in kinds.values.compactMap(\.first) {
      let bytes = try Self.payload(entry, path)
      for seed in seeds(400) {
        var random = SeededRandom(seed: seed)
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !damaged.isEmpty {
          damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        if seed % 4 == 0 { damaged = Array(damaged.prefix(.random(in: 0...damaged.count, using: &random))) }
        do {
          var decoder = PartDecoder(damaged)
          try Self.decode(entry.section, &decoder, source, context)
          try decoder.finish()
        } catch { faults += 1 }
      }
    }
    #expect(faults > 200, "\(name)")
  }

  @Test func numbersOfPointsAscend() throws {
    var numbers = PointNumbers()
    try numbers.append(file: 0, slice: 0, points: 3)
    try numbers.append(file: 0, slice: 5, points: 0)
    try numbers.append(file: 2, slice: 1, points: 2)
    let (first, second) = (try PointNumbers.first(file: 0, slice: 0), try PointNumbers.first(file: 2, slice: 1))
    #expect([first, first + 2, second, second + 1].map { numbers.index(of: $0) } == [0, 2, 3, 4])
    #expect([first + 3, second - 1, second + 2, UInt64.max].map { numbers.index(of: $0) } == [nil, nil, nil, nil])
    #expect(PointNumbers().index(of: 0) == nil)
    #expect(throws: PipelineError.self) { try PointNumbers.first(file: 1 << 18, slice: 0) }
    #expect(throws: PipelineError.self) { try PointNumbers.first(file: 0, slice: 1 << 18) }
  }

  // MARK: Parts

  /// Tasks and the process that builds must convert coordinates by one version of PROJ.
  @Test func anotherVersionOfProjIsAnError() throws {
    let scenario = try Scenario()
    try scenario.write(
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#, to: "in.json")
    let configuration = try scenario.configuration(
      """
      name: Parts
      sources: {all: {path: in.json, crs: "EPSG:3857"}}
      layers: {points: {source: all, kind: cluster, zooms: 0-6}}
      output: {path: out}
      """)
    var plan = try Self.makeParts(configuration, in: scenario, tileZoom: 1, shards: 1)
    let own = try #require(plan.proj)
    plan.proj = try JSONDecoder().decode(type(of: own), from: Data(#"{"library":"9.0","epsg":"v1"}"#.utf8))
    plan.work = SHA256.text(try PartWork.digest(configuration, nil, tileZoom: 1, proj: plan.proj))
    let path = scenario.path("parts/plan.json")
    try Data(try ExactJSON.encode(try plan.sealed())).write(to: URL(fileURLWithPath: path))
    func isOfProj(_ error: any Error) -> Bool {
      if case PipelineError.inputOutput(let text) = error {
        text.contains("\(own)") && text.contains("9.0, EPSG v1")
      } else {
        false
      }
    }
    #expect {
      try PipelineParts(configuration).read(plan: path, task: 0, into: scenario.path("read.part"))
    } throws: { isOfProj($0) }
    for name in ["read-0", "level-0-0", "level-1-0"] {
      try? FileManager.default.removeItem(atPath: scenario.path("parts/\(name).part"))
    }
    var options = BuildOptions()
    options.parts = scenario.path("parts")
    #expect { try PipelineBuild(configuration, options: options).run() } throws: { isOfProj($0) }
  }

  private static func yaml(minPoints: Int) -> String {
    """
    name: Parts
    sources:
      all: {path: "in-*.json", onInvalid: skip, maxRejected: 100%, quarantine: features}
    layers:
      clusters:
        source: all
        kind: cluster
        zooms: 0-6
        filter: ["!=", ["get", "hidden"], true]
        cluster:
          minPoints: \(minPoints)
          nonPoints: label
          weight: ["number", ["get", "n"], 1]
          aggregates: {total: {sum: mag}, names: {distinct: mag, cap: 2}, first: {first: n}}
      circles: {source: all, kind: circle, zooms: 0-4, circle: {radius: {expression: ["get", "r"], unit: km}}}
      rings:
        source: all
        kind: circle
        zooms: 0-4
        filter: ["<", ["%", ["number", ["get", "n"], 0], 5], ["zoom"]]
        circle: {radius: 300km, draw: [center, ring], dotBelow: 4px}
      shapes: {source: all, kind: shape, zooms: 0-3}
      forms:
        source: all
        kind: shape
        zooms: 0-4
        shape: {method: \(minPoints == 3 ? "douglas-peucker" : "topology"), small: point, smallerThan: 2px, label: true}
    output: {path: out}
    """
  }

  /// Runs every task of a build, in `parts`.
  ///
  /// - Parameter leastShare: the bytes of a file that one task reads at least; without it small files are not shared.
  @discardableResult static func makeParts(
    _ configuration: PipelineConfiguration, in scenario: Scenario, tileZoom: Int, shards: Int, leastShare: Int? = nil
  ) throws -> PartPlan {
    try FileManager.default.createDirectory(atPath: scenario.path("parts"), withIntermediateDirectories: true)
    var parts = PipelineParts(configuration)
    if let leastShare { parts.leastShare = leastShare }
    let planPath = scenario.path("parts/plan.json")
    try parts.plan(tasks: 2, tileZoom: tileZoom, into: planPath)
    let plan = try PartPlan(Data(contentsOf: URL(fileURLWithPath: planPath)), path: planPath)
    var made = plan.reads.indices.map { scenario.path("parts/read-\($0).part") }
    for (task, path) in made.enumerated() { try parts.read(plan: planPath, task: task, into: path) }
    for level in 0..<plan.levels {
      let inputs = made
      made = (0..<shards).map { scenario.path("parts/level-\(level)-\($0).part") }
      for (task, path) in made.enumerated() {
        try parts.shard(plan: planPath, level: level, share: (number: task, of: shards), inputs: inputs, into: path)
      }
    }
    return plan
  }

  /// The parts of one file, and the digest of their work.
  ///
  /// - Parameter isPlain: whether tasks hand over whole roots.
  private static func somePart(isPlain: Bool = false) throws -> (Scenario, work: [UInt8]) {
    let scenario = try Scenario()
    let texts = RandomFeatures(seed: 3, count: 30).texts + DirtyFeatures(seed: 3, count: 30).texts
    try scenario.write(texts.joined(separator: "\n"), to: "in-0.json")
    let configuration = try scenario.configuration(isPlain ? plainYAML : yaml(minPoints: 2))
    try makeParts(configuration, in: scenario, tileZoom: 1, shards: 1)
    return (scenario, try PartWork.digest(configuration, nil, tileZoom: 1))
  }

  private static let plainYAML = """
    name: Parts
    sources: {all: {path: "in-*.json", onInvalid: skip, maxRejected: 100%}}
    layers:
      points:
        source: all
        kind: cluster
        zooms: 0-6
        cluster:
          nonPoints: label
          aggregates: {total: {sum: mag}, names: {distinct: mag, cap: 2}, first: {first: n}}
    output: {path: out}
    """

  private static func source(_ scenario: Scenario, isPlain: Bool = false) throws -> PlannedSource? {
    let configuration = try scenario.configuration(isPlain ? plainYAML : yaml(minPoints: 2))
    let run = BuildRun(configuration, BuildOptions(), Cancellation()) { _ in }
    return try PlannedSource.all(avoiding: PlannedRun.paths(configuration, BuildOptions()), run.commands).first
  }

  /// Reads every section; returns their number.
  private static func readAll(_ path: String, _ work: [UInt8], _ source: PlannedSource) throws -> Int {
    let file = try PartFile(path, work: work)
    let context = try Context(file, source)
    for entry in try file.entries() { try file.read(entry) { try decode(entry.section, &$0, source, context) } }
    return try file.entries().count
  }

  private static func payload(_ entry: PartFile.Entry, _ path: String) throws -> [UInt8] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return Array(data[entry.offset..<entry.offset + entry.count])
  }

  /// What sections of a file must be known beside one.
  private struct Context {
    var shared = ValueTable()
    var subtrees: [SIMD3<UInt64>: ShardSubtrees] = [:]
    var outcomes: [SIMD3<UInt64>: SourceWorker.Outcome] = [:]
    var cutItems: [SIMD3<UInt64>: Int] = [:]

    init(_ file: PartFile, _ source: PlannedSource) throws {
      for entry in try file.entries() {
        switch entry.section.kind {
        case .values: shared = try file.read(entry) { try ValueTable(&$0) }
        case .subtrees: subtrees[entry.section.numbers] = try file.read(entry) { try SubtreeOutcome(&$0).subtrees }
        case .outcome:
          outcomes[entry.section.numbers] = try file.read(entry) {
            _ = try SliceMark(&$0)
            return try $0.optional { try SourceWorker.Outcome(&$0, of: source, PartsTests.slice(entry.section)) }
          }
        case .cutItems:
          cutItems[entry.section.numbers] = try file.read(entry) {
            let count = try $0.int()
            _ = try $0.points(below: count)
            return count
          }
        default: break
        }
      }
    }
  }

  private static func decode(
    _ section: PartSection, _ decoder: inout PartDecoder, _ source: PlannedSource, _ context: Context
  ) throws {
    switch section.kind {
    case .nodes where section.numbers[1] == 0:
      let points = try HandedPoints(&decoder, extraColumns: 3)
      var region = RegionPoints(hasWeights: points.hasWeights)
      region.append(points, where: nil)
      try region.sorted().nodes.validate()
      guard let own = points.rows else { return }
      var rows = try PointRows(extraColumns: 3)
      rows.begin(shared: [points.task: context.shared])
      try rows.append(points, own) { _ in true }
    case .nodes: try ShardNodes(&decoder).sorted().validate()
    case .values: _ = try ValueTable(&decoder)
    case .subtrees: _ = try SubtreeOutcome(&decoder)
    case .leaves: _ = try SubtreeLeaves(&decoder, of: context.subtrees[section.numbers] ?? ShardSubtrees())
    case .numbers: _ = try decoder.longWords()
    case .marks: _ = try ShareMarks(&decoder, first: 0)
    case .sent: _ = try SentNodes(&decoder)
    case .tiles: _ = try TileSegment(&decoder)
    case .clusters: _ = try ShardOutcome(&decoder)
    case .outcome:
      _ = try SliceMark(&decoder)
      _ = try decoder.optional { try SourceWorker.Outcome(&$0, of: source, Self.slice(section)) }
    case .cuts:
      let zoom = Int(section.numbers[0] & 0xFF)
      let items = PartSection.cutItems(
        layer: Int(section.numbers[0] >> 8), file: UInt32(section.numbers[1]), slice: Int(section.numbers[2]))
      let count = context.cutItems[items.numbers] ?? 0
      var features = try CutFeatures(&decoder, zoom: zoom, overlayCount: count).clippedFeatures
      try features.finish()
      try features.forEach(0..<features.count) { overlay, _, _ in #expect(overlay < count) }
    case .aggregated:
      _ = try SubtreeAggregates(
        &decoder, aggregateCount: 3, pointCount: context.subtrees[section.numbers]?.pointCount ?? 0)
    case .cutItems: _ = try decoder.points(below: decoder.int())
    case .rows:
      var outcome = context.outcomes[section.numbers]
      try outcome?.takeRows(&decoder, of: source)
    case .end: break
    }
  }

  private static func slice(_ section: PartSection) -> ReadSlice {
    ReadSlice(source: 0, file: UInt32(section.numbers[1]), slice: Int(section.numbers[2]), storedBytes: 0)
  }

  /// The counts of a report, without times and memory.
  private func facts(_ report: BuildReport) -> String {
    var report = report
    (report.seconds, report.stageSeconds, report.peakMemoryBytes) = (0, [:], 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(report)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
