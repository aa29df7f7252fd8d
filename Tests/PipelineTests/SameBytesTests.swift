import Foundation
import OvertileConfiguration
import TestSupport
import Testing

@testable import OvertilePipeline

/// Law 1: the bundle depends on the set of features and the configuration, and on nothing else.
@Suite struct SameBytesTests {
  @Test(arguments: seeds(4)) func orderFilesFormsAndThreadsDoNotMatter(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let features = RandomFeatures(seed: seed, count: 60).texts
    let scenario = try Scenario()
    let reference = try bundle(of: [features], .collection, threads: 1, in: scenario)
    #expect(reference.count > 5, "seed \(seed)")
    let variants: [(form: InputForm, files: Int, gzip: Bool, threads: Int)] = [
      (.lines, 1, false, 2), (.sequence, 3, true, 7), (.collection, 7, false, 1),
    ]
    for variant in variants {
      let shuffled = features.shuffled(using: &random)
      let parts = (0..<variant.files).map { part in
        shuffled.indices.filter { $0 % variant.files == part }.map { shuffled[$0] }
      }
      let other = try bundle(of: parts, variant.form, gzip: variant.gzip, threads: variant.threads, in: scenario)
      #expect(differences(reference, other) == [], "seed \(seed), \(variant)")
    }
  }

  @Test(arguments: [
    "layout: per-zoom, format: pmtiles, compression: gzip", "layout: single, format: pmtiles, compression: auto",
    "layout: per-zoom, format: mbtiles", "layout: single, format: mbtiles",
    "format: directory", "layout: single, compression: none, buffer: 0",
    "extent: 256, buffer: 256", "layout: per-layer, compression: auto", "layout: per-layer, format: mbtiles",
    "layout: per-layer, format: directory",
  ])
  func everyContainerIsTheSame(output: String) throws {
    var random = SeededRandom(seed: 9)
    let features = RandomFeatures(seed: 9, count: 40).texts
    let scenario = try Scenario()
    let one = try bundle(of: [features], .collection, threads: 1, output: output, in: scenario)
    let shuffled = features.shuffled(using: &random)
    let other = try bundle(
      of: [Array(shuffled[..<15]), Array(shuffled[15...])], .lines, threads: 3, output: output, in: scenario)
    #expect(differences(one, other) == [], "\(output)")
  }

  /// Features that are nearly the same must not change their order: 1 is not 1.0, and 180 degrees is not -180.
  @Test(arguments: [
    [line("[170,0],[190,0]"), line("[170,0],[-170,0]")], [line("[180,0],[180,1]"), line("[-180,0],[-180,1]")],
    [line("[0,-60],[0,-85.0511288]"), line("[0,-60],[0,-85.05112877]")], [point(1, "1"), point(2, "1.0")],
    [point(1, "0.0"), point(2, "-0.0")], [point(1, "\"[1]\""), point(2, "[1]")],
    [point(1, "1", id: 1), point(1, "2", id: 1)],
    [point(1, "null", id: 9_007_199_254_740_993), point(1, "null", id: 9_007_199_254_740_992)],
  ])
  func theOrderOfTwoAlikeDoesNotMatter(pair: [String]) throws {
    let scenario = try Scenario()
    let forwards = try bundle(of: [pair], .lines, threads: 1, in: scenario)
    let backwards = try bundle(of: [pair.reversed()], .lines, threads: 1, in: scenario)
    #expect(differences(forwards, backwards) == [])
  }

  private static func line(_ positions: String) -> String {
    #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[\#(positions)]},"properties":{}}"#
  }

  private static func point(_ longitude: Int, _ mag: String, id: Int? = nil) -> String {
    let member = id.map { #""id":\#($0),"# } ?? ""
    return #"{"type":"Feature",\#(member)"geometry":{"type":"Point","coordinates":[\#(longitude),1]},"#
      + #""properties":{"mag":\#(mag)}}"#
  }

  /// Builds the bundle of some files of features.
  private func bundle(
    of files: [[String]], _ form: InputForm, gzip: Bool = false, threads: Int, output: String = "layout: per-zoom",
    in scenario: Scenario
  ) throws -> [String: Data] {
    var names: [String] = []
    for (index, features) in files.enumerated() {
      names.append("in-\(index).json")
      try scenario.write(features, form, gzip: gzip, to: names[index])
    }
    let report = try scenario.build(Self.yaml(files: names, threads: threads, output: output))
    #expect(report.sources[0].read == files.joined().count)
    return try scenario.bundleFiles()
  }

  private static func yaml(files: [String], threads: Int, output: String) -> String {
    """
    name: Laws
    threads: \(threads)
    sources:
      all: {path: [\(files.joined(separator: ", "))], onInvalid: skip, maxRejected: 100%}
    layers:
      clusters:
        source: all
        kind: cluster
        zooms: 0-4
        properties: {compute: {double: ["*", 2, ["number", ["get", "mag"], 1]]}}
        cluster:
          nonPoints: label
          aggregates:
            total: {sum: mag}
            mean: {mean: mag}
            least: {min: mag}
            open: {any: open}
            names: {distinct: name, cap: 2}
            example: {first: mag}
      circles:
        source: all
        kind: circle
        zooms: 0-3
        filter: ["in", ["geometry-type"], ["literal", ["Point", "MultiPoint"]]]
        circle: {radius: {property: mag, unit: mi}, draw: [center, ring], pulse: {scale: [0.8, 1.2]}}
      dissolved:
        source: all
        kind: circle
        zooms: 2
        filter: ["==", ["geometry-type"], "Point"]
        circle: {radius: 90km, draw: ring, dissolve: {by: name}}
      shapes: {source: all, kind: shape, zooms: 0-3, shape: {label: true, small: point}}
    cameras:
      open:
        fit: {layer: shapes, filter: ["!=", ["geometry-type"], "Polygon"]}
        viewports: [390x844, 844x390]
        bearing: 70deg
        pitch: 50deg
    output: {path: out, \(output)}
    """
  }
}
