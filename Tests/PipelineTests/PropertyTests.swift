import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileVectorTile
import TestSupport
import Testing

@testable import OvertilePipeline

/// The properties in the tiles, and their names.
@Suite struct PropertyTests {
  private static let feature = """
    {"type":"Feature","id":"f1","geometry":{"type":"Point","coordinates":[1,2]},
     "properties":{"name":"Ä","n":3,"x":0.5,"yes":true,"none":null,"list":[1, {"a":null}],"big":18446744073709551615}}
    """

  /// The properties of the only point of a shape layer with a selection.
  private func properties(
    _ selection: String, feature: String = Self.feature, of layer: String = "kind: shape"
  ) throws -> [String: PropertyValue] {
    let scenario = try Scenario()
    try scenario.write(feature, to: "in.json")
    try scenario.build(
      """
      name: Properties
      sources: {in: {path: in.json}}
      layers: {shown: {source: in, \(layer), zooms: 1, properties: {\(selection)}}}
      output: {path: out}
      """)
    let bundle = try BundleTiles(scenario.bundle)
    let feature = try #require(bundle.occurrences("shown", zoom: 1).first).feature
    let names = Set(feature.properties.map(\.name))
    #expect(Set(bundle.manifest.layers[0].fields.keys) == names, "the manifest names what the tiles hold")
    #expect(names.count == feature.properties.count, "each stands once")
    return Dictionary(feature.properties.map { ($0.name, $0.value) }) { a, _ in a }
  }

  @Test func everythingIsKeptExceptNull() throws {
    #expect(
      try properties("keep: all") == [
        "source_id": .string("f1"), "name": .string("Ä"), "n": .int(3), "x": .double(0.5), "yes": .bool(true),
        "list": .string(#"[1,{"a":null}]"#), "big": .uint(.max),
      ])
  }

  @Test func keepDropAndNestedChoose() throws {
    #expect(try properties("keep: none") == ["source_id": .string("f1")])
    #expect(try properties("keep: [n, none, missing]") == ["source_id": .string("f1"), "n": .int(3)])
    #expect(try properties("keep: [n, x], drop: [n]") == ["source_id": .string("f1"), "x": .double(0.5)])
    #expect(
      try Set(properties("drop: [n, x, big], nested: drop").keys) == ["name", "source_id", "yes"])
  }

  @Test func computedPropertiesAddAndReplace() throws {
    let selection = #"keep: [n], compute: {n: ["+", ["get", "n"], 1], list: ["get", "list"], gone: ["get", "none"]}"#
    #expect(
      try properties(selection)
        == ["source_id": .string("f1"), "n": .int(4), "list": .string(#"[1,{"a":null}]"#)])
    // Computed from the source's properties, whether these are kept or not.
    #expect(
      try properties(#"keep: none, compute: {y: ["get", "x"]}"#) == ["source_id": .string("f1"), "y": .double(0.5)])
  }

  @Test func whatDependsOnTheZoomReplacesAsWell() throws {
    #expect(
      try properties(#"keep: [n], compute: {n: ["*", 5, ["zoom"]]}"#) == ["source_id": .string("f1"), "n": .int(5)])
  }

  @Test func theIdHasOneNameWhateverPropertiesThereAre() throws {
    let twice = Self.feature.replacingOccurrences(of: #""x":0.5"#, with: #""id":9,"source_id":true"#)
    let properties = try properties("keep: [id, source_id]", feature: twice)
    #expect(properties == ["id": .int(9), "source_id": .string("f1"), "source_source_id": .bool(true)])
    #expect(try self.properties("keep: none", feature: twice) == ["source_id": .string("f1")])
  }

  @Test func aWholeNumberIsTheIdItself() throws {
    let ids = [
      ("5", nil), ("101.0", nil), ("1e2", nil), ("-0.0", nil), ("4503599627370495", nil), ("4503599627370495.0", nil),
      ("4503599627370496", "4503599627370496"), ("4503599627370496.0", "4503599627370496"), ("-1", "-1"),
      ("-1.0", "-1"),
    ]
    for (id, text) in ids {
      let feature = Self.feature.replacingOccurrences(of: "\"f1\"", with: id)
      let value = try properties("keep: none", feature: feature)["source_id"]
      #expect(value == text.flatMap { Int64($0) }.map { .int($0) }, "\(id)")
    }
  }

  /// The points of one feature, and features with one id, have ids of their own; all carry the one they came with.
  @Test func partsAndDuplicatesKeepTheirOriginalId() throws {
    let scenario = try Scenario()
    let features = [
      #"{"type":"Feature","id":5,"geometry":{"type":"MultiPoint","coordinates":[[1,2],[40,5],[80,5]]},"properties":{}}"#,
      #"{"type":"Feature","id":5,"geometry":{"type":"Point","coordinates":[-60,2]},"properties":{"a":1}}"#,
    ]
    try scenario.write(features)
    for kind in ["kind: cluster", "kind: circle, circle: {radius: 3px}"] {
      try scenario.build(
        """
        name: Parts
        sources: {in: {path: in.json}}
        layers: {shown: {source: in, zooms: 5, \(kind)}}
        output: {path: out}
        """)
      let bundle = try BundleTiles(scenario.bundle)
      let shown = Dictionary(grouping: bundle.occurrences("shown", zoom: 5), by: \.id)
      #expect(shown.count == 4, "\(kind)")
      for (id, all) in shown {
        #expect(all.allSatisfy { $0.feature["source_id"] == (id == 5 ? nil : .int(5)) }, "\(kind)")
      }
      #expect(try scenario.ledger().map(\.code) == ["duplicate-id"], "\(kind)")
      #expect(
        bundle.manifest.layers[0].fields["source_id"] == "Number", "\(kind): the manifest names what the tiles hold")
    }
  }

  /// A key occurs once in a feature: a source's property with the name of one that a circle carries has a longer name.
  @Test func aCirclesOwnPropertiesStandOnce() throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"radius_m":"wide","part":7,"source_part":8}}"#
    let properties = try properties("keep: all", feature: feature, of: "kind: circle, circle: {radius: 5km}")
    let named = ["radius_m", "part", "source_radius_m", "source_part", "source_source_part"].map { properties[$0] }
    #expect(named == [.double(5000), .string("center"), .string("wide"), .int(8), .int(7)])
  }

  @Test func aLabelsOwnPropertiesStandOnce() throws {
    let feature = """
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]]]},
       "properties":{"label_latitude":"north"}}
      """
    let properties = try properties("keep: all", feature: feature, of: "kind: shape, shape: {label: true}")
    #expect(properties["label_latitude"]?.number != nil && properties["source_label_latitude"] == .string("north"))
  }
}
