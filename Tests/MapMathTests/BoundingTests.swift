import MapMath
import TestSupport
import Testing

/// Rectangles around points, also across the antimeridian.
@Suite("Traps: points on both sides of the antimeridian") struct BoundingTests {
  @Test func takesTheShorterArc() {
    let fiji = [(-17.0, 178.0), (-18, -179), (-16, 179)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let rect = MapRect(boundingByShortestArc: fiji)
    #expect(abs(rect.width - 3.0 / 360 * MapPoint.worldSide) < 1e-6)
    #expect(rect.spans180thMeridian)
    #expect(abs(Region(rect).center.longitude - 179.5) < 1e-9)
    let union = fiji.map { MapRect(center: MapPoint($0), size: .zero) }.reduce(MapRect.null) { $0.union($1) }
    #expect(union.width > 0.99 * MapPoint.worldSide)
    #expect(union.height == rect.height)
  }

  @Test func takesWhatThereIs() {
    #expect(MapRect(boundingByShortestArc: [MapPoint]()) == .null)
    #expect(MapRect(boundingByShortestArc: [MapPoint(x: .nan, y: 0), MapPoint(x: 0, y: .infinity)]) == .null)
    #expect(MapRect(boundingByShortestArc: [Coordinate(latitude: 91, longitude: 0)]) == .null)
    let one = MapPoint(x: 5, y: 7)
    #expect(MapRect(boundingByShortestArc: [one, one]) == MapRect(x: 5, y: 7, width: 0, height: 0))
    let wrapped = MapRect(boundingByShortestArc: [Coordinate(latitude: 0, longitude: 370)])
    #expect(wrapped.origin == MapPoint(Coordinate(latitude: 0, longitude: 10)))
    // Two opposite points: both arcs are as long, and the one that does not span counts.
    let opposite = MapRect(boundingByShortestArc: [MapPoint(x: 10, y: 0), MapPoint(x: 0x1p27 + 10, y: 0)])
    #expect(opposite.minX == 10 && opposite.width == 0x1p27)
  }

  /// Every start at one of the points is tried; none has a shorter arc that holds all.
  @Test func isTheShortest() {
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      let reach = Double.random(in: 1...0x1p28, using: &random)
      let start = Double.random(in: -0x1p28...0x1p28, using: &random)
      let points = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        MapPoint(
          x: (start + .random(in: 0...reach, using: &random)).rounded(), y: .random(in: 0...0x1p28, using: &random))
      }
      let rect = MapRect(boundingByShortestArc: points)
      let widths = points.map { first in
        points.map { MapPoint(x: $0.x - first.x, y: 0).wrapped.x }.max() ?? 0
      }
      #expect(rect.width == widths.min(), "seed \(seed)")
      #expect((0..<0x1p28).contains(rect.minX), "seed \(seed)")
      for point in points {
        let moved = MapPoint(x: point.x - rect.minX, y: point.y).wrapped
        #expect(moved.x <= rect.width && moved.y >= rect.minY && moved.y <= rect.maxY, "seed \(seed)")
      }
    }
  }
}
