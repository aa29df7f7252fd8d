import MapMath
import Testing

@Suite("Rectangles and regions: rectangles") struct RectangleTests {
  let side = MapPoint.worldSide
  let a = MapRect(x: 1, y: 2, width: 3, height: 4)

  @Test func unitesAndIntersectsAsRecorded() {
    let (inner, over) = (MapRect(x: 2, y: 3, width: 2, height: 1), MapRect(x: 4, y: 3, width: 2, height: 1))
    #expect(a.union(over) == MapRect(x: 1, y: 2, width: 5, height: 4) && a.intersection(inner) == inner)
    #expect(a.contains(inner) && !inner.contains(a) && a.intersects(inner))
  }

  @Test func nullIsNeutralAndStays() {
    let null = MapRect.null
    #expect(null.isNull && null.isEmpty && null.size == .zero && null.origin.x == .infinity)
    let slices = null.divided(amount: 1, from: .minX)
    for rect in [
      null.inset(dx: -5, dy: -5), null.offset(dx: 5, dy: 5), null.intersection(a), a.intersection(null), null.remainder,
      null.wrapped, null.slidIntoWorld, slices.slice, slices.remainder,
    ] {
      #expect(rect == null)
    }
    #expect(null.union(a) == a && a.union(null) == a && null.wrappedParts.isEmpty && !null.spans180thMeridian)
    #expect(!null.contains(null) && !a.contains(null) && !null.contains(a) && !a.intersects(null))
    #expect(!null.contains(null.origin))
  }

