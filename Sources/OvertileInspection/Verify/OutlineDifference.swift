/// Whether two polygons differ near a position by more than a tolerance can explain.
///
/// A shape may be simplified to a line without area, which is not drawn, so that what differs is up to two tolerances
/// wide. So polygons differ if three by three neighbors of a lattice, a tolerance apart, are in one and not in the other.
/// Its points are off the grid, so that none is on an outline's position.
struct OutlineDifference {
  private let one: Outline
  private let other: Outline
  /// What both tiles show.
  private let window: TileFrame

  /// The distance between two lattice points.
  private let step: Double

  /// The number of lattice points on each side of the middle.
  private static let reach = 8

  /// Prepares for two polygons in the same units.
  init(_ one: Outline, _ other: Outline, tolerance: Double, in window: TileFrame) {
    (self.one, self.other, self.window) = (one, other, window)
    step = tolerance.rounded(.up)
  }

  /// Whether there is more than a sliver near a position. O(positions).
  func isThick(near position: SIMD2<Double>) -> Bool {
    var (before, last): (UInt32, UInt32) = (0, 0)
    for row in -Self.reach...Self.reach {
      let y = position.y + Double(row) * step + 0.5
      let here = window.minY < y && y < window.maxY ? differences(position.x + 0.5, y) : 0
      let columns = before & last & here
      if columns & columns >> 1 & columns >> 2 != 0 { return true }
      (before, last) = (last, here)
    }
    return false
  }

  /// The lattice points of a row at which the polygons differ, as bits.
  private func differences(_ px: Double, _ y: Double) -> UInt32 {
    let crossings = one.crossings(y: y) + other.crossings(y: y)
    var bits: UInt32 = 0
    for column in -Self.reach...Self.reach {
      let x = px + Double(column) * step
      guard window.minX < x, x < window.maxX else { continue }
      if crossings.count(where: { $0 < x }) % 2 == 1 { bits |= 1 << UInt32(column + Self.reach) }
    }
    return bits
  }
}

extension Outline {
  /// Where segments cross a row.
  fileprivate func crossings(y row: Double) -> [Double] {
    var found: [Double] = []
    for index in indices {
      let (start, end) = (self[index], self[next(index)])
      guard (start.y > row) != (end.y > row) else { continue }
      found.append(start.x + (row - start.y) / (end.y - start.y) * (end.x - start.x))
    }
    return found
  }
}

/// The edges of what a tile shows with its buffer.
struct TileFrame {
  var minX, minY, maxX, maxY: Double

  /// Whether a position is inside, at least so far from every edge.
  @inline(__always)
  func holds(_ position: SIMD2<Double>, inset: Double) -> Bool {
    minX + inset <= position.x && position.x <= maxX - inset && minY + inset <= position.y
      && position.y <= maxY - inset
  }

  /// What both show.
  func intersection(_ other: TileFrame) -> TileFrame {
    TileFrame(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)
    )
  }
}
