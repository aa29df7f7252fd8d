import Foundation
import OvertileBundleFormat
import OvertileTileArchive
import Testing

@testable import OvertileInspection

/// Statistics of properties that are wrong in one way, in every archive of a bundle whose digests fit them.
@Suite struct VerifyStatisticsMutationTests {
  private let scenario: VerifyScenario

  init() throws {
    scenario = try VerifyScenario()
    try scenario.build(
      VerifyScenario.features(), layers: VerifyScenario.layers, output: "compression: none, layout: single")
  }

  /// A property of tilestats as in JSON.
  private typealias Attribute = [String: Any]

  /// The codes after a change of a layer's tilestats in every archive that has the layer.
  private func codes(of layer: String, _ change: (inout [String: Any]) -> Void) throws -> Set<FindingCode> {
    let copy = try scenario.copy()
    for file in try BundleManifest(bundle: copy.bundle).files where file.role == "tiles" {
      var archive = try RawArchive(path: copy.url(file.path).path)
      var metadata = try #require(try JSONSerialization.jsonObject(with: Data(archive.metadata)) as? [String: Any])
      var statistics = try #require(metadata["tilestats"] as? [String: Any])
      var layers = try #require(statistics["layers"] as? [[String: Any]])
      for index in layers.indices where layers[index]["layer"] as? String == layer { change(&layers[index]) }
      statistics["layers"] = layers
      metadata["tilestats"] = statistics
      archive.metadata = Array(try JSONSerialization.data(withJSONObject: metadata, options: .sortedKeys))
      try copy.replace(file.path, archive.bytes)
    }
    try copy.reseal()
    return try copy.codes()
  }

  private func codes(of layer: String, attribute: Int, _ change: (inout Attribute) -> Void) throws -> Set<FindingCode> {
    try codes(of: layer) { entry in
      var attributes = entry["attributes"] as? [Attribute] ?? []
      change(&attributes[attribute])
      entry["attributes"] = attributes
    }
  }

  @Test func takenApartAndPutTogetherItHolds() throws {
    #expect(try codes(of: "points") { _ in } == [])
  }

