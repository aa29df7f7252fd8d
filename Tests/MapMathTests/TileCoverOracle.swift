import MapMath
import TestSupport

/// Random rings on a lattice of sixteenths of tiles of a zoom, and the tiles that they reach, found one by one.
struct Plan {
  let zoom: Int
  let fine = 16
  var across: Int { 1 << zoom }

  typealias Corner = (x: Int, y: Int)

  /// A ring; half of its corners lie on edges of tiles, and some corners share a row or column with the one before.
  func ring(corners: Int, _ random: inout SeededRandom) -> [Corner] {
    let reach = fine * across
    var ring: [Corner] = []
    for _ in 0..<corners {
      var x = Int.random(in: -reach...2 * reach, using: &random)
      var y = Int.random(in: -fine...reach + fine, using: &random)
      if Bool.random(using: &random) { x = x / fine * fine }
      if Bool.random(using: &random) { y = y / fine * fine }
      if let last = ring.last, Int.random(in: 0..<4, using: &random) == 0 { x = last.x }
      if let last = ring.last, Int.random(in: 0..<4, using: &random) == 0 { y = last.y }
      ring.append((x, y))
    }
    return ring
  }

  func mapPoints(_ ring: [Corner]) -> [MapPoint] {
    let unit = 0x1p28 / Double(across * fine)
    return ring.map { MapPoint(x: Double($0.x) * unit, y: Double($0.y) * unit) }
  }

  func bruteForce(_ rings: [[Corner]]) -> Set<TileID> {
    var tiles: Set<TileID> = []
    for column in -across..<2 * across {
      for row in 0..<across where isReached(column: column, row: row, by: rings) {
        if let tile = TileID(z: zoom, x: (column + across) % across, y: row) { tiles.insert(tile) }
      }
    }
    return tiles
  }

  private func isReached(column: Int, row: Int, by rings: [[Corner]]) -> Bool {
    let (west, north) = (column * fine, row * fine)
    var isInside = false
    for ring in rings {
      for (i, b) in ring.enumerated() {
        let a = ring[i == 0 ? ring.count - 1 : i - 1]
        if hasPointInside(a, b, west: west, north: north) { return true }
        if isEastOf((west + fine / 2, north + fine / 2), a, b) { isInside.toggle() }
      }
    }
    return isInside
  }

  /// Whether a side meets the square without its edges: no axis and no normal of the side separates them.
  private func hasPointInside(_ a: Corner, _ b: Corner, west: Int, north: Int) -> Bool {
    let (east, south) = (west + fine, north + fine)
    guard max(a.x, b.x) > west, min(a.x, b.x) < east, max(a.y, b.y) > north, min(a.y, b.y) < south else { return false }
    if a == b { return true }
    let turns = [(west, north), (east, north), (west, south), (east, south)].map { corner in
      (b.x - a.x) * (corner.1 - a.y) - (b.y - a.y) * (corner.0 - a.x)
    }
    return turns.contains { $0 > 0 } && turns.contains { $0 < 0 }
  }

  /// Whether the ray eastward from a point crosses a side, the northern end included and the southern one not.
  private func isEastOf(_ point: Corner, _ a: Corner, _ b: Corner) -> Bool {
    let (top, bottom) = a.y <= b.y ? (a, b) : (b, a)
    guard top.y <= point.y, point.y < bottom.y else { return false }
    return (bottom.x - top.x) * (point.y - top.y) > (point.x - top.x) * (bottom.y - top.y)
  }
}

/// The corners of the convex hull, without those on its sides.
func convexHull(_ points: [Plan.Corner]) -> [Plan.Corner] {
  let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  func chain(_ points: [Plan.Corner]) -> [Plan.Corner] {
    var hull: [Plan.Corner] = []
    for p in points {
      while hull.count > 1 {
        let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
        if (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0 { break }
        hull.removeLast()
      }
      hull.append(p)
    }
    return hull.dropLast()
  }
  return chain(sorted) + chain(sorted.reversed())
}
