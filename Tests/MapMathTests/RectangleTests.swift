import MapMath
import Testing

@Suite("Rectangles and regions: rectangles") struct RectangleTests {
  let side = MapPoint.worldSide
  let a = MapRect(x: 1, y: 2, width: 3, height: 4)

  @Test func unitesAndIntersectsAsRecorded() {
    #expect(a.union(MapRect(x: 4, y: 3, width: 2, height: 1)) == MapRect(x: 1, y: 2, width: 5, height: 4))
    let inner = MapRect(x: 2, y: 3, width: 2, height: 1)
    #expect(a.intersection(inner) == inner)
    #expect(a.contains(inner) && !inner.contains(a) && a.intersects(inner))
  }

  @Test func nullIsNeutralAndStays() {
    let null = MapRect.null
    #expect(null.isNull && null.isEmpty && null.size == .zero && null.origin.x == .infinity)
    #expect(null.inset(dx: -5, dy: -5) == null)
    #expect(null.offset(dx: 5, dy: 5) == null)
    #expect(null.union(a) == a && a.union(null) == a)
    #expect(null.intersection(a) == null && a.intersection(null) == null)
    #expect(!null.contains(null) && !a.contains(null) && !null.contains(a) && !a.intersects(null))
    #expect(!null.contains(null.origin))
    #expect(null.remainder == null && null.wrapped == null && null.slidIntoWorld == null)
    #expect(null.wrappedParts.isEmpty && !null.spans180thMeridian)
    #expect(null.divided(amount: 1, from: .minX) == (null, null))
  }

  @Test func aPointHoldsItself() {
    let zero = MapRect(x: 0, y: 0, width: 0, height: 0)
    #expect(zero.isEmpty && !zero.isNull)
    #expect(zero.contains(zero.origin) && zero.contains(zero))
    #expect(zero.remainder == .null)
    #expect(!MapRect(x: 0, y: 0, width: 5, height: 0).isEmpty)
    let point = MapRect(center: MapPoint(x: 9, y: 1), size: .zero)
    #expect(a.union(point) == MapRect(x: 1, y: 1, width: 8, height: 5))
  }

