import MapMath
import TestSupport
import Testing

@Suite("Rectangles and regions: regions") struct RectangleRegionTests {
  @Test func equalsRecordedRegions() {
    let seattle = Region(
      MapRect(x: 43013871.99811534, y: 93728205.2278356, width: 1984.0073646754026, height: 3397.6126077622175))
    #expect(abs(seattle.center.latitude - 47.623651) < 1e-10)
    #expect(abs(seattle.center.longitude + 122.312572) < 1e-10)
    let world = Region(MapRect.world)
    #expect(world.center.latitude == 0 && world.center.longitude == 0)
    #expect(abs(world.span.latitudeDelta - 170.10225755961318) < 1e-12)
    #expect(world.span.longitudeDelta == 360)
  }

  @Test func latitudeDeltaIsTheDifferenceOfTheEdges() {
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      let rect = randomRect(&random)
      let (north, south) = (rect.origin.coordinate, MapPoint(x: rect.maxX, y: rect.maxY).coordinate)
      let region = Region(rect)
      #expect(abs(region.span.latitudeDelta - (north.latitude - south.latitude)) < 1e-12, "seed \(seed)")
      #expect(abs(region.center.latitude - rect.center.coordinate.latitude) < 1e-12, "seed \(seed)")
    }
  }

  @Test func rectanglesComeBack() {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let rect = randomRect(&random)
      let back = MapRect(Region(rect)).wrapped
      let start = MapRect(center: rect.center.wrapped, size: rect.size).wrapped
      #expect(abs(back.minX - start.minX) < 1e-5 || abs(abs(back.minX - start.minX) - 0x1p28) < 1e-5, "seed \(seed)")
      #expect(abs(back.minY - start.minY) < 1e-5, "seed \(seed)")
      #expect(isClose(back.width, start.width), "seed \(seed)")
      #expect(isClose(back.height, start.height, relative: 1e-9), "seed \(seed)")
    }
  }

  @Test func centerIsWrappedOverTheMeridian() {
    let rect = MapRect(x: MapPoint.worldSide - 10, y: 0x1p27 - 5, width: 30, height: 10)
    let region = Region(rect)
    #expect(region.center.longitude < -179.9 && region.center.longitude > -180)
    #expect(abs(MapRect(region).minX - -10) < 1e-6)
  }

  /// The mean of the edge latitudes is not the middle on the plane.
  @Test func edgesGiveAnotherRectangle() {
    let region = Region(
      center: Coordinate(latitude: 60, longitude: 10), span: Region.Span(latitudeDelta: 20, longitudeDelta: 30))
    let edges = MapRect(edgesOf: region)
    #expect(abs(edges.origin.coordinate.latitude - 70) < 1e-10)
    #expect(abs(MapPoint(x: 0, y: edges.maxY).coordinate.latitude - 50) < 1e-10)
    #expect(abs(edges.center.coordinate.longitude - 10) < 1e-10)
    #expect(Region(edges).center.latitude > 61)
    let view = MapRect(region)
    #expect(abs(view.center.coordinate.latitude - 60) < 1e-10)
    #expect(abs(Region(view).span.latitudeDelta - 20) < 1e-10)
    #expect(view.width == edges.width)
    #expect(view.maxY > edges.maxY && view.minY > edges.minY)
  }

  @Test func tallRegionsTakeAllRows() {
    let region = Region(
      center: Coordinate(latitude: 0, longitude: 0), span: Region.Span(latitudeDelta: 180, longitudeDelta: 360))
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
