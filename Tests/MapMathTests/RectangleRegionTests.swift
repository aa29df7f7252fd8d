import MapMath
import TestSupport
import Testing

@Suite("Rectangles and regions: regions") struct RectangleRegionTests {
  @Test func equalsRecordedRegions() {
    let seattle = Region(
      MapRect(x: 43013871.99811534, y: 93728205.2278356, width: 1984.0073646754026, height: 3397.6126077622175))
    #expect(close(seattle.center, place(47.623651, -122.312572), 1e-10))
    let world = Region(MapRect.world)
    #expect(world.center == place(0, 0) && world.span.longitudeDelta == 360)
    #expect(abs(world.span.latitudeDelta - 170.10225755961318) < 1e-12)
  }

  @Test func latitudeDeltaIsTheDifferenceOfTheEdges() {
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      let rect = randomRect(&random)
      let (north, south) = (rect.origin.coordinate, MapPoint(x: rect.maxX, y: rect.maxY).coordinate)
      let (region, center) = (Region(rect), rect.center.coordinate.wrapped)
      let isDifference = close(region.span.latitudeDelta, north.latitude - south.latitude, 1e-12)
      let turn = Longitude.shortestTurn(from: region.center.longitude, to: center.longitude)
      #expect(isDifference && close(region.center.latitude, center.latitude, 1e-12) && abs(turn) < 1e-9, "seed \(seed)")
      #expect((-180..<180).contains(region.center.longitude), "seed \(seed)")
    }
  }

  @Test func rectanglesComeBack() {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let rect = randomRect(&random)
      let back = MapRect(Region(rect)).wrapped
      let start = MapRect(center: rect.center.wrapped, size: rect.size).wrapped
      let isAtX = abs(back.minX - start.minX) < 1e-5 || abs(abs(back.minX - start.minX) - 0x1p28) < 1e-5
      #expect(isAtX && abs(back.minY - start.minY) < 1e-5, "seed \(seed)")
      let isAsLarge = isClose(back.width, start.width) && isClose(back.height, start.height, relative: 1e-9)
      #expect(isAsLarge, "seed \(seed)")
    }
  }

  /// The mean of the edge latitudes is not the middle on the plane.
  @Test func edgesGiveAnotherRectangle() {
    let region = Region(
      center: place(60, 10), span: Region.Span(latitudeDelta: 20, longitudeDelta: 30))
    let edges = MapRect(edgesOf: region)
    let south = MapPoint(x: edges.midX, y: edges.maxY).coordinate
    #expect(abs(edges.origin.coordinate.latitude - 70) < 1e-10 && close(south, place(50, 10), 1e-10))
    let view = MapRect(region)
    #expect(close(view.center.coordinate, place(60, 10), 1e-10) && abs(Region(view).span.latitudeDelta - 20) < 1e-10)
    #expect(view.width == edges.width && view.maxY > edges.maxY && view.minY > edges.minY)
  }

  @Test func tallRegionsTakeAllRows() {
    let region = Region(
      center: place(0, 0), span: Region.Span(latitudeDelta: 180, longitudeDelta: 360))
    #expect(MapRect(region) == .world)
    let data = MapRect(edgesOf: region)
    #expect(abs(data.minY - 439674.4025) < 1e-3 && abs(data.maxY - (0x1p28 - 439674.4025)) < 1e-3)
  }

  private func randomRect(_ random: inout SeededRandom) -> MapRect {
    let size = 0x1p28 / Double.random(in: 1...1e5, using: &random)
    return MapRect(
      x: .random(in: -0x1p28...0x1p28, using: &random), y: .random(in: 0...(0x1p28 - size / 2), using: &random),
      width: size, height: size / 2)
  }
}