  /// All three layers show each feature; points are known by their members.
  /// The first property, "a" or "n", has the whole numbers from 0.
  @Test(arguments: ["points", "circles", "areas"]) func statisticsOfALayer(layer: String) throws {
    let wrong: Set<FindingCode> = [.archiveMetadata]
    #expect(try codes(of: layer) { $0["count"] = ($0["count"] as? Int ?? 0) + 1 } == wrong)
    #expect(try codes(of: layer) { $0["geometry"] = "Polyhedron" } == wrong)
    #expect(try codes(of: layer, attribute: 0) { $0["max"] = 1000 } == wrong)
    #expect(try codes(of: layer, attribute: 0) { $0["min"] = -1 } == wrong)
    #expect(try codes(of: layer, attribute: 0) { $0["min"] = nil } == wrong)
    #expect(try codes(of: layer, attribute: 0) { $0["type"] = "string" } == wrong)
    #expect(
      try codes(of: layer, attribute: 0) { attribute in
        var values = attribute["values"] as? [Any] ?? []
        values[1] = 777
        attribute["values"] = values
      } == wrong)
    #expect(
      try codes(of: layer, attribute: 0) { attribute in
        let values = attribute["values"] as? [Any] ?? []
        (attribute["values"], attribute["count"]) = (Array(values.dropLast()), values.count - 1)
      } == wrong)
    let unknown = try codes(of: layer, attribute: 0) { $0["attribute"] = "zzz" }
    #expect(unknown.isSuperset(of: wrong) && unknown.isSubset(of: [.archiveMetadata, .layerValues]))
  }

  @Test func textsAndBooleans() throws {
    let wrong: Set<FindingCode> = [.archiveMetadata]
    for layer in ["points", "circles"] {
      #expect(
        try codes(of: layer, attribute: 1) { $0["values"] = ["p0", "p1", "p2", "p3", "p4", "p5", "P6"] } == wrong)
      #expect(try codes(of: layer, attribute: 1) { $0["max"] = 3 } == wrong)
      #expect(try codes(of: layer, attribute: 2) { $0["values"] = [true, "false"] } == wrong)
    }
    // A property that only the members know to be one of the source.
    let lost = try codes(of: "points") { entry in
      let attributes = entry["attributes"] as? [Attribute] ?? []
      (entry["attributes"], entry["attributeCount"]) = (Array(attributes.dropLast()), attributes.count - 1)
    }
    #expect(lost == [.archiveMetadata, .layerValues])
  }

  @Test func countsOfValues() throws {
    let changes: [(inout BundleManifest) -> Void] = [
      { $0.layers[0].values?["n"] = 59 }, { $0.layers[1].values?["name"] = 61 }, { $0.layers[2].values?["a"] = nil },
      { $0.layers[0].values = [:] }, { $0.layers[1].values?["open"] = 0 }, { $0.layers[2].values?["other"] = 1 },
    ]
    for (number, change) in changes.enumerated() {
      let copy = try scenario.copy()
      try copy.reseal(change)
      let report = try copy.verify()
      #expect(report.findings.map(\.code) == [.layerValues], "change \(number): \(VerifyScenario.text(report))")
    }
  }

  /// Tiles alone have the properties of the points that are single somewhere, and those still hold.
  @Test func whatPartOfTheFeaturesTells() throws {
    let partial = try VerifyScenario()
    let layer = VerifyScenario.clusterLayer.replacingOccurrences(
      of: "zooms: 0-4", with: "zooms: 0-4, cluster: {members: none}")
    try partial.build(VerifyScenario.features(), layers: layer, output: "format: directory, tileFormat: geojson")
    #expect(try partial.codes() == [])
    try partial.reseal { $0.layers[0].values?["n"] = 1 }
    #expect(try partial.codes() == [.layerValues])
  }

  /// Points of a feature share its properties; values that JSON writes alike stay distinct; a text may look like an
  /// array.
  @Test(arguments: [
    "compression: none", "format: mbtiles", "format: directory, tileFormat: geojson",
  ])
  func valuesThatLookAlike(output: String) throws {
    let values = [
      "1", "1.0", "1e0", "\"1\"", "true", "\"true\"", "\"[1]\"", "[1]", "{\"a\":[1]}", "\"{\\\"a\\\":[1]}\"", "-0.0",
      "0",
      "0.0", "18446744073709551615", "9007199254740993", "1.8446744073709552e19", "null", "\"\"", "5e-324", "-2.5",
    ]
    let features = values.enumerated().flatMap { index, value in
      let (a, b) = (index * 7 - 70, index * 3 - 30)
      return [
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(a),\#(b)]},"properties":{"p":\#(value)}}"#,
        #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[\#(a),\#(b)],[\#(b),\#(a / 2)]]},"#
          + #""properties":{"q":\#(value),"same":\#(index / 4)}}"#,
      ]
    }
    let kinds = [
      "cluster, cluster: {members: full}", "cluster, cluster: {members: none}", "circle, circle: {radius: 9px}",
    ]
    let layers = kinds.enumerated().map { "  l\($0): {source: in, zooms: 0-5, kind: \($1)}" }.joined(separator: "\n")
    let alike = try VerifyScenario()
    try alike.build(features, layers: layers, output: output)
    let report = try alike.verify()
    #expect(report.isSound, "\(VerifyScenario.text(report))")
    for index in kinds.indices {
      try alike.reseal { $0.layers[index].values?["q"] = 41 }
      #expect(try alike.codes() == [.layerValues])
      try alike.reseal { $0.layers[index].values?["q"] = 19 }
    }
    #expect(try alike.codes() == [])
  }
}
