import OvertileBundleFormat
import Testing

@testable import OvertileConfiguration

/// The keys of `cameras`: values, defaults, mistakes, and the text behind the digest.
@Suite struct CameraTests {
  private static func yaml(_ camera: String) -> String {
    Sample.minimal.replacing("output:", with: "cameras:\n  home: \(camera)\noutput:")
  }

  private func preset(_ camera: String) throws -> CameraPreset {
    let configuration = try PipelineConfiguration(yaml: Self.yaml(camera), file: "p.yaml")
    return try #require(configuration.cameras.first)
  }

  @Test func defaults() throws {
    let preset = try preset("{fit: {layer: points}}")
    #expect(preset.name.value == "home" && preset.name.position.line == 9)
    guard case .layer(let layer, nil) = preset.target else { throw Failure() }
    #expect(layer.value == "points" && preset.viewports == [.init(name: "320x320", width: 320, height: 320)])
    #expect(preset.padding == .init(top: 20, left: 20, bottom: 20, right: 20))
    #expect(preset.bearingDegrees == 0 && preset.pitchDegrees == 0)
    #expect(preset.maxZoom512 == 16 && preset.zoomSnap == 0 && preset.restriction == nil)
  }

  private struct Failure: Error {}

  @Test func everyKey() throws {
    let configuration = try PipelineConfiguration(yaml: Sample.full, file: "p.yaml")
    #expect(configuration.cameras.map(\.name.value) == ["strong", "pacific"])
    let strong = configuration.cameras[0]
    #expect(
      strong.viewports == [
        .init(name: "phone", width: 390, height: 844), .init(name: "tablet", width: 1024, height: 768),
      ])
    #expect(strong.padding == .init(top: 60, left: 10, bottom: 0, right: 0))
    #expect(strong.bearingDegrees == 30 && strong.pitchDegrees == 45)
    // Zooms in the file are counted in tiles of 256 points.
    #expect(strong.maxZoom512 == 11.5 && strong.zoomSnap == 0.5)
    var limits = BundleManifest.CameraLimits()
    limits.bounds = [170, -50, -170, -10]
    (limits.minZoom, limits.maxZoom, limits.minPitch, limits.maxPitch) = (1, 13, 0, 60)
    #expect(strong.restriction == limits)
    guard case .bounds(let bounds) = configuration.cameras[1].target else { throw Failure() }
    #expect(bounds == .init(west: 150, south: -40, east: -120, north: 40))
    #expect(configuration.layers.map { $0.cameraFilters.map(\.camera) } == [[], ["strong"], []])
  }

  /// The camera's text begins at line 9, column 9.
  @Test(arguments: Mistake.table(rows, in: yaml)) func mistakes(_ mistake: Mistake) { mistake.check() }

  private static let rows: String = #"""
    {fti: 1, fit: {layer: points}} | unknownKey 9:10 cameras.home.fti | did you mean "fit"?
    {fit: {layer: pointz}} | unknownName 9:23 cameras.home.fit.layer | "points"?
    {} | missingKey 9:9 cameras.home.fit | missing key
    {fit: {}} | missingKey 9:15 cameras.home.fit | keys layer, bounds
    {fit: {layers: 1, layer: points}} | unknownKey 9:16 cameras.home.fit.layers | "layer"?
    {fit: {layer: points, bounds: [0, 0, 1, 1]}} | conflict 9:15 cameras.home.fit | exactly one of
    {fit: {bounds: [0, 0, 1]}} | badValue 9:24 cameras.home.fit.bounds | [west, south, east, north]
    {fit: {bounds: [0, 1, 1, 0]}} | outOfRange 9:24 cameras.home.fit.bounds | found 1 in the south and 0 in the north
    {fit: {bounds: [0, 0, 181, 0]}} | outOfRange 9:31 cameras.home.fit.bounds.2 | -180.0 to
    {fit: {layer: points, filter: ["+", 1, 2]}} | expression 9:39 cameras.home.fit.filter | boolean
    {fit: {layer: points, filter: [">", [zoom], 2]}} | expression 9:45 cameras.home.fit.filter | zoom
    {fit: {layer: points}, viewports: 390} | wrongType 9:43 cameras.home.viewports | such as 390x844
    {fit: {layer: points}, viewports: 390 x 844} | badValue 9:43 cameras.home.viewports | 390x844
    {fit: {layer: points}, viewports: 0390x844} | badValue 9:43 cameras.home.viewports | 390x844
    {fit: {layer: points}, viewports: 99999x1} | outOfRange 9:43 cameras.home.viewports | larger
    {fit: {layer: points}, viewports: []} | empty 9:43 cameras.home.viewports | empty
    {fit: {layer: points}, viewports: [90x90, 99x99, 99x99]} | badValue 9:43 cameras.home.viewports | listed more than once
    {fit: {layer: points}, viewports: 390x80, padding: 40px} | conflict 9:32 cameras.home.viewports | the padding fills the viewport "390x80"
    {fit: {layer: points}, padding: 4} | missingUnit 9:41 cameras.home.padding | 4px
    {fit: {layer: points}, padding: {tpo: 4px}} | unknownKey 9:42 cameras.home.padding.tpo | "top"?
    {fit: {layer: points}, bearing: 30} | missingUnit 9:41 cameras.home.bearing | 30deg
    {fit: {layer: points}, bearing: 361deg} | outOfRange 9:41 cameras.home.bearing | 360deg
    {fit: {layer: points}, pitch: 71deg} | outOfRange 9:39 cameras.home.pitch | 70deg
    {fit: {layer: points}, pitch: 7m} | wrongUnit 9:39 cameras.home.pitch | valid units: deg
    {fit: {layer: points}, maxZoom: 25} | outOfRange 9:41 cameras.home.maxZoom | 24
    {fit: {layer: points}, restrict: {minZoom: 5, maxZoom: 4}} | conflict 9:43 cameras.home.restrict.minZoom | greater than maxZoom
    {fit: {layer: points}, restrict: {minPitch: 5deg, maxPitch: 4deg}} | conflict 9:43 cameras.home.restrict.minPitch | greater than maxPitch
    """#

  @Test func theDigestSeesCameras() throws {
    func canonical(_ yaml: String) throws -> String {
      try PipelineConfiguration(yaml: yaml, file: "p.yaml").canonicalText
    }
    let plain = try canonical(Sample.minimal)
    let home = try canonical(Self.yaml("{fit: {layer: points}}"))
    #expect(home != plain)
    #expect(try canonical(Sample.minimal.replacing("output:", with: "cameras: {}\noutput:")) == plain)
    #expect(
      try canonical(Self.yaml("{padding: {top: 20px, right: 20px, bottom: 20px, left: 20 px}, fit: {layer: points}}"))
        == home)
    #expect(try canonical(Self.yaml("{fit: {layer: points}, viewports: {320x320: 320x320}, pitch: 0.0deg}")) == home)
    for change in [
      "viewports: 320x321", "padding: 19px", "bearing: 1deg", "pitch: 1deg", "tileSize: 256px",
      "maxZoom: 15", "zoomSnap: 1", "restrict: {maxZoom: 20}", "viewports: {phone: 320x320}",
    ] {
      #expect(try canonical(Self.yaml("{fit: {layer: points}, \(change)}")) != home, "\(change)")
    }
    #expect(try canonical(Self.yaml("{fit: {layer: points, filter: [has, a]}}")) != home)
    let both = [
      "{fit: {layer: points}}\n  work: {fit: {bounds: [0, 0, 1, 1]}}",
      "{fit: {layer: points}}",
    ]
    let swapped = Sample.minimal.replacing(
      "output:", with: "cameras:\n  work: {fit: {bounds: [0, 0, 1, 1]}}\n  home: \(both[1])\noutput:")
    #expect(try canonical(Self.yaml(both[0])) == canonical(swapped))
  }
}