  @Test func aPointHoldsItself() {
    let zero = MapRect(x: 0, y: 0, width: 0, height: 0)
    #expect(
      zero.isEmpty && !zero.isNull && zero.contains(zero.origin) && zero.contains(zero) && zero.remainder == .null)
    #expect(!MapRect(x: 0, y: 0, width: 5, height: 0).isEmpty)
    let point = MapRect(center: MapPoint(x: 9, y: 1), size: .zero)
    #expect(a.union(point) == MapRect(x: 1, y: 1, width: 8, height: 5))
  }

  @Test func disjointIsNullAndASharedEdgeIsNot() {
    for (other, common) in [
      (MapRect(x: 5, y: 2, width: 1, height: 1), MapRect.null), (MapRect(x: 1, y: -9, width: 3, height: 5), .null),
      (MapRect(x: 4, y: 2, width: 1, height: 1), MapRect(x: 4, y: 2, width: 0, height: 1)),
    ] {
      #expect(a.intersection(other) == common)
    }
    #expect(a.intersects(MapRect(x: 4, y: 6, width: 1, height: 1)))
  }

  /// Recorded on iOS 18.3: a rectangle of negative size is not empty, holds nothing and meets nothing.
  @Test func aNegativeSizeHoldsNothing() {
    let negative = MapRect(x: 100, y: 100, width: -50, height: -50)
    #expect(!negative.isEmpty && !negative.isNull && !negative.intersects(negative))
    #expect(!negative.contains(negative.origin) && !negative.contains(wrapped: negative.origin))
    #expect(!negative.intersects(wrapped: negative) && !negative.intersects(wrapped: .world))
  }

  @Test func containsItsEdges() {
    let (edges, beside) = ([(1.0, 2.0), (1, 6), (4, 2), (4, 6)], [(0.9, 3.0), (4.1, 3), (2, 1.9), (2, 6.1)])
    #expect((edges + beside).map { a.contains(MapPoint(x: $0.0, y: $0.1)) } == (0..<8).map { $0 < 4 })
    #expect((a.minX, a.minY, a.maxX, a.maxY) == (1, 2, 4, 6))
    #expect(a.center == MapPoint(x: 2.5, y: 4) && MapRect(center: a.center, size: a.size) == a)
    #expect(MapRect(minX: 1, minY: 2, maxX: 4, maxY: 6) == a)
  }

  @Test func insetsAndOffsets() {
    for (changed, expected) in [
      (a.inset(dx: -1, dy: 1), MapRect(x: 0, y: 3, width: 5, height: 2)),
      (a.inset(dx: 1.5, dy: 2), MapRect(x: 2.5, y: 4, width: 0, height: 0)), (a.inset(dx: 1.6, dy: 0), .null),
      (a.offset(dx: 10, dy: -10), MapRect(x: 11, y: -8, width: 3, height: 4)),
    ] {
      #expect(changed == expected)
    }
  }

  @Test func dividesFromEveryEdge() {
    let whole = MapRect(x: 10, y: 20, width: 30, height: 40)
    for (edge, first) in [
      (MapRectEdge.minX, MapRect(x: 10, y: 20, width: 7, height: 40)),
      (.maxX, MapRect(x: 33, y: 20, width: 7, height: 40)), (.minY, MapRect(x: 10, y: 20, width: 30, height: 7)),
      (.maxY, MapRect(x: 10, y: 53, width: 30, height: 7)),
    ] {
      #expect(whole.divided(amount: 7, from: edge).slice == first)
      for amount in [-1, 0, 7, 30, 100] as [Double] {
        let (slice, rest) = whole.divided(amount: amount, from: edge)
        #expect(slice.union(rest) == whole)
        let isUpright = edge == .minX || edge == .maxX
        let cut = isUpright ? slice.width : slice.height
        let area = slice.width * slice.height + rest.width * rest.height
        #expect(area == 1200 && cut == min(max(amount, 0), isUpright ? 30 : 40))
      }
    }
  }

  @Test func remainderIsWhatHangsOut() {
    func rect(_ x: Double, _ width: Double) -> MapRect { MapRect(x: x, y: 5, width: width, height: 7) }
    let cases: [(MapRect, MapRect, spans: Bool?)] = [
      (rect(-90, 90), rect(side - 90, 90), false), (rect(-90, 100), rect(side - 90, 90), true),
      (rect(side - 10, 100), rect(0, 90), true), (rect(side, 9), rect(0, 9), nil), (rect(side + 1, 9), rect(1, 9), nil),
      (.world, .null, false), (a, .null, false),
      // Recorded on iOS 18.3 is that there is one; that it is the western part is a choice.
      (rect(-1, side + 2), rect(side - 1, 1), true),
    ]
    for (whole, remainder, spans) in cases {
      #expect(whole.remainder == remainder && whole.spans180thMeridian == spans ?? whole.spans180thMeridian, "\(whole)")
    }
    #expect(rect(-90, 100).intersection(.world) == rect(0, 10))
    let endless = MapRect(x: 0, y: 0, width: .infinity, height: .infinity)
    #expect(!endless.isNull && !endless.isEmpty && endless.spans180thMeridian)
  }

  @Test func wrapsIntoParts() {
    func rect(_ x: Double, _ width: Double) -> MapRect { MapRect(x: x, y: 5, width: width, height: 7) }
    for (whole, parts) in [
      (rect(-90, 100), [rect(side - 90, 90), rect(0, 10)]), (a.offset(dx: 3 * side, dy: 0), [a]),
      (.world, [.world]), (rect(7, 2 * side), [rect(0, side)]),
    ] {
      #expect(whole.wrappedParts == parts)
    }
  }

  @Test func slidesIntoTheWorld() {
    for (rect, y, height) in [
      (MapRect(x: 1, y: -5, width: 3, height: 9), 0, 9), (MapRect(x: 1, y: side - 5, width: 3, height: 9), side - 9, 9),
      (MapRect(x: -4, y: -5, width: 3, height: 2 * side), 0, side), (a, a.minY, a.height), (.world, 0, side),
    ] {
      #expect(rect.slidIntoWorld == MapRect(x: rect.minX, y: y, width: rect.width, height: height))
    }
  }
}
