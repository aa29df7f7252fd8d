import MapMath
import OvertileCircles
import OvertileReading
import Testing

@testable import OvertileConfiguration

@Suite struct CircleAppearanceTests {
  @Test func theZoomDecidesFirstAndTheDotLast() throws {
    var layer = CircleLayer(
      model: .pixels, radius: .pixels(1), tileSizePixels: 512, draw: [.center], chordErrorPixels: 1,
      hide: CircleLayer.Hiding(belowZoom: 4, belowSizePixels: 1, aboveSizePixels: 300), dotBelowPixels: 3,
      dissolve: .none)
    func appearance(_ pixels: Double, zoom: Int) throws -> CircleAppearance {
      let center = Coordinate(latitude: 0, longitude: 0)
      return layer.appearance(of: try Circle(center: center, radius: pixels, model: .pixels), zoom: zoom)
    }
    #expect(try appearance(400, zoom: 3) == .notYet)
    #expect(try appearance(0.5, zoom: 4) == .notYet)
    #expect(try appearance(1, zoom: 4) == .dot)
    #expect(try appearance(3, zoom: 4) == .full)
    #expect(try appearance(300, zoom: 4) == .full)
    #expect(try appearance(300.5, zoom: 4) == .noLonger)
    (layer.hide, layer.dotBelowPixels) = (CircleLayer.Hiding(), nil)
    #expect(try appearance(1e-9, zoom: 0) == .full)
  }
}
