import OvertileBundleFormat
import Testing

@Suite struct CircleAppearanceTests {
  @Test func theZoomDecidesFirstAndTheDotLast() {
    var rules = BundleManifest.CircleRules(model: "pixels", tileSizePixels: 512, chordErrorPixels: 1)
    (rules.hideBelowZoom, rules.hideBelowPixels, rules.hideAbovePixels, rules.dotBelowPixels) = (4, 1, 300, 3)
    let found = [(400, 3), (0.5, 4), (1, 4), (3, 4), (300, 4), (300.5, 4)].map { pixels, zoom in
      rules.appearance(radiusPixels: pixels, zoom: zoom)
    }
    #expect(found == [.notYet, .notYet, .dot, .full, .full, .noLonger])
    rules = BundleManifest.CircleRules(model: "pixels", tileSizePixels: 512, chordErrorPixels: 1)
    #expect(rules.appearance(radiusPixels: 1e-9, zoom: 0) == .full)
  }
}
