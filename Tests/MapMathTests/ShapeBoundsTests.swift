import TestSupport
import Testing

@testable import MapMath

/// Rectangles of lines and polygons, whose vertices are joined, not loose.
@Suite("Rectangles of lines and polygons") struct ShapeBoundsTests {
  private let degree = 745654.0444444445

  /// Recorded on iOS 18.3: MKPolygon's coordinate is the middle of its boundingMapRect, and a degree is 745654.0444 wide.
  @Test func aTriangleIsAsRecorded() {
    let triangle = [place(0, 0), place(0, 1), place(1, 1)]
    let rect = MapRect(boundingPolygon: triangle)
    #expect(abs(rect.center.coordinate.latitude - 0.500019039676) < 1e-12 && rect.center.coordinate.longitude == 0.5)
    #expect(abs(rect.minY - 133472036.096137) < 1e-6 && rect.maxY == 134_217_728)
    #expect(abs(rect.width - 745654.0444) < 1e-4 && rect.minX == 134_217_728)
    #expect(MapRect(boundingPolygon: triangle + [place(0, 0)]) == rect && MapRect(boundingLine: triangle) == rect)
  }

  /// What MKPolyline draws for these two vertices crosses the antimeridian (mapbox-gl-native issue 4974).
  @Test func aLineGoesTheShorterWay() {
    for line in [[place(0, -170), place(0, 170)], [place(0, 170), place(0, -170)], [place(0, 190), place(0, 170)]] {
      let rect = MapRect(boundingLine: line)
      let isNarrow = abs(rect.width - 20 * degree) < 1e-6 && rect.minX == MapPoint(place(0, 170)).x
      #expect(isNarrow && rect.spans180thMeridian && rect.height == 0)
    }
  }

  /// As loose coordinates these leave the largest gap out, which is between neighbors on the line.
  @Test func aLineKeepsItsWayRoundTheWorld() {
    let line = [place(0, -170), place(10, -60), place(-5, 50), place(0, 160)]
    let rect = MapRect(boundingLine: line)
    let widths = [rect, MapRect(boundingByShortestArc: line), MapRect(boundingPolygon: line)].map(\.width)
    #expect(zip(widths, [330.0, 250, 360]).allSatisfy { abs($0 - $1 * degree) < 1e-6 } && !rect.spans180thMeridian)
  }

  @Test func halfATurnDoesNotCross() {
    for line in [[place(0, -90), place(0, 90)], [place(0, 90), place(0, -90)], [place(0, 0), place(0, 180)]] {
      let rect = MapRect(boundingLine: line)
      #expect(rect.width == 0x1p27 && !rect.spans180thMeridian)
    }
    #expect(MapRect(boundingLine: [place(0, -180), place(5, 180)]).width == 0)
  }

  /// Why overlays of the whole world have six corners: four at 180 degrees are joined along the antimeridian.
  @Test func theWholeWorldNeedsSixCorners() {
    let corners = [place(90, 0), place(90, 180), place(-90, 180), place(-90, 0), place(-90, -180), place(90, -180)]
    let rect = MapRect(boundingPolygon: corners)
    #expect(rect.minX == 0 && rect.width == MapPoint.worldSide)
    #expect(MapRect(boundingPolygon: [corners[1], corners[2], corners[4], corners[5]]).width == 0)
  }

  @Test func aRingRoundAPoleTakesEveryColumn() {
    let antarctica = stride(from: -180.0, to: 180, by: 30).map { place(-70, $0) }
    let rect = MapRect(boundingPolygon: antarctica)
    #expect(abs(rect.width - MapPoint.worldSide) < 1e-6 && rect.height == 0)
    #expect(abs(MapRect(boundingLine: antarctica).width - 330 * degree) < 1e-6)
  }

  @Test func takesWhatThereIs() {
    let none = [place(.nan, 0), place(91, 0), place(0, .infinity)]
    #expect(MapRect(boundingLine: [Coordinate]()) == .null && MapRect(boundingPolygon: none) == .null)
    let one = MapRect(origin: MapPoint(place(52, 13)), size: .zero)
    #expect(MapRect(boundingLine: none + [place(52, 13)]) == one && MapRect(boundingPolygon: [place(52, 13)]) == one)
    // The edge of the world stays at its longitude, and latitudes end at 85 as in MKMapPoint.
    let edge = MapRect(boundingLine: [place(90, 180), place(-90, 180)])
    let (north, south) = (MapPoint(place(85, 0)).y, MapPoint(place(-85, 0)).y)
    #expect((edge.minX, edge.maxX, edge.minY, edge.maxY) == (MapPoint.worldSide, MapPoint.worldSide, north, south))
  }

  /// Where nothing crosses the antimeridian, it is the union of the vertices, to the last digit.
  @Test func isExactWhereNothingCrosses() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let west = random.number(-180...0)
      let line = (0..<9).map { _ in place(random.number(-90...90), west + random.number(0...179.9)) }
      let union = line.map { MapRect(origin: MapPoint($0), size: .zero) }.reduce(MapRect.null) { $0.union($1) }
      let isUnion = MapRect(boundingLine: line) == union && MapRect(boundingPolygon: line) == union
      let moved = MapRect(boundingLine: line.map { place($0.latitude, $0.longitude + 360) })
      #expect(isUnion && abs(moved.minX - union.minX) < 1e-6, "seed \(seed)")
    }
  }

  /// Any walk of short steps is as wide as the walk, wherever it goes.
  @Test func holdsEveryVertex() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      var longitudes = [random.number(-720...720)]
      for _ in 0..<12 { longitudes.append(longitudes[longitudes.count - 1] + random.number(-60...60)) }
      let line = longitudes.map { place(random.number(-80...80), Longitude.wrapped($0)) }
      let rect = MapRect(boundingLine: line)
      let width = (longitudes.max() ?? 0) - (longitudes.min() ?? 0)
      let isAsWide = abs(rect.width - width * degree) < 1e-5 && (0...MapPoint.worldSide).contains(rect.minX)
      let held = rect.inset(dx: -1e-6, dy: -1e-6)
      #expect(isAsWide && line.allSatisfy { held.contains(wrapped: MapPoint($0)) }, "seed \(seed)")
    }
  }

  @Test func rectanglesOnBothSides() {
    let (fiji, samoa) = (MapRect(x: 0x1p28 - 50, y: 5, width: 40, height: 9), MapRect(x: 20, y: 1, width: 5, height: 5))
    let both = MapRect(boundingByShortestArc: [fiji, samoa, .null])
    let moved = MapRect(boundingByShortestArc: [fiji.offset(dx: -0x1p28, dy: 0), samoa])
    #expect(both == MapRect(x: 0x1p28 - 50, y: 1, width: 75, height: 13) && moved == both)
    #expect(MapRect(boundingByShortestArc: [MapRect.world, samoa]).width == 0x1p28)
    #expect(MapRect(boundingByShortestArc: [MapRect.null]) == .null)
  }

  @Test func longLinesDoNotDrift() {
    let line = (0..<100_000).map { place(0, Longitude.wrapped(Double($0) * 0.1)) }
    let points = MapPoint.unwrapped(line)
    let last = 99_999 * 0.1 / 360 * MapPoint.worldSide + MapPoint.worldSide / 2
    #expect(abs((points.last?.x ?? 0) - last) < 1e-4)
  }
}
