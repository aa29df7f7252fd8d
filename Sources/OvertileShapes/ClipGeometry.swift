import MapMath

/// The geometry during clipping: lines, or polygons whose rings know their role but are in any order.
///
/// Rings are closed. Exteriors have a positive shoelace sum in these coordinates and holes a negative one, so the inside
/// lies on the same side of every ring: linking cut rings along a clip line relies on that.
struct ClipGeometry {
  /// The lines or rings.
  private(set) var shape: WorldGeometry
  /// Per ring: whether it is a hole.
  private(set) var isHole: [Bool] = []

  init(kind: WorldGeometry.Kind) { shape = WorldGeometry(kind: kind) }

  /// The clip geometry of a whole geometry; rings with the wrong winding are reversed.
  init(_ geometry: WorldGeometry) {
    shape = geometry
    shape.wind()
    isHole = shape.areHoles
  }

  var kind: WorldGeometry.Kind { shape.kind }

  /// Adds a position to the open ring unless it repeats the one before.
  mutating func append(x newX: Double, y newY: Double) {
    let (start, count) = (shape.ringEnds.last ?? 0, shape.x.count)
    if count > start, shape.x[count - 1] == newX, shape.y[count - 1] == newY { return }
    shape.append(x: newX, y: newY)
  }

  /// Reserves memory for so many positions.
  mutating func reserve(_ count: Int) {
    shape.x.reserveCapacity(count)
    shape.y.reserveCapacity(count)
  }

  /// Adds some positions of another geometry to the open ring; the first only if it does not repeat the one before.
  mutating func append(_ positions: Range<Int>, of other: WorldGeometry) {
    guard let first = positions.first else { return }
    append(x: other.x[first], y: other.y[first])
    shape.append(positions.dropFirst(), of: other)
  }

  /// Ends the open ring, or drops it if it has too few positions: fewer than four for a polygon, two for a line.
  mutating func endRing(isHole hole: Bool) {
    let start = shape.ringEnds.last ?? 0
    guard shape.x.count - start >= (kind == .polygons ? 4 : 2) else { return shape.truncate(to: start) }
    shape.endRing()
    isHole.append(hole)
  }

  /// Ends the open polygon, or drops it if it has no ring.
  mutating func endPolygon() {
    if shape.hasOpenPolygon { shape.endPolygon() }
  }

  /// Adds a whole ring of another geometry.
  mutating func append(ring: Int, of other: ClipGeometry) {
    shape.append(other.shape.positions(ofRing: ring), of: other.shape)
    shape.endRing()
    isHole.append(other.isHole[ring])
  }

  /// Adds all rings of another geometry, polygon by polygon.
  mutating func append(_ other: ClipGeometry) {
    shape.append(other.shape)
    isHole += other.isHole
  }
}

/// From world grid units to those of a tile.
extension ClipGeometry {
  /// This geometry in whole tile units of the tile at a column and row.
  ///
  /// Removes repeated positions, the spikes of rings (out and back along one line), lines without length and rings
  /// without area. Rings keep their roles. O(n).
  func quantized(_ cut: TileCut, column: Int, row: Int) -> ClipGeometry {
    var result = ClipGeometry(kind: kind)
    let grid = TileUnits(cut, west: Double(column) * cut.tileSide, north: Double(row) * cut.tileSide)
    if kind == .lines {
      for line in shape.ringEnds.indices {
        for index in shape.positions(ofRing: line) {
          let position = grid.position(shape.x[index], shape.y[index])
          result.append(x: position.x, y: position.y)
        }
        result.endRing(isHole: false)
      }
      return result
    }
    result.reserve(shape.x.count)
    var ring = SpikelessRing()
    shape.withColumns { x, y in
      for polygon in shape.polygonEnds.indices {
        for member in shape.rings(ofPolygon: polygon) {
          let positions = shape.positions(ofRing: member).dropLast()
          ring.begin(positions.count)
          for index in positions { ring.append(grid.position(x[index], y[index])) }
          ring.close()
          ring.withPositions { result.append($0, isHole: isHole[member]) }
        }
        result.endPolygon()
      }
    }
    return result
  }

