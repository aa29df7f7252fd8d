import Foundation
import MapMath
import OvertileBundleFormat
import TestSupport
import Testing

@testable import OvertileReading

/// Presets of cameras in a bundle's manifest.
@Suite struct CameraPresetTests {
  private static func feature(_ longitude: Double, _ latitude: Double, _ properties: String = "") -> String {
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]},"properties":{\#(properties)}}"#
  }

  private static func yaml(
    _ cameras: String, layer: String = "kind: cluster, zooms: 0-5", output: String = "out"
  ) -> String {
    """
    name: Cameras
    sources: {in: {path: in.json}}
    layers: {shown: {source: in, \(layer)}}
    cameras: \(cameras)
    output: {path: \(output)}
    """
  }

  /// Builds some features and returns the manifest.
  private func manifest(_ features: [String], _ yaml: String, in scenario: Scenario? = nil) throws -> BundleManifest {
    let scenario = try scenario ?? Scenario()
    try scenario.write(features)
    try scenario.build(yaml)
    return try BundleManifest(bundle: scenario.bundle)
  }

  @Test func aFilterPicksFeaturesBySourceProperties() throws {
    let features = [
      Self.feature(0, 10, #""kind":"a""#), Self.feature(20, 20, #""kind":"b""#), Self.feature(40, 30, #""kind":7"#),
      Self.feature(60, 40),
    ]
    let manifest = try manifest(
      features,
      Self.yaml(
        #"{b: {fit: {layer: shown, filter: ["==", ["to-string", ["get", "kind"]], "b"]}}, all: {fit: {layer: shown}}}"#,
        layer: "kind: cluster, zooms: 0-5, properties: {keep: none}"))
    let presets = try #require(manifest.cameras)
    #expect(presets.map(\.name) == ["all", "b"] && presets.map(\.features) == [4, 1])
    // A single point: the greatest zoom, and nothing lost from the layer.
    #expect(presets[1].views[0].camera.zoom == 16)
    #expect(zip(presets[1].views[0].camera.center, [20.0, 20]).allSatisfy { abs($0 - $1) < 2e-7 })
    #expect(manifest.layers[0].features == 4)
    let fields = manifest.layers[0].fields
    #expect(fields["kind"] == nil)
  }

  @Test func overThe180thMeridian() throws {
    let manifest = try manifest(
      [Self.feature(178, -10), Self.feature(-178, 10), Self.feature(-179, 0)],
      Self.yaml("{fiji: {fit: {layer: shown}}, box: {fit: {bounds: [178, -10, -178, 10]}}}"))
    let presets = try #require(manifest.cameras)
    for preset in presets {
      let camera = preset.views[0].camera
      #expect(abs(camera.center[0]) == 180 && abs(camera.center[1]) < 1e-6 && camera.zoom > 3, "\(camera)")
    }
    #expect(presets[0].layer == nil && presets[1].layer == "shown")
    // The layer's own camera looks there, too, and not at the other side of the world.
    let camera = try #require(manifest.layers[0].camera)
    #expect(abs(camera.camera.center[0]) == 180 && camera.camera.zoom > 3)
    // 280 points cover 20 degrees of latitude at the equator.
    let rows = (Mercator.y(latitude: -10) - Mercator.y(latitude: 10)) * 512
    #expect(abs(camera.camera.zoom - log2(280 / rows)) < 1e-5)
  }

  @Test func snappedZoomsAndTileSizes() throws {
    let features = [Self.feature(0, 0), Self.feature(30, 30)]
    let manifest = try manifest(
      features,
      Self.yaml(
        """
        {a: {fit: {layer: shown}, zoomSnap: 0.25}, b: {fit: {layer: shown}, maxZoom: 2, tileSize: 256px}, \
        c: {fit: {layer: shown}, maxZoom: 1}}
        """))
    let zooms = try #require(manifest.cameras).map(\.views[0].camera.zoom)
    #expect((zooms[0] * 4).rounded() == zooms[0] * 4 && zooms[0] > 1 && zooms[1] == 1 && zooms[2] == 1)
  }

  @Test func restrictionsAreHonouredAndTold() throws {
    let scenario = try Scenario()
    try scenario.write([Self.feature(0, 0), Self.feature(30, 30)])
    let report = try scenario.build(
      Self.yaml(
        """
        {near: {fit: {layer: shown}, pitch: 60deg, restrict: {minZoom: 7, maxZoom: 9, maxPitch: 20deg}},
         west: {fit: {layer: shown}, restrict: {bounds: [-20, -10, 5, 40]}},
         free: {fit: {layer: shown}, restrict: {maxZoom: 9, tileSizes: 1}}}
        """.replacing(", tileSizes: 1", with: "")))
    let presets = try #require(try BundleManifest(bundle: scenario.bundle).cameras)
    let (free, near, west) = (presets[0], presets[1], presets[2])
    #expect(near.views[0].camera.zoom == 7 && near.views[0].camera.pitch == 20 && west.views[0].camera.center[0] == 5)
    for preset in presets {
      let restriction = CameraRestriction(try #require(preset.restriction))
      let (camera, size) = (Camera(preset.views[0].camera), preset.views[0].viewport)
      let viewport = MapViewport(width: size.width, height: size.height)
      #expect(try camera.restricted(to: restriction, in: viewport) == camera)
    }
    #expect(free.restriction?.maxZoom == 9 && free.restriction?.minZoom == nil)
    let told = report.warnings.filter { $0.contains("`restrict` leaves part") }
    #expect(told.count == 2 && told[0].contains("\"near\"") && told[1].contains("\"west\""))
  }

  @Test func aPresetWithoutFeaturesEndsTheRun() throws {
    let scenario = try Scenario()
    _ = try manifest([Self.feature(0, 0)], Self.yaml("{}"), in: scenario)
    let before = try scenario.bundleFiles()
    func rejection(_ fit: String) throws -> String {
      let error = #expect(throws: PipelineError.self) { try scenario.build(Self.yaml("{none: {fit: \(fit)}}")) }
      #expect(differences(before, try scenario.bundleFiles()) == [])
      guard case .badData(let text)? = error else { return "\(error.debugDescription)" }
      return text
    }
    for (test, words) in [
      (#"["==", ["get", "kind"], "x"]"#, ["\"none\"", "\"shown\"", "\"kind\""]),
      (#"[">", ["to-number", ["get", "kind"]], 1]"#, ["matches the camera's filter"]),
    ] {
      let text = try rejection("{layer: shown, filter: \(test)}")
      #expect((words + ["pipeline.yaml:4:11"]).allSatisfy { text.contains($0) }, "\(text)")
    }
    try scenario.write(#"{"type":"FeatureCollection","features":[]}"#, to: "in.json")
    #expect(try rejection("{layer: shown}").contains("layer \"shown\" shows no feature"))
  }
}
