import TestSupport
import Testing

@testable import MapMath

/// `contains` and `intersects` on whichever copy of the world.
@Suite("Rectangles and regions across the antimeridian") struct CopiesTests {
  private let side = MapPoint.worldSide

  /// On the plane MapKit finds a point only on the copy of the rectangle (openradar 33699497).
  @Test func aSpanningRectangleHoldsBothSides() {
    for west in [side - 100, -100] {
      let over = MapRect(x: west, y: 10, width: 200, height: 50)
      let (inside, outside) = (
        [side - 100, side - 1, 0, 50, 100, side, -1, 3 * side + 7], [101, side - 101, side / 2]
      )
      let held = (inside + outside).filter { over.contains(wrapped: MapPoint(x: $0, y: 10)) }
      #expect(held == inside)
      #expect(!over.contains(wrapped: MapPoint(x: 0, y: 61)) && !over.contains(wrapped: MapPoint(x: 0, y: .nan)))
      let (here, there) = (MapRect(x: 5, y: 20, width: 9, height: 9), MapRect(x: side - 50, y: 20, width: 9, height: 9))
      #expect(there.intersects(wrapped: over) && !here.intersects(wrapped: there) && !here.contains(wrapped: over))
      // A rectangle half inside is met and not held; a shared edge is met.
      let (half, edge) = (MapRect(x: 50, y: 20, width: 100, height: 9), MapRect(x: 100, y: 20, width: 9, height: 9))
      let (rects, apart) = ([here, there, half, edge], edge.offset(dx: 0.1, dy: 0))
      #expect((rects + [apart]).map { over.contains(wrapped: $0) } == [true, true, false, false, false])
      #expect((rects + [apart]).map { over.intersects(wrapped: $0) } == [true, true, true, true, false])
      // The plain ones stay on the plane.
      #expect(over.contains(here) != over.contains(there) && over.intersects(here) != over.intersects(there))
    }
  }

  @Test func aWholeWorldHoldsEverything() {
    let all = MapRect(x: -7, y: 0, width: side, height: side)
    #expect(all.contains(wrapped: MapPoint(x: side / 2, y: 1)) && all.contains(wrapped: MapRect.world))
    #expect(MapRect.world.contains(wrapped: MapRect(x: side - 5, y: 0, width: 10, height: 9)))
    #expect(all.intersects(wrapped: MapRect(x: 9e9, y: 5, width: 0, height: 0)))
    #expect(!all.contains(wrapped: MapPoint(x: .nan, y: 5)) && !all.contains(wrapped: MapPoint(x: .infinity, y: 5)))
    let null = MapRect.null
    #expect(!null.contains(wrapped: null) && !all.contains(wrapped: null) && !null.intersects(wrapped: all))
  }

  /// Inside the world both kinds agree; moved by whole turns the results stay.
  @Test func agreesWithThePlane() {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      func rect() -> MapRect {
        let width = random.number(0...side / 2).rounded()
        return MapRect(
          x: random.number(0...side - width).rounded(), y: random.number(0...1000), width: width,
          height: random.number(0...1000))
      }
      let (a, b) = (rect(), rect())
      let turn = (random.number(-3...3)).rounded() * side
      #expect(a.contains(wrapped: b.offset(dx: turn, dy: 0)) == a.contains(b), "seed \(seed)")
      #expect(a.offset(dx: turn, dy: 0).contains(wrapped: b.center) == a.contains(b.center), "seed \(seed)")
      let parts = a.offset(dx: side / 2, dy: 0).wrappedParts
      let met = parts.contains { $0.intersects(b) } || (parts.contains { $0.maxX == side } && b.minX == 0)
      if b.maxX < side { #expect(a.offset(dx: turn + side / 2, dy: 0).intersects(wrapped: b) == met, "seed \(seed)") }
    }
  }

  @Test func regionsHoldCoordinatesByTheirDegrees() {
    let fiji = Region(center: place(-17, 179.5), span: Region.Span(latitudeDelta: 4, longitudeDelta: 2))
    let inside = [place(-17, 179.5), place(-15, 178.5), place(-19, -179.5), place(-19, 180.5), place(-17, -180)]
    let outside = [place(-17, 178.4), place(-17, -179.4), place(-14.9, 179), place(-17, 0), place(.nan, 179)]
    #expect((inside + outside).filter { fiji.contains($0) } == inside)
    var moved = fiji
    moved.center.longitude -= 360
    #expect(moved.contains(place(-19, -179.5)) && !moved.contains(place(-17, 178.4)))
    let world = Region(MapRect.world)
    let (shown, none) = ([place(0, 180), place(85, -180)], [place(86, 0), place(0, .infinity), place(91, 0)])
    #expect((shown + none).filter { world.contains($0) } == shown)
  }

  @Test func regionsAtAPole() {
    let pole = Region(center: place(89.9, 0), latitudinalMeters: 100_000, longitudinalMeters: 10_000)
    let near = [place(90, 0), place(90, 123), place(89.5, 0)]
    #expect((near + [place(89.4, 0), place(89.9, 180), place(-90, 0)]).filter { pole.contains($0) } == near)
    let wide = Region(center: place(89.9, 0), latitudinalMeters: 100_000, longitudinalMeters: 100_000)
    #expect(wide.contains(place(89.9, 180)) && wide.contains(wide.center))
  }

  @Test func regionsWithoutASpan() {
    let point = Region(center: place(1, 2), span: Region.Span(latitudeDelta: 0, longitudeDelta: 0))
    #expect(point.contains(place(1, 2)) && !point.contains(place(1, 2.0000001)))
    for span in [(-1, 1), (1, -1), (.nan, 1), (1, .nan)] as [(Double, Double)] {
      let wrong = Region(center: place(1, 2), span: Region.Span(latitudeDelta: span.0, longitudeDelta: span.1))
      #expect(!wrong.contains(place(1, 2)), "\(span)")
    }
  }
}
