import Foundation
import TestSupport
import Testing

@testable import OvertileReading

/// Law 4: every input feature is in the bundle or in the ledger, with its reason and its source location.
@Suite struct LedgerTests {
  /// Features with the code that each must have in the cluster layer; nil for those that are shown.
  private static let features: [(text: String, code: String?, id: String?)] = [
    (#"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#, nil, nil),
    (#"{"type":"Feature","id":"n","geometry":null,"properties":{}}"#, "no-geometry", "n"),
    (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1]},"properties":{}}"#, "invalid-coordinates", nil),
    (
      #"{"type":"Feature","id":3,"geometry":{"type":"Point","coordinates":[1,95]},"properties":{}}"#, "not-transformed",
      "3"
    ),
    (
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1e300,5]},"properties":{}}"#, "not-transformed", nil
    ),
    (
      #"{"type":"Feature","id":4.5,"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},"properties":{}}"#,
      "wrong-geometry", "4.5"
    ),
    (
      #"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[8,2]},"properties":{}}"#, "duplicate-id", "1"
    ),
    (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"w":-1}}"#, "bad-weight", nil),
    (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"w":"x"}}"#, "expression", nil),
    (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"hidden":true}}"#, nil, nil),
    (
      #"{"type":"Feature","id":null,"geometry":{"type":"GeometryCollection","geometries":[]},"properties":{}}"#,
      "no-geometry", nil
    ),
  ]

  private static func yaml(_ policy: String, layers: String = points) -> String {
    """
    name: Ledger
    sources:
      in: {path: in.json, \(policy)}
    layers:
      \(layers)
    output: {path: out}
    """
  }

  private static let points = """
    points:
        source: in
        kind: cluster
        zooms: 0-2
        filter: ["!", ["has", "hidden"]]
        cluster: {weight: ["coalesce", ["get", "w"], 1]}
    """

  @Test(arguments: InputForm.allCases, [false, true])
  func namesThePlaceOfEveryFeatureThatIsNotShown(form: InputForm, gzip: Bool) throws {
    let scenario = try Scenario()
    let texts = Self.features.map(\.text)
    try scenario.write(texts, form, gzip: gzip)
    let report = try scenario.build(Self.yaml("onInvalid: skip, maxRejected: 100%"))
    let plain = String(decoding: try form.bytes(texts), as: UTF8.self)
    let ledger = try scenario.ledger()
    #expect(ledger.count == Self.features.count { $0.code != nil })
    for (index, feature) in Self.features.enumerated() {
      let entries = ledger.filter { $0.index == UInt64(index) }
      // Either of two features with one id is the duplicate; the other entries are bound to their feature.
      if feature.text.contains(#""id":1,"#) {
        #expect(entries.allSatisfy { $0.code == "duplicate-id" && $0.id == "1" })
        continue
      }
      #expect(entries.map(\.code) == [feature.code].compactMap { $0 }, "feature \(index)")
      guard let entry = entries.first, let range = plain.range(of: feature.text) else { continue }
      #expect(entry.byteOffset == UInt64(plain[..<range.lowerBound].utf8.count), "feature \(index)")
      #expect(entry.line == UInt64(plain[..<range.lowerBound].count { $0 == "\n" } + 1), "feature \(index)")
      #expect(entry.id == feature.id, "feature \(index)")
      #expect(entry.file == scenario.path("in.json") && entry.source == "in" && !entry.reason.isEmpty)
    }
    #expect(ledger.filter { $0.code == "duplicate-id" }.count == 1)
    let layer = report.layers[0]
    #expect(report.sources[0].read == texts.count && report.sources[0].rejected == 3 && layer.read == texts.count - 3)
    #expect(layer.read == layer.accepted + layer.filtered + layer.rejected + layer.withoutGeometry)
    #expect((layer.accepted, layer.filtered, layer.rejected, layer.withoutGeometry) == (2, 1, 3, 2))
    #expect(report.ledger.values.reduce(0, +) == ledger.count)
  }

  @Test func featuresThatNoZoomShowsAreInTheLedger() throws {
    let scenario = try Scenario()
    let features =
      [0.0001, 5, 4000].enumerated().map { index, radius in
        #"{"type":"Feature","id":\#(index),"geometry":{"type":"Point","coordinates":[\#(index),0]},"properties":{"r":\#(radius)}}"#
      } + [
        #"{"type":"Feature","id":9,"geometry":{"type":"Polygon","coordinates":[[[0,0],[1e-9,0],[0,1e-9],[0,0]]]},"properties":{"r":1}}"#
      ]
    try scenario.write(features)
    let layers = """
      rings:
          source: in
          kind: circle
          zooms: 3-4
          filter: ["==", ["geometry-type"], "Point"]
          circle: {radius: {property: r, unit: km}, draw: ring, hide: {belowSize: 0.01px, aboveSize: 300px}}
      """
    let report = try scenario.build(Self.yaml("onInvalid: fail", layers: layers))
    let ledger = try scenario.ledger()
    #expect(ledger.map(\.code) == ["never-shown", "never-shown"] && Set(ledger.map(\.id)) == ["0", "2"])
    #expect(ledger.allSatisfy { $0.layer == "rings" && $0.line == $0.index + 1 })
    #expect(report.layers[0].accepted == 1 && report.layers[0].rejected == 2 && report.layers[0].filtered == 1)
    #expect(try BundleTiles(scenario.bundle).manifest.layers[0].zooms.map(\.overlays) == [1, 1])
  }

  /// Each file of a source has its own offsets, lines and ordinals.
  @Test func locationsAreThoseOfTheFile() throws {
    let scenario = try Scenario()
    let good = Self.features[0].text
    let bad = Self.features[2].text
    try scenario.write([good, bad], .lines, to: "a.json")
    try scenario.write([bad, good, good, bad], .collection, to: "b.json")
    try scenario.build(
      Self.yaml("onInvalid: skip, maxRejected: 3").replacingOccurrences(of: "in.json", with: "[a.json, b.json]"))
    let rejected = try scenario.ledger().filter { $0.code == "invalid-coordinates" }
    #expect(rejected.map(\.file) == [scenario.path("a.json"), scenario.path("b.json"), scenario.path("b.json")])
    #expect(rejected.map(\.index) == [1, 0, 3] && rejected.map(\.line) == [2, 1, 4])
    #expect(rejected[0].byteOffset == UInt64(good.utf8.count + 1))
  }

  @Test(arguments: [
    ("onInvalid: fail", true), ("onInvalid: skip", true), ("onInvalid: skip, maxRejected: 0", true),
    ("onInvalid: skip, maxRejected: 1", true), ("onInvalid: skip, maxRejected: 2", false),
    ("onInvalid: skip, maxRejected: 19%", true), ("onInvalid: skip, maxRejected: 20%", false),
    ("onInvalid: skip, maxRejected: 100%", false),
  ])
  func toleratesWhatTheConfigurationSays(policy: String, fails: Bool) throws {
    let scenario = try Scenario()
    // Two wrong ones of ten: one for every layer, one for this layer only.
    let texts = Array(repeating: Self.features[0].text, count: 8) + [Self.features[2].text, Self.features[5].text]
    try scenario.write(texts)
    do {
      try scenario.build(Self.yaml(policy))
      #expect(!fails)
    } catch PipelineError.badData(let reason) {
      #expect(fails && reason.contains("2 of 10 features are invalid") && reason.contains("in.json:9"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scenario.folder.path).sorted() == [
          "in.json", "out.failed.ledger.jsonl", "out.failed.report.json",
        ])
    }
  }

  @Test func whatIsFineLeavesNoLedger() throws {
    let scenario = try Scenario()
    try scenario.write([Self.features[1].text])
    try scenario.build(Self.yaml("onInvalid: fail") + "\ngates: {empty: pass}\n")
    #expect(try scenario.ledger().count == 1)
    try scenario.write([Self.features[0].text])
    try scenario.build(Self.yaml("onInvalid: fail"))
    #expect(!FileManager.default.fileExists(atPath: scenario.path("out.ledger.jsonl")))
  }
}
