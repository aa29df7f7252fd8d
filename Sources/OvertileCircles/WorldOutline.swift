import MapMath

/// Makes polygons of the world grid from the boundary of a disc, cutting it at the antimeridian.
///
/// The boundary runs with the inside on its right. Cut at the meridian, it falls into lines that begin and end on the
/// square's perimeter; each line's end is joined to the next line's start clockwise along the perimeter. So circles
/// around poles, across the meridian and around nearly all of the world need no cases of their own.
struct WorldOutline {
  private static let side = WorldGrid.side

  /// A line of whole grid units inside the square.
  struct Line {
    var x: [Double] = []
    var y: [Double] = []

    mutating func append(_ x: Double, _ y: Double) {
      if let lastX = self.x.last, lastX == x, self.y[self.y.count - 1] == y { return }
      self.x.append(x)
      self.y.append(y)
    }

    /// Whether it lies wholly on the western or the eastern side of the square.
    var isOnMeridian: Bool {
      x.allSatisfy { $0 == 0 } || x.allSatisfy { $0 == WorldOutline.side }
    }

    /// Twice the area, positive for a ring that turns clockwise on the map (y is south).
    var doubledArea: Double {
      var sum = 0.0
      for i in x.indices.dropFirst() {
        let next = i + 1 == x.count ? 0 : i + 1
        sum += (x[i] - x[0]) * (y[next] - y[0]) - (x[next] - x[0]) * (y[i] - y[0])
      }
      return sum
    }
  }

  private var lines: [Line] = []
  private var rings: [Line] = []

  /// The polygons of a disc around an x.
  static func geometry(_ boundary: RegionBoundary, centerX: Double) -> WorldGeometry {
    var outline = WorldOutline()
    switch boundary {
    case .everything: outline.rings.append(worldRing)
    case .runs(let runs):
      for path in runs.flatMap({ BoundaryPath.paths(of: $0, centerX: centerX) }) { outline.add(path) }
      outline.joinAlongPerimeter()
    }
    return outline.geometry()
  }

  private static let worldRing = Line(x: [0, side, side, 0], y: [0, 0, side, side])

  private mutating func add(_ path: BoundaryPath) {
    var parts = path.cut()
    if path.isClosed && parts.count == 1 && path.winding == 0 {
      var ring = parts[0].line
      ring.x.removeLast()
      ring.y.removeLast()
      rings.append(ring)
      return
    }
    // The beginning of a closed line continues its end, unless a cut falls between the two.
    if path.isClosed, parts.count > 1, let last = parts.last, last.cell == parts[0].cell + path.winding {
      for (x, y) in zip(parts[0].line.x, parts[0].line.y) { parts[parts.count - 1].line.append(x, y) }
      parts.removeFirst()
    }
    lines += parts.map(\.line).filter { $0.x.count > 1 && !$0.isOnMeridian }
  }

  /// The way clockwise along the perimeter from the north-western corner to a point on it.
  private static func perimeter(_ x: Double, _ y: Double) -> Double {
    if y == 0 { return x }
    if x == side { return side + y }
    return y == side ? 3 * side - x : 4 * side - y
  }

  private mutating func joinAlongPerimeter() {
    let starts = lines.map { Self.perimeter($0.x[0], $0.y[0]) }
    var isUsed = lines.map { _ in false }
    for first in lines.indices where !isUsed[first] {
      var ring = Line()
      var current = first
      repeat {
        isUsed[current] = true
        let line = lines[current]
        for (x, y) in zip(line.x, line.y) { ring.append(x, y) }
        let end = Self.perimeter(line.x[line.x.count - 1], line.y[line.y.count - 1])
        func way(_ index: Int) -> Double {
          starts[index] >= end ? starts[index] - end : starts[index] - end + 4 * Self.side
        }
        let next = lines.indices.filter { $0 == first || !isUsed[$0] }.min { way($0) < way($1) } ?? first
        Self.addCorners(from: end, way: way(next), to: &ring)
        current = next
      } while current != first
      rings.append(ring)
    }
  }

  private static func addCorners(from start: Double, way: Double, to ring: inout Line) {
    var corner = (start / side).rounded(.down) + 1
    while corner * side < start + way {
      let index = Int(corner) % 4
      ring.append(worldRing.x[index], worldRing.y[index])
      corner += 1
    }
  }

  private func geometry() -> WorldGeometry {
    var geometry = WorldGeometry(kind: .polygons)
    for ring in rings {
      let area = ring.doubledArea
      if area == 0 { continue }
      // A ring that turns the other way is the rest of the world around the disc.
      if area < 0 { Self.append(Self.worldRing, to: &geometry) }
      Self.append(ring, to: &geometry)
      geometry.endPolygon()
    }
    return geometry
  }

  private static func append(_ ring: Line, to geometry: inout WorldGeometry) {
    geometry.x += ring.x
    geometry.y += ring.y
    if ring.x[0] != ring.x[ring.x.count - 1] || ring.y[0] != ring.y[ring.y.count - 1] {
      geometry.append(x: ring.x[0], y: ring.y[0])
    }
    geometry.endRing()
  }
}
