import OvertileBundleFormat
import Testing

@Suite struct CircleAppearanceTests {
  @Test func theZoomDecidesFirstAndTheDotLast() {
    var rules = BundleManifest.CircleRules(model: "pixels", tileSizePixels: 512, chordErrorPixels: 1)
    (rules.hideBelowZoom, rules.hideBelowPixels, rules.hideAbovePixels, rules.dotBelowPixels) = (4, 1, 300, 3)
    func appearance(_ pixels: Double, zoom: Int) -> CircleAppearance {
      rules.appearance(radiusPixels: pixels, zoom: zoom)
    }
    #expect(appearance(400, zoom: 3) == .notYet)
    #expect(appearance(0.5, zoom: 4) == .notYet)
    #expect(appearance(1, zoom: 4) == .dot)
    #expect(appearance(3, zoom: 4) == .full)
    #expect(appearance(300, zoom: 4) == .full)
    #expect(appearance(300.5, zoom: 4) == .noLonger)
    rules = BundleManifest.CircleRules(model: "pixels", tileSizePixels: 512, chordErrorPixels: 1)
    #expect(appearance(1e-9, zoom: 0) == .full)
  }
}
