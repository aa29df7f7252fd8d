import MapMath
import TestSupport
import Testing

/// Rectangles around points, also across the antimeridian.
@Suite("Traps: points on both sides of the antimeridian") struct BoundingTests {
  @Test func takesWhatThereIs() {
    for none in [[], [MapPoint(x: .nan, y: 0), MapPoint(x: 0, y: .infinity)]] {
      #expect(MapRect(boundingByShortestArc: none) == .null)
    }
    #expect(MapRect(boundingByShortestArc: [place(91, 0)]) == .null)
    let one = MapPoint(x: 5, y: 7)
    #expect(MapRect(boundingByShortestArc: [one, one]) == MapRect(x: 5, y: 7, width: 0, height: 0))
    let wrapped = MapRect(boundingByShortestArc: [place(0, 370)])
    #expect(wrapped.origin == MapPoint(place(0, 10)))
    // Two opposite points: both arcs are as long, and the one that does not span counts.
    let opposite = [MapPoint(x: 10, y: 0), MapPoint(x: 0x1p27 + 10, y: 0)]
    #expect(MapRect(boundingByShortestArc: opposite) == MapRect(x: 10, y: 0, width: 0x1p27, height: 0))
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
      #expect(rect.width == widths.min() && (0..<0x1p28).contains(rect.minX), "seed \(seed)")
      let areHeld = points.allSatisfy { point in
        let moved = MapPoint(x: point.x - rect.minX, y: point.y).wrapped
        return moved.x <= rect.width && moved.y >= rect.minY && moved.y <= rect.maxY
      }
      #expect(areHeld, "seed \(seed)")
    }
  }
}
