import Foundation
import MapMath
import Testing

/// The effects of single precision and whole pixels on the arithmetic of zoom levels, which ours avoids.
///
/// Both happen in the pixel space that is 2^29 wide: level 20 with 512-point tiles.
@Suite("Zoom level to region: single precision and whole pixels") struct ZoomPixelTrapTests {
  let campus = Coordinate(latitude: 33.777328, longitude: -84.397348)
  let space = Zoom(level: 20, tileSize: 512)

  @Test(
    arguments: [
      (22, 6.688392858222869e-05, 5.364418029785156e-05, 6.688392850406899e-05, 5.364418031206242e-05),
      (26, 4.1802455328365795e-06, 3.3527612686157227e-06, 4.458928572148579e-06, 3.3527612686157227e-06),
      (28, 1.0450613743273607e-06, 8.381903171539307e-07, 1.1147321501425722e-06, 1.341104507446289e-06),
    ] as [(Double, Double, Double, Double, Double)])
  func viewsAreNotRoundedToPixels(level: Double, lat: Double, lon: Double, roundedLat: Double, roundedLon: Double) {
    let rect = MapRect(
      center: campus, zoom: Zoom(level: level, tileSize: 512), viewport: MapViewport(width: 320, height: 480))
    let span = Region(rect).span
    #expect(abs(span.latitudeDelta - lat) < 5e-14)
    #expect(isClose(span.longitudeDelta, lon))
    let rounded = roundedSpan(of: rect, row: space.pixel(of: campus).y.rounded())
    #expect(abs(rounded.latitudeDelta - roundedLat) < 5e-14)
    #expect(abs(rounded.longitudeDelta - roundedLon) < 5e-14)
  }

  @Test(
    arguments: [
      (0, 268435456.000, 0), (30, 221499630.259, -1.259), (33.777328, 214863040.193, 0.807),
      (45, 193125908.638, 0.362), (60, 155907120.033, -15.033), (80, 60268805.365, 72.635), (85, 879348.805, -250.805),
    ] as [(Double, Double, Double)])
  func rowsAreOfDoublePrecision(latitude: Double, row: Double, error: Double) {
    let coordinate = Coordinate(latitude: latitude, longitude: 0)
    for zoom in [space, Zoom(level: 21, tileSize: 256)] {
      let pixel = zoom.pixel(of: coordinate)
      #expect(abs(pixel.y - row) < 6e-4)
      #expect(pixel.x == 0x1p28)
      #expect(abs(zoom.coordinate(of: pixel).latitude - latitude) < 1e-12)
    }
    #expect(abs(singlePrecisionRow(latitude) - row - error) < 1.1e-3)
  }

  @Test(
    arguments: [
      (416, 2, 59.12044778131101), (416, 14, 0.014839314343824128), (416, 18, 0.0009274571479167548),
      (480, 10, 0.2739564287089493), (480, 18, 0.0010701428629786847),
    ] as [(Double, Double, Double)])
  func singlePrecisionShowsInTheSpan(height: Double, level: Double, posted: Double) {
    let rect = MapRect(
      center: campus, zoom: Zoom(level: level, tileSize: 512), viewport: MapViewport(width: 320, height: height))
    let rounded = roundedSpan(of: rect, row: singlePrecisionRow(campus.latitude))
    #expect(abs(rounded.latitudeDelta - posted) < 5e-14)
    #expect(Region(rect).span.latitudeDelta != posted)
  }

  /// The result of rounding the center and then every edge to pixels.
  private func roundedSpan(of rect: MapRect, row: Double) -> Region.Span {
    let column = space.pixel(of: rect.center).x.rounded()
    let (width, height) = (rect.width * space.scale / 2, rect.height * space.scale / 2)
    let north = space.coordinate(of: PixelPoint(x: (column - width).rounded(), y: (row - height).rounded()))
    let south = space.coordinate(of: PixelPoint(x: (column + width).rounded(), y: (row + height).rounded()))
    return Region.Span(
      latitudeDelta: north.latitude - south.latitude, longitudeDelta: south.longitude - north.longitude)
  }

  /// The row of a latitude through correctly rounded sines and logarithms of single precision.
  private func singlePrecisionRow(_ latitude: Double) -> Double {
    let s = Float(sin(Double(Float(latitude * .pi / 180))))
    let logarithm = Float(log(Double((1 + s) / (1 - s))))
    return (0x1p28 - 85445659.44705395 * Double(logarithm) / 2).rounded()
  }
}