  /// Adds a closed ring without repeated positions in the winding of its role, which rounding may have turned over; nothing
  /// if it has no area.
  private mutating func append(_ ring: UnsafeBufferPointer<SIMD2<Double>>, isHole hole: Bool) {
    let area = ring.doubledArea
    guard area != 0 else { return }
    let isBackward = (area < 0) != hole
    for index in ring.indices {
      let position = ring[isBackward ? ring.count - 1 - index : index]
      shape.append(x: position.x, y: position.y)
    }
    shape.endRing()
    isHole.append(hole)
  }
}

/// From rings in any order back to polygons, each an exterior and its holes.
extension ClipGeometry {
  /// The geometry of this geometry. A hole goes to the exterior around it, within its own polygon. O(n); if a polygon
  /// has fallen apart, O(n log n) and the segments that rays from its holes meet.
  func geometry() -> WorldGeometry { grouped().shape }

  /// The same rings, in polygons of one exterior each, which its holes follow.
  ///
  /// Before rounding holes are inside their exterior, or touch it in positions; rounding can move them out of it, and
  /// into another one.
  func grouped() -> ClipGeometry {
    if kind != .polygons || isInOrder { return self }
    var result = ClipGeometry(kind: kind)
    result.reserve(shape.x.count)
    lazy var locator = RingLocator(SegmentRuns(shape))
    for polygon in shape.polygonEnds.indices {
      let rings = shape.rings(ofPolygon: polygon)
      let exteriors = rings.filter { !isHole[$0] }
      let holes = holes(of: exteriors, in: rings, locator)
      for exterior in exteriors {
        result.append(ring: exterior, of: self)
        for hole in holes[exterior] ?? [] { result.append(ring: hole, of: self) }
        result.endPolygon()
      }
    }
    return result
  }

  /// Whether every polygon is one exterior, followed by its holes.
  private var isInOrder: Bool {
    shape.polygonEnds.indices.allSatisfy { polygon in
      let rings = shape.rings(ofPolygon: polygon)
      return !isHole[rings.lowerBound] && rings.dropFirst().allSatisfy { isHole[$0] }
    }
  }

  /// The holes of each exterior, in their order. A hole without an exterior around it goes to the first.
  private func holes(
    of exteriors: [Int], in rings: Range<Int>, _ locator: @autoclosure () -> RingLocator
  ) -> [Int: [Int]] {
    let holes = rings.filter { isHole[$0] }
    guard let first = exteriors.first, exteriors.count > 1, !holes.isEmpty else {
      return exteriors.first.map { [$0: holes] } ?? [:]
    }
    let (locator, candidates) = (locator(), Set(exteriors))
    return Dictionary(grouping: holes) { owner(ofHole: $0, among: candidates, locator) ?? first }
  }

  /// The votes by which an exterior must lead.
  private static let lead = 3

  /// The exterior around most of a hole's positions and middles of segments, until one leads clearly.
  ///
  /// A hole can touch its exterior, and others, in some positions; where an edge of a tile has cut the segment that it
  /// touches, these are on either side of it.
  private func owner(ofHole hole: Int, among exteriors: Set<Int>, _ locator: RingLocator) -> Int? {
    let (x, y) = (shape.x, shape.y)
    var votes: [Int: Int] = [:]
    for index in shape.positions(ofRing: hole).dropLast() {
      let middle = ((x[index] + x[index + 1]) / 2, (y[index] + y[index + 1]) / 2)
      for (px, py) in [middle, (x[index], y[index])] {
        for ring in locator.rings(roundX: px, y: py).inside where exteriors.contains(ring) {
          votes[ring, default: 0] += 1
        }
      }
      let counts = votes.values.sorted(by: >)
      if (counts.first ?? 0) - (counts.count > 1 ? counts[1] : 0) >= Self.lead { break }
    }
    return votes.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }
}