  @Test func disjointIsNullAndASharedEdgeIsNot() {
    #expect(a.intersection(MapRect(x: 5, y: 2, width: 1, height: 1)) == .null)
    #expect(a.intersection(MapRect(x: 1, y: -9, width: 3, height: 5)) == .null)
    #expect(a.intersection(MapRect(x: 4, y: 2, width: 1, height: 1)) == MapRect(x: 4, y: 2, width: 0, height: 1))
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
    for x in [1, 4] as [Double] {
      for y in [2, 6] as [Double] { #expect(a.contains(MapPoint(x: x, y: y))) }
    }
    for (x, y) in [(0.9, 3), (4.1, 3), (2, 1.9), (2, 6.1)] { #expect(!a.contains(MapPoint(x: x, y: y))) }
    #expect((a.minX, a.minY, a.maxX, a.maxY) == (1, 2, 4, 6))
    #expect(a.center == MapPoint(x: 2.5, y: 4) && MapRect(center: a.center, size: a.size) == a)
    #expect(MapRect(minX: 1, minY: 2, maxX: 4, maxY: 6) == a)
  }

  @Test func insetsAndOffsets() {
    #expect(a.inset(dx: -1, dy: 1) == MapRect(x: 0, y: 3, width: 5, height: 2))
    #expect(a.inset(dx: 1.5, dy: 2) == MapRect(x: 2.5, y: 4, width: 0, height: 0))
    #expect(a.inset(dx: 1.6, dy: 0) == .null)
    #expect(a.offset(dx: 10, dy: -10) == MapRect(x: 11, y: -8, width: 3, height: 4))
  }

  @Test func dividesFromEveryEdge() {
    let whole = MapRect(x: 10, y: 20, width: 30, height: 40)
    let (slice, rest) = whole.divided(amount: 2, from: .maxX)
    #expect(slice == MapRect(x: 38, y: 20, width: 2, height: 40))
    #expect(rest == MapRect(x: 10, y: 20, width: 28, height: 40))
    for edge in MapRectEdge.allCases {
      for amount in [-1, 0, 7, 30, 100] as [Double] {
        let (slice, rest) = whole.divided(amount: amount, from: edge)
        #expect(slice.union(rest) == whole)
        #expect(slice.width * slice.height + rest.width * rest.height == 1200)
        let cut = edge == .minX || edge == .maxX ? slice.width : slice.height
        #expect(cut == min(max(amount, 0), edge == .minX || edge == .maxX ? 30 : 40))
      }
    }
    #expect(whole.divided(amount: 7, from: .minY).slice == MapRect(x: 10, y: 20, width: 30, height: 7))
    #expect(whole.divided(amount: 7, from: .maxY).slice == MapRect(x: 10, y: 53, width: 30, height: 7))
    #expect(whole.divided(amount: 7, from: .minX).remainder.minX == 17)
  }

  @Test func remainderIsWhatHangsOut() {
    let west = MapRect(x: -90, y: -90, width: 90, height: 90)
    #expect(west.remainder == MapRect(x: 268_435_366, y: -90, width: 90, height: 90))
    #expect(!west.spans180thMeridian)
    let over = MapRect(x: -90, y: 5, width: 100, height: 7)
    #expect(over.spans180thMeridian)
    #expect(over.remainder == MapRect(x: side - 90, y: 5, width: 90, height: 7))
    #expect(over.intersection(.world) == MapRect(x: 0, y: 5, width: 10, height: 7))
    let east = MapRect(x: side - 10, y: 5, width: 100, height: 7)
    #expect(east.spans180thMeridian)
    #expect(east.remainder == MapRect(x: 0, y: 5, width: 90, height: 7))
    #expect(MapRect(x: side, y: 5, width: 9, height: 7).remainder == MapRect(x: 0, y: 5, width: 9, height: 7))
    #expect(MapRect(x: side + 1, y: 5, width: 9, height: 7).remainder == MapRect(x: 1, y: 5, width: 9, height: 7))
    #expect(!MapRect.world.spans180thMeridian && MapRect.world.remainder == .null)
    #expect(a.remainder == .null && !a.spans180thMeridian)
    let all = MapRect(x: -1, y: 0, width: side + 2, height: 1)
    // Recorded on iOS 18.3 is that there is one; that it is the western part is a choice.
    #expect(all.spans180thMeridian && all.remainder == MapRect(x: side - 1, y: 0, width: 1, height: 1))
    let endless = MapRect(x: 0, y: 0, width: .infinity, height: .infinity)
    #expect(!endless.isNull && !endless.isEmpty && endless.spans180thMeridian)
  }

  @Test func wrapsIntoParts() {
    #expect(
      MapRect(x: -90, y: 5, width: 100, height: 7).wrappedParts == [
        MapRect(x: side - 90, y: 5, width: 90, height: 7), MapRect(x: 0, y: 5, width: 10, height: 7),
      ])
    #expect(a.offset(dx: 3 * side, dy: 0).wrappedParts == [a])
    #expect(MapRect.world.wrappedParts == [.world])
    #expect(
      MapRect(x: 7, y: 5, width: 2 * side, height: 7).wrappedParts == [MapRect(x: 0, y: 5, width: side, height: 7)])
  }

  @Test func slidesIntoTheWorld() {
    #expect(MapRect(x: 1, y: -5, width: 3, height: 9).slidIntoWorld == MapRect(x: 1, y: 0, width: 3, height: 9))
    #expect(
      MapRect(x: 1, y: side - 5, width: 3, height: 9).slidIntoWorld == MapRect(x: 1, y: side - 9, width: 3, height: 9))
    #expect(
      MapRect(x: -4, y: -5, width: 3, height: 2 * side).slidIntoWorld == MapRect(x: -4, y: 0, width: 3, height: side))
    #expect(a.slidIntoWorld == a && MapRect.world.slidIntoWorld == .world)
  }
}
