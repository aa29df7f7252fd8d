import MapMath
import Testing

/// Zoom levels in double precision and without whole pixels: rows of the pixel space that is 2^29 wide, which are those of
/// level 20 with 512-point tiles, and spans of less than its pixels.
@Suite("Zoom level to region: no single precision, no whole pixels") struct ZoomPixelTrapTests {
  let campus = place(33.777328, -84.397348)
  let space = Zoom(level: 20, tileSize: 512)

  @Test(
    arguments: [
      (22, 6.688392858222869e-05, 5.364418029785156e-05), (26, 4.1802455328365795e-06, 3.3527612686157227e-06),
      (28, 1.0450613743273607e-06, 8.381903171539307e-07),
    ] as [(Double, Double, Double)])
  func viewsAreNotRoundedToPixels(level: Double, lat: Double, lon: Double) {
    let rect = MapRect(
      center: campus, zoom: Zoom(level: level, tileSize: 512), viewport: MapViewport(width: 320, height: 480))
    let span = Region(rect).span
    #expect(abs(span.latitudeDelta - lat) < 5e-14 && isClose(span.longitudeDelta, lon))
  }

  @Test(
    arguments: [
      (0, 268435456.000), (30, 221499630.259), (33.777328, 214863040.193), (45, 193125908.638), (60, 155907120.033),
      (80, 60268805.365), (85, 879348.805),
    ] as [(Double, Double)])
  func rowsAreOfDoublePrecision(latitude: Double, row: Double) {
    let coordinate = place(latitude, 0)
    for zoom in [space, Zoom(level: 21, tileSize: 256)] {
      let pixel = zoom.pixel(of: coordinate)
      #expect(abs(pixel.y - row) < 6e-4 && pixel.x == 0x1p28)
      #expect(abs(zoom.coordinate(of: pixel).latitude - latitude) < 1e-12)
    }
  }
}
