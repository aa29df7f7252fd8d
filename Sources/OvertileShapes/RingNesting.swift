import MapMath
import OvertileSearching

/// Whether rings without a common position nest as their roles require: by a ray to the west from one position of each.
struct RingNesting {
  private let geometry: WorldGeometry
  /// Per ring: the rings around it.
  private let around: [[Int]]

  /// Keeps the rings around each ring.
  init(_ geometry: WorldGeometry, around: [[Int]]) { (self.geometry, self.around) = (geometry, around) }

  /// The cells to look into, for each position, from which a sweep is faster.
  private static let cellsPerPosition = 256

  /// Finds the rings around each; nil if there are too many. O(rings) and the segments in the rows where rings begin.
  init?(_ grid: SegmentGrid) {
    let geometry = grid.geometry
    var around: [[Int]] = []
    if geometry.ringEnds.count > 1 {
      guard geometry.ringEnds.count * grid.columns <= geometry.x.count * Self.cellsPerPosition else { return nil }
      var isInside = [Bool](repeating: false, count: geometry.ringEnds.count)
      for ring in geometry.ringEnds.indices { around.append(Self.ringsAround(ring, grid, &isInside)) }
    }
    self.init(geometry, around: around)
  }

  /// Whether every hole is right inside its exterior, and every exterior in nothing, or right inside a hole of another
  /// polygon.
  func isProper() -> Bool {
    guard geometry.ringEnds.count > 1 else { return true }
    var isHole = [Bool](repeating: true, count: geometry.ringEnds.count)
    for polygon in geometry.polygonEnds.indices { isHole[geometry.rings(ofPolygon: polygon).lowerBound] = false }
    // The innermost ring around another one is that which most rings are around.
    let parents = around.map { rings in rings.max { around[$0].count < around[$1].count } }
    return geometry.polygonEnds.indices.allSatisfy { polygon in
      let rings = geometry.rings(ofPolygon: polygon)
      return rings.allSatisfy { ring in
        if isHole[ring] { return parents[ring] == rings.lowerBound }
        return parents[ring].map { isHole[$0] } ?? true
      }
    }
  }

  /// The rings with an odd number of segments west of the first position of another one.
  private static func ringsAround(_ ring: Int, _ grid: SegmentGrid, _ isInside: inout [Bool]) -> [Int] {
    let (geometry, first) = (grid.geometry, grid.geometry.positions(ofRing: ring).lowerBound)
    let (px, py) = (geometry.x[first], geometry.y[first])
    var met: [Int] = []
    grid.forEachSegment(westOfX: px, y: py) { column, index in
      let s = SegmentContact.Segment(geometry.x, geometry.y, index)
      // In one of its cells only, the first.
      guard (s.ay > py) != (s.by > py), column == grid.column(min(s.ax, s.bx)) else { return }
      guard max(s.ax, s.bx) < px || (SegmentContact.side(s, px, py) > 0) == (s.by < s.ay) else { return }
      let other = geometry.ringEnds.partitioningIndex { $0 > index }
      isInside[other].toggle()
      met.append(other)
    }
    let found = Set(met).filter { isInside[$0] && $0 != ring }.sorted()
    for other in met { isInside[other] = false }
    return found
  }
}
