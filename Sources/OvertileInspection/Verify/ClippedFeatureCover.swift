import MapMath

/// The neighbors that must also hold a clipped feature of a line or polygon, since it reaches well into them.
///
/// A neighbor's clipped feature is the same shape, clipped elsewhere and rounded on the same grid. Rounding moves each
/// position by at most 0.71 units, and parts left without length or area are dropped. So a neighbor need not hold a
/// thin clipped feature. It must hold one if the part that reaches into it, seen from here, has so much area or length
/// that rounding cannot remove it: a necessary condition.
struct ClippedFeatureCover {
  private let geometry: TileGeometry
  private let extent: Double
  private let buffer: Double

  /// Prepares the clipped feature of a tile.
  init(_ geometry: TileGeometry, extent: Int, buffer: Int) {
    self.geometry = geometry
    self.extent = Double(extent)
    self.buffer = Double(buffer)
  }

  /// The neighbors that must hold it, each once.
  func neighbors(of tile: TileID) -> [TileID] {
    let xs = (geometry.x.min() ?? 0, geometry.x.max() ?? 0)
    let ys = (geometry.y.min() ?? 0, geometry.y.max() ?? 0)
    var found: [TileID] = []
    for rows in -1...1 where near(ys, rows) {
      for columns in -1...1 where near(xs, columns) {
        guard let neighbor = tile.neighbor(east: columns, south: rows), neighbor != tile, !found.contains(neighbor),
          reaches(columns, rows)
        else { continue }
        found.append(neighbor)
      }
    }
    return found
  }

  /// Whether an interval comes near the buffered neighbor at a step.
  private func near(_ interval: (Int32, Int32), _ step: Int) -> Bool {
    let low = Double(step) * extent - buffer
    return Double(interval.1) > low && Double(interval.0) < low + extent + 2 * buffer
  }

  private func reaches(_ columns: Int, _ rows: Int) -> Bool {
    // One unit less on each side, since the edge of the cut is not on the grid.
    let west = Double(columns) * extent - buffer + 1
    let north = Double(rows) * extent - buffer + 1
    let size = extent + 2 * buffer - 2
    guard size > 0 else { return false }
    let window = Window(west: west, north: north, east: west + size, south: north + size)
    return geometry.kind == .polygons ? hasArea(in: window) : hasLength(in: window)
  }

  private func hasArea(in window: Window) -> Bool {
    var (area, length) = (0.0, 0.0)
    for part in geometry.partEnds.indices {
      let ring = window.clip(geometry.positions(ofPart: part).map { (Double(geometry.x[$0]), Double(geometry.y[$0])) })
      guard var previous = ring.last else { continue }
      for position in ring {
        area += (previous.0 * position.1 - position.0 * previous.1) / 2
        let (dx, dy) = (position.0 - previous.0, position.1 - previous.1)
        length += (dx * dx + dy * dy).squareRoot()
        previous = position
      }
    }
    return area > 2 * length + 16
  }

  private func hasLength(in window: Window) -> Bool {
    for part in geometry.partEnds.indices {
      let positions = geometry.positions(ofPart: part)
      for index in positions.dropFirst() {
        let length = window.length(
          (Double(geometry.x[index - 1]), Double(geometry.y[index - 1])),
          (Double(geometry.x[index]), Double(geometry.y[index])))
        if length >= 4 { return true }
      }
    }
    return false
  }
}

/// A rectangle in tile units.
private struct Window {
  var west: Double
  var north: Double
  var east: Double
  var south: Double

  typealias Position = (Double, Double)

  /// A ring cut to the rectangle, edge by edge (Sutherland and Hodgman); parts may be connected along its edges.
  func clip(_ ring: [Position]) -> [Position] {
    var ring = ring
    let edges: [(Position) -> Double] = [
      { $0.0 - west }, { east - $0.0 }, { $0.1 - north }, { south - $0.1 },
    ]
    for inside in edges {
      guard var previous = ring.last else { return [] }
      var result: [Position] = []
      for position in ring {
        let (before, here) = (inside(previous), inside(position))
        if (before < 0) != (here < 0) {
          let fraction = before / (before - here)
          result.append(
            (previous.0 + fraction * (position.0 - previous.0), previous.1 + fraction * (position.1 - previous.1)))
        }
        if here >= 0 { result.append(position) }
        previous = position
      }
      ring = result
    }
    return ring
  }

  /// The length of a segment's part in the rectangle (Liang and Barsky).
  func length(_ a: Position, _ b: Position) -> Double {
    var (start, end) = (0.0, 1.0)
    let (dx, dy) = (b.0 - a.0, b.1 - a.1)
    for (slope, margin) in [(-dx, a.0 - west), (dx, east - a.0), (-dy, a.1 - north), (dy, south - a.1)] {
      if slope == 0 {
        if margin < 0 { return 0 }
      } else if slope < 0 {
        start = max(start, margin / slope)
      } else {
        end = min(end, margin / slope)
      }
    }
    return start < end ? (end - start) * (dx * dx + dy * dy).squareRoot() : 0
  }
}
