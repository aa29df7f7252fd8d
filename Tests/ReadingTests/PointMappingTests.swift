import OvertileConfiguration
import OvertileCore
import OvertileShapes
import TestSupport
import Testing

@testable import OvertileReading

/// Batches of single points are mapped without a decision per feature; the oracle maps them one by one.
@Suite struct PointMappingTests {
  private static func mapping(_ keys: String) throws -> FeatureMapping {
    let yaml = """
      name: points
      sources: {a: {path: a.geojson}}
      layers:
        a: {source: a, kind: cluster, zooms: 0-4, \(keys)}
      output: {path: out}
      """
    return FeatureMapping(try #require(try PipelineConfiguration(yaml: yaml, file: "pipeline.yaml").layers.first))
  }

  /// Points with ids of every kind and some of five properties; null and objects are among the values.
  private static func batch(
    _ random: inout SeededRandom, positions: ClosedRange<Int> = 1...1, unusable: ClosedRange<Int> = 0...0
  ) -> ReadBatch {
    var batch = FeatureBatch()
    let unusable = Int.random(in: unusable, using: &random)
    var usable: [Bool] = []
    for index in 0..<Int.random(in: 0...30, using: &random) {
      batch.ids.append([.null, .int(7), .int(-7), .double(1.5), .string("x")].randomElement(using: &random)!)
      batch.locations.append(InputLocation(byteOffset: UInt64(index * 9), line: UInt64(index), index: UInt64(index)))
      batch.geometryTypes.append(.point)
      for _ in 0..<Int.random(in: positions, using: &random) {
        batch.geometry.x.append(Double.random(in: -180...180, using: &random))
        batch.geometry.y.append(Double.random(in: -80...80, using: &random))
      }
      batch.geometry.ringEnds.append(UInt32(batch.geometry.x.count))
      batch.geometry.elementEnds.append(UInt32(index + 1))
      batch.geometry.elementKinds.append(.points)
      batch.geometry.featureEnds.append(UInt32(index + 1))
      for key in ["c", "a", "e", "b", "d"] where Bool.random(using: &random) {
        let values: [PropertyValue] = [.null, .int(1), .int(2), .double(0.5), .string("s"), .json("{}"), .bool(true)]
        batch.properties.keyIndices.append(batch.properties.keys.intern(.string, key))
        batch.properties.valueIndices.append(batch.properties.values.intern(values.randomElement(using: &random)!))
      }
      batch.properties.rowEnds.append(UInt32(batch.properties.keyIndices.count))
      usable.append(index >= unusable)
    }
    return ReadBatch(batch, usable: usable, file: 3, idProperty: nil)
  }

  /// Everything that a batch of rows says, with values in place of their indices.
  private static func description(_ outcome: FeatureMapping.Outcome) -> [String] {
    let rows = outcome.rows
    let positions = [rows.pointX, rows.pointY, rows.pointRows].map(Array.init)
    let rest = [
      "\(rows.file) \(outcome.filtered) \(outcome.tiles) \(outcome.diagnostics.count) \(Array(rows.weights))",
      "\(positions) \(Array(rows.radii)) \(Array(rows.pointLatitudes)) \(rows.shapes.count) \(rows.extras.map(Array.init))",
    ]
    return rest
      + rows.keys.indices.map { row in
        let tags = rows.properties.entries(ofFeature: row).map { entry in
          "\(rows.properties.keys.string(rows.properties.keyIndices[entry])): "
            + "\(rows.properties.values.value(rows.properties.valueIndices[entry]))"
        }
        let source = rows.sourceIDs[row]
        let id = source == LayerRows.noValue ? "-" : "\(rows.properties.values.value(source))"
        return "\(rows.keys[row]) \(rows.contents[row]) \(rows.ownIDs[row]) \(id) \(rows.locations[row]) \(tags)"
      }
  }

  @Test(arguments: ["cluster: {}", "properties: {keep: [a, c]}", "properties: {drop: [b], nested: drop}"])
  func equalsTheMappingOfEachFeature(keys: String) throws {
    let mapping = try Self.mapping(keys)
    let engine = try GeometryEngine()
    for seed in seeds(30) {
      var random = SeededRandom(seed: seed)
      let batch = Self.batch(&random)
      #expect(mapping.takesPointsUnchanged(of: batch))
      let each = Self.description(try mapping.takeEach(batch, engine: engine))
      #expect(Self.description(try mapping.takePoints(batch)) == each, "seed \(seed)")
      #expect(Self.description(try mapping.take(batch, engine: engine)) == each, "seed \(seed)")
    }
  }

  @Test(arguments: [
    #"filter: ["has", "a"]"#, #"cluster: {weight: ["get", "a"]}"#, #"properties: {compute: {f: ["get", "a"]}}"#,
  ])
  func leavesLayersThatDecidePerFeatureToTheOther(keys: String) throws {
    var random = SeededRandom(seed: 1)
    #expect(try !Self.mapping(keys).takesPointsUnchanged(of: Self.batch(&random)))
  }

  @Test(arguments: [(0...3, 0...0), (1...1, 0...2)])
  func leavesOtherGeometriesAndUnusableFeaturesToTheOther(
    positions: ClosedRange<Int>, unusable: ClosedRange<Int>
  ) throws {
    let mapping = try Self.mapping("cluster: {}")
    let engine = try GeometryEngine()
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let batch = Self.batch(&random, positions: positions, unusable: unusable)
      let isOneEach = batch.features.geometry.ringEnds == (0..<batch.features.count).map { UInt32($0 + 1) }
      #expect(
        mapping.takesPointsUnchanged(of: batch) == (isOneEach && !batch.usable.contains(false)), "seed \(seed)")
      #expect(
        Self.description(try mapping.take(batch, engine: engine))
          == Self.description(try mapping.takeEach(batch, engine: engine)), "seed \(seed)")
    }
  }
}
