import Foundation
import OvertileConfiguration
import TestSupport
import Testing

/// The JSON Schema and the decoder agree on valid files, and on the position of mistakes.
@Suite struct SchemaTests {
  private struct Question: Encodable {
    let schema: String
    let documents: [String]
  }

  private static let good =
    [Sample.minimal, Sample.full, Sample.inFlowStyle]
    + texts(
      #"""
      name: Minimal => name: x\nversion: 10.20.30
      name: Minimal => name: x\ngates: {layers: keep, features: {maxDecrease: 5%}}
      {path: out} => {path: out, publish: versioned, keepReleases: 1} | {path: out} => {path: out, fileMode: "0640"}
      {path: out} => {path: out, fileMode: 600}
      """#,
      layers: #"""
        kind: circle\ncircle: {radius: 250m} | kind: circle\ncircle: {radius: 1.5 km, draw: ring, dissolve: true}
        kind: circle\ncircle: {radius: {property: r, unit: mi}, dissolve: false}
        kind: circle\ncircle: {radius: {expression: 5, unit: m}}
        kind: shape\nzooms: 7\nproperties: {keep: none, compute: {a: 1.5, b: true, c: [id]}}
        kind: shape\nfilter: [none, ["!has", a], ["!in", b, 1]]\nproperties: {compute: {a: text}}
        kind: shape\nshape: {tolerance: 0px, smallerThan: 0.0px}
        kind: shape\nshape: {method: coverage, snap: 0.5m}
        kind: cluster\ncluster: {weight: ["+", 1, [get, n]], aggregates: {}}
        """#)

  /// Mistakes that a schema can detect, besides those of keys and units in `ProblemTests`.
  private static let bad =
    ["5"]
    + texts(
      #"""
      name: Minimal => name: 5 | name: Minimal => name: '' | name: Minimal => name: x\nthreads: 0
      name: Minimal => name: x\nthreads: '4' | name: Minimal => name: x\nversion: v1
      name: Minimal => name: x\nversion: 1.2.03 | name: Minimal => name: x\nversion: 1.2.3-
      name: Minimal => name: x\ngates: {} | name: Minimal => name: x\ngates: {layers: drop}
      name: Minimal => name: x\ngates: {features: {maxDecrease: 5}} | name: Minimal => name: x\ngates: {bounds: {}}
      quakes.geojson => x, accuracy: 0m | quakes.geojson => x, onInvalid: skip, maxRejected: -1
      quakes.geojson => x, onInvalid: skip, maxRejected: 0.5 | {path: out} => {path: out, extent: 1000}
      {path: out} => {path: out, compressionLevel: 13} | {path: out} => {path: out, fileMode: "0755"}
      {path: out} => {path: out, fileMode: rw} | {path: out} => {path: out, publish: versioned, keepReleases: 0}
      {path: out} => {path: out, publish: releases} | {path: out} => {path: out, format: zip}
      """#,
      layers: #"""
        kind: clusters | kind: cluster\nshape: {} | kind: shape\nzooms: 0-25 | kind: shape\nzooms: -1
        kind: shape\nzooms: 00-7 | kind: shape\nzooms: 1.5 | kind: shape\nfilter: [gt, 1, 2]
        kind: shape\nfilter: [] | kind: shape\nfilter: mag | kind: shape\nproperties: {keep: some}
        kind: shape\nproperties: {keep: [1]} | kind: shape\nproperties: {compute: {a: {b: 1}}}
        kind: shape\nproperties: [a] | kind: shape\nshape: {label: 1} | kind: shape\nshape: {tolerance: -1px}
        kind: cluster\ncluster: {radius: 0.0px} | kind: cluster\ncluster: {radius: 40m}
        kind: cluster\ncluster: {minPoints: 1} | kind: cluster\ncluster: {aggregates: {a: {min: x, max: x}}}
        kind: cluster\ncluster: {aggregates: {a: {min: x, cap: 2}}}
        kind: cluster\ncluster: {aggregates: {a: {median: x}}}
        kind: circle\ncircle: {radius: {property: a, expression: [id], unit: m}}
        kind: circle\ncircle: {radius: 1m, pulse: {scale: [1]}}
        kind: circle\ncircle: {radius: 1m, pulse: {opacity: [0, 2]}}
        kind: circle\ncircle: {radius: 1m, dissolve: {}}
        """#)
    + ProblemTests.all.filter { $0.isOf(["unknownKey", "missingKey", "missingUnit", "wrongUnit", "empty"]) }.map(\.yaml)

  private static func texts(_ changes: String, layers: String) -> [String] {
    func cells(_ table: String) -> [String] {
      Sample.lines(table).flatMap { $0.split(separator: " | ").map(String.init) }
    }
    return cells(changes).map(Sample.changed) + cells(layers).map(Sample.layer)
  }

  private func places(_ documents: [String]) throws -> [[String]] {
    try PythonOracle.run(
      "Tests/ConfigurationTests/validate_schema.py",
      Question(schema: PipelineConfiguration.jsonSchema(), documents: documents))
  }

  @Test func validDocumentsAreAcceptedByBoth() throws {
    for (document, places) in zip(Self.good, try places(Self.good)) {
      #expect(places.isEmpty && Sample.problems(document).isEmpty, "\(document)")
    }
  }

  @Test func invalidDocumentsAreRejectedByBothAtTheSamePosition() throws {
    for (document, places) in zip(Self.bad, try places(Self.bad)) {
      #expect(!places.isEmpty, "the schema accepts: \(document)")
      let problems = Sample.problems(document)
      #expect(!problems.isEmpty, "the decoder accepts: \(document)")
      // A schema points at the mapping where we point at its key, and into an expression where we point at its beginning.
      for problem in problems {
        let path = problem.keyPath.split(separator: ".")
        let found = places.contains { place in
          let place = place.split(separator: ".")
          return path.starts(with: place) || place.starts(with: path)
        }
        #expect(found, "\(problem.keyPath) is not in \(places)")
      }
    }
  }

  @Test func schemaIsStableAndDescribesEveryKey() throws {
    let text = PipelineConfiguration.jsonSchema()
    #expect(text == PipelineConfiguration.jsonSchema())
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    var keys = 0
    func visit(_ node: Any, _ path: String) {
      for item in node as? [Any] ?? [] { visit(item, path) }
      guard let object = node as? [String: Any] else { return }
      if object["type"] as? String == "object", let properties = object["properties"] as? [String: [String: Any]] {
        #expect(object["additionalProperties"] as? Bool == false, "\(path)")
        for (name, property) in properties {
          keys += 1
          #expect((property["description"] as? String)?.hasSuffix(".") == true, "\(path).\(name)")
        }
      }
      for (name, child) in object { visit(child, "\(path).\(name)") }
    }
    visit(schema, "")
    #expect(keys > 60)
  }
}
