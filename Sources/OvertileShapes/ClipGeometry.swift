import MapMath

/// The geometry during clipping: lines, or polygons whose rings know their role but are in any order.
///
/// Rings are closed. Exteriors have a positive shoelace sum in these coordinates and holes a negative one, so the inside
/// lies on the same side of every ring: linking cut rings along a clip line relies on that.
struct ClipGeometry {
  let kind: WorldGeometry.Kind
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private(set) var ringEnds: [Int] = []
  private(set) var isHole: [Bool] = []
  private(set) var polygonEnds: [Int] = []

  init(kind: WorldGeometry.Kind) {
    self.kind = kind
  }

  /// The clip geometry of a whole geometry; rings with the wrong winding are reversed.
  init(_ geometry: WorldGeometry) {
    kind = geometry.kind
    x = geometry.x
    y = geometry.y
    ringEnds = geometry.ringEnds
    guard kind == .polygons else { return }
    polygonEnds = geometry.polygonEnds
    isHole = [Bool](repeating: true, count: ringEnds.count)
    for polygon in polygonEnds.indices {
      for ring in geometry.rings(ofPolygon: polygon) {
        isHole[ring] = ring != geometry.rings(ofPolygon: polygon).lowerBound
        let positions = geometry.positions(ofRing: ring)
        let area = Shoelace.doubledArea(x, y, positions)
        if area != 0, (area < 0) != isHole[ring] {
          x[positions].reverse()
          y[positions].reverse()
        }
      }
    }
  }

  var isEmpty: Bool { x.isEmpty }

  func positions(ofRing ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  func rings(ofPolygon polygon: Int) -> Range<Int> {
    (polygon == 0 ? 0 : polygonEnds[polygon - 1])..<polygonEnds[polygon]
  }

  /// Adds a position to the open ring unless it repeats the one before.
  mutating func append(x newX: Double, y newY: Double) {
    let start = ringEnds.last ?? 0
    if x.count > start, x[x.count - 1] == newX, y[y.count - 1] == newY { return }
    x.append(newX)
    y.append(newY)
  }

  /// Reserves memory for so many positions.
  mutating func reserve(_ count: Int) {
    x.reserveCapacity(count)
    y.reserveCapacity(count)
  }

  /// Adds a closed ring of at least four positions, none equal to the one before.
  mutating func append(closed ring: UnsafeBufferPointer<SIMD2<Double>>, isBackward: Bool, isHole hole: Bool) {
    let start = x.count
    x.append(contentsOf: repeatElement(0, count: ring.count))
    y.append(contentsOf: repeatElement(0, count: ring.count))
    // A loop over memory of a known size: a lazy map would be asked for each number.
    x.withUnsafeMutableBufferPointer { x in
      y.withUnsafeMutableBufferPointer { y in
        for index in 0..<ring.count {
          let position = ring[isBackward ? ring.count - 1 - index : index]
          (x[start + index], y[start + index]) = (position.x, position.y)
        }
      }
    }
    ringEnds.append(x.count)
    isHole.append(hole)
  }

  /// Adds some positions of another geometry to the open ring; the first only if it does not repeat the one before.
  mutating func append(_ positions: Range<Int>, of other: ClipGeometry) {
    guard let first = positions.first else { return }
    append(x: other.x[first], y: other.y[first])
    x.append(contentsOf: other.x[positions.dropFirst()])
    y.append(contentsOf: other.y[positions.dropFirst()])
  }

  /// Ends the open ring, or drops it if it has too few positions: fewer than four for a polygon, two for a line.
  mutating func endRing(isHole hole: Bool) {
    let start = ringEnds.last ?? 0
    guard x.count - start >= (kind == .polygons ? 4 : 2) else {
      x.removeSubrange(start...)
      y.removeSubrange(start...)
      return
    }
    ringEnds.append(x.count)
    isHole.append(hole)
  }

  /// Ends the open polygon, or drops it if it has no ring.
  mutating func endPolygon() {
    if ringEnds.count > (polygonEnds.last ?? 0) { polygonEnds.append(ringEnds.count) }
  }

  /// Adds a whole ring of another geometry.
  mutating func append(ring: Int, of other: ClipGeometry) {
    let positions = other.positions(ofRing: ring)
    x.append(contentsOf: other.x[positions])
    y.append(contentsOf: other.y[positions])
    ringEnds.append(x.count)
    isHole.append(kind == .polygons && other.isHole[ring])
  }

  /// Adds all rings of another geometry, polygon by polygon.
  mutating func append(_ other: ClipGeometry) {
    for ring in other.ringEnds.indices where kind == .lines { append(ring: ring, of: other) }
    for polygon in other.polygonEnds.indices {
      for ring in other.rings(ofPolygon: polygon) { append(ring: ring, of: other) }
      endPolygon()
    }
  }
}
