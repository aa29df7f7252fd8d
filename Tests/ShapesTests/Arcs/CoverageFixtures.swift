import MapMath
import TestSupport

@testable import OvertileShapes

/// Coverages for tests: polygons that share jagged borders, on whole grid units.
struct CoverageFixtures {
  /// Cells along a side, and the length of a cell's side.
  let side: Int
  let length: Double
  private var corners: [ShapeFixtures.Position] = []
  /// Per edge of the grid: its positions, from west to east or north to south; first those along rows.
  private var edges: [[ShapeFixtures.Position]] = []

  /// Makes a grid of cells whose corners and edges are off their lines by at most a quarter of a cell.
  init(_ random: inout SeededRandom, side: Int, length: Double, steps: Int) {
    (self.side, self.length) = (side, length)
    for row in 0...side {
      for column in 0...side {
        func off() -> Double { Double.random(in: -0.12...0.12, using: &random) * length }
        corners.append(
          (((Double(column) + 1) * length + off()).rounded(), ((Double(row) + 1) * length + off()).rounded()))
      }
    }
    for isDown in [false, true] {
      for row in 0...side {
        for column in 0...side {
          let a = corners[row * (side + 1) + column]
          let isLast = isDown ? row == side : column == side
          let b = isLast ? a : corners[(isDown ? row + 1 : row) * (side + 1) + (isDown ? column : column + 1)]
          edges.append([a] + Self.path(&random, a, b, steps: isLast ? 0 : steps, reach: 0.1 * length) + [b])
        }
      }
    }
  }

  /// Positions between two others, off the line between them; they may turn back along it.
  private static func path(
    _ random: inout SeededRandom, _ a: ShapeFixtures.Position, _ b: ShapeFixtures.Position, steps: Int, reach: Double
  ) -> [ShapeFixtures.Position] {
    guard steps > 0 else { return [] }
    let (dx, dy) = ((b.x - a.x) / Double(steps + 1), (b.y - a.y) / Double(steps + 1))
    let length = (dx * dx + dy * dy).squareRoot()
    return (1...steps).map { step in
      // Close to a corner the edges that meet there stay apart.
      let most = min(reach, 0.4 * length * (Double(min(step, steps + 1 - step)) - 0.5))
      let off = Double.random(in: -most...most, using: &random) / length
      let along = Double(step) + Double.random(in: -0.4...0.4, using: &random)
      return ((a.x + along * dx - off * dy).rounded(), (a.y + along * dy + off * dx).rounded())
    }
  }

  /// A cell as a ring.
  func cell(row: Int, column: Int) -> [ShapeFixtures.Position] {
    let width = side + 1
    let (across, down) = (row * width + column, width * width + row * width + column)
    let (east, south) = (edges[down + 1].dropLast(), Array(edges[across + width].reversed()).dropLast())
    let west = Array(edges[down].reversed()).dropLast()
    return edges[across].dropLast() + east + south + west
  }

  /// The cells as polygons of their own.
  var cells: [WorldGeometry] {
    (0..<side).flatMap { row in (0..<side).map { ShapeFixtures.polygons([[cell(row: row, column: $0)]]) } }
  }

  /// Shapes of cells: each cell belongs to one of some shapes at random, so that these have several polygons, holes, and
  /// polygons in holes, which also touch in corners.
  func shapes(_ random: inout SeededRandom, count: Int, _ engine: GeometryEngine) throws -> [WorldGeometry] {
    var parts = [[[ShapeFixtures.Position]]](repeating: [], count: count)
    for row in 0..<side {
      for column in 0..<side { parts[Int.random(in: 0..<count, using: &random)].append(cell(row: row, column: column)) }
    }
    return try parts.filter { !$0.isEmpty }.map { rings in
      try engine.makeValid(ShapeFixtures.polygons(rings.map { [$0] })).geometry
    }
  }
}

/// A segment whatever its direction.
struct UndirectedSegment: Hashable {
  let ax, ay, bx, by: Double

  init(_ geometry: WorldGeometry, _ index: Int) {
    let (a, b) = ((geometry.x[index], geometry.y[index]), (geometry.x[index + 1], geometry.y[index + 1]))
    let (low, high) = a < b ? (a, b) : (b, a)
    (ax, ay, bx, by) = (low.0, low.1, high.0, high.1)
  }

  var segment: SegmentContact.Segment { SegmentContact.Segment(ax: ax, ay: ay, bx: bx, by: by) }

  /// The segments of rings and lines, as often as they are there.
  static func all(_ shapes: [WorldGeometry]) -> [UndirectedSegment] {
    shapes.flatMap { shape in
      shape.ringEnds.indices.flatMap { ring in
        shape.positions(ofRing: ring).dropLast().map { UndirectedSegment(shape, $0) }
      }
    }
  }

  /// How often each is there.
  static func counts(_ shapes: [WorldGeometry]) -> [UndirectedSegment: Int] {
    all(shapes).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension SimplifiedCoverage {
  /// A shape at a level.
  func shape(
    _ index: Int, _ source: WorldGeometry, level: Int, leavingOut isLeftOut: (Int) -> Bool = { _ in false }
  ) -> WorldGeometry {
    var result = WorldGeometry(kind: source.kind)
    read(index, source, level: level, into: &result, leavingOut: isLeftOut)
    return result
  }
}
