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

  private static func layer(_ lines: String) -> String { Sample.withLayer("source: quakes\n" + lines) }

  private static let good = [
    Sample.minimal, Sample.full, Sample.inFlowStyle,
    layer("kind: circle\ncircle: {radius: 250m}"),
    layer("kind: circle\ncircle: {radius: 1.5 km, draw: ring, dissolve: true}"),
    layer("kind: circle\ncircle: {radius: {property: r, unit: mi}, dissolve: false}"),
    layer("kind: shape\nzooms: 7\nproperties: {keep: none, compute: {a: 1.5, b: true, c: [id]}}"),
    layer("kind: cluster\ncluster: {weight: [\"+\", 1, [get, n]], aggregates: {}}"),
    layer("kind: shape\nfilter: [none, [\"!has\", a], [\"!in\", b, 1]]\nproperties: {compute: {a: text}}"),
    layer("kind: circle\ncircle: {radius: {expression: 5, unit: m}}"),
    layer("kind: shape\nshape: {tolerance: 0px, smallerThan: 0.0px}"),
    layer("kind: shape\nshape: {method: coverage, snap: 0.5m}"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\nversion: 10.20.30"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\ngates: {layers: keep, features: {maxDecrease: 5%}}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, publish: versioned, keepReleases: 1}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, fileMode: \"0640\"}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, fileMode: 600}"),
  ]

  /// The mistakes that a schema can detect.
  private static let bad = [
    Sample.minimal.replacing("name: Minimal", with: "nmae: x"),
    Sample.minimal.replacing("name: Minimal", with: "name: 5"),
    Sample.minimal.replacing("name: Minimal", with: "name: ''"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\ncamera: {}"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\nthreads: 0"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\nthreads: '4'"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\nversion: v1"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\ngates: {}"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\ngates: {layers: drop}"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\ngates: {features: {maxDecrease: 5}}"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\ngates: {bounds: {}}"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\nversion: 1.2.03"),
    Sample.minimal.replacing("name: Minimal", with: "name: x\nversion: 1.2.3-"),
    Sample.minimal.replacing("  quakes: {path: quakes.geojson}", with: "  {}"),
    Sample.minimal.replacing("path: quakes.geojson", with: "path: []"),
    Sample.minimal.replacing("path: quakes.geojson", with: "path: x, accuracy: 1"),
    Sample.minimal.replacing("path: quakes.geojson", with: "path: x, accuracy: 0m"),
    Sample.minimal.replacing("path: quakes.geojson", with: "path: x, onInvalid: skip, maxRejected: -1"),
    Sample.minimal.replacing("path: quakes.geojson", with: "path: x, onInvalid: skip, maxRejected: 0.5"),
    Sample.minimal.replacing("{path: out}", with: "{}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, extent: 1000}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, compressionLevel: 13}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, fileMode: \"0755\"}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, fileMode: rw}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, publish: versioned, keepReleases: 0}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, publish: releases}"),
    Sample.minimal.replacing("{path: out}", with: "{path: out, format: zip}"),
    layer("kind: clusters"),
    layer("kind: circle"),
    layer("kind: cluster\nshape: {}"),
    layer("kind: shape\nzooms: 0-25"),
    layer("kind: shape\nzooms: -1"),
    layer("kind: shape\nzooms: 00-7"),
    layer("kind: shape\nzooms: 1.5"),
    layer("kind: shape\nfilter: [gt, 1, 2]"),
    layer("kind: shape\nfilter: []"),
    layer("kind: shape\nfilter: mag"),
    layer("kind: shape\nproperties: {keep: some}"),
    layer("kind: shape\nproperties: {keep: [1]}"),
    layer("kind: shape\nproperties: {compute: {a: {b: 1}}}"),
    layer("kind: shape\nproperties: [a]"),
    layer("kind: shape\nshape: {label: 1}"),
    layer("kind: shape\nshape: {tolerance: -1px}"),
    layer("kind: cluster\ncluster: {radius: 40}"),
    layer("kind: cluster\ncluster: {radius: 0.0px}"),
    layer("kind: cluster\ncluster: {radius: 40m}"),
    layer("kind: cluster\ncluster: {minPoints: 1}"),
    layer("kind: cluster\ncluster: {aggregates: {a: {}}}"),
    layer("kind: cluster\ncluster: {aggregates: {a: {min: x, max: x}}}"),
    layer("kind: cluster\ncluster: {aggregates: {a: {min: x, cap: 2}}}"),
    layer("kind: cluster\ncluster: {aggregates: {a: {median: x}}}"),
    layer("kind: circle\ncircle: {}"),
    layer("kind: circle\ncircle: {radius: 3s}"),
    layer("kind: circle\ncircle: {radius: {property: a}}"),
    layer("kind: circle\ncircle: {radius: {property: a, expression: [id], unit: m}}"),
    layer("kind: circle\ncircle: {radius: 1m, pulse: {scale: [1]}}"),
    layer("kind: circle\ncircle: {radius: 1m, pulse: {opacity: [0, 2]}}"),
    layer("kind: circle\ncircle: {radius: 1m, draw: []}"),
    layer("kind: circle\ncircle: {radius: 1m, dissolve: {}}"),
    layer("kind: circle\ncircle: {radius: 1m, hide: {belowZoom: 30}}"),
    "[1]", "5",
  ]

  private func places(_ documents: [String]) throws -> [[String]] {
    try PythonOracle.run(
      "Tests/ConfigurationTests/validate_schema.py",
      Question(schema: PipelineConfiguration.jsonSchema(), documents: documents))
  }

  @Test func validDocumentsAreAcceptedByBoth() throws {
    for (document, places) in zip(Self.good, try places(Self.good)) {
      #expect(places.isEmpty, "\(document)")
      #expect(Sample.problems(document).isEmpty, "\(document)")
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
