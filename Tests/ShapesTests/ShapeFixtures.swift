import MapMath
import TestSupport

@testable import OvertileShapes

/// Shapes for tests, on whole grid units.
enum ShapeFixtures {
  typealias Position = (x: Double, y: Double)

  /// Polygons from rings of positions; rings are closed here.
  static func polygons(_ polygons: [[[Position]]]) -> WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    for polygon in polygons {
      for ring in polygon {
        for position in ring + ring.prefix(1) { result.append(x: position.x, y: position.y) }
        result.endRing()
      }
      result.endPolygon()
    }
    return result
  }

  static func points(_ positions: [Position]) -> WorldGeometry {
    var result = WorldGeometry(kind: .points)
    for position in positions { result.append(x: position.x, y: position.y) }
    result.endRing()
    return result
  }

  static func lines(_ lines: [[Position]]) -> WorldGeometry {
    var result = WorldGeometry(kind: .lines)
    for line in lines {
      for position in line { result.append(x: position.x, y: position.y) }
      result.endRing()
    }
    return result
  }

  static func rectangle(_ west: Double, _ north: Double, _ east: Double, _ south: Double) -> [Position] {
    [(west, north), (east, north), (east, south), (west, south)]
  }

  /// A ring around a center, with random radii between a fraction and the whole of a radius: simple, and jagged.
  static func star(
    _ random: inout SeededRandom, x: Double, y: Double, radius: Double, count: Int, innerShare: Double = 0.2
  ) -> [Position] {
    (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      let reach = radius * Double.random(in: innerShare...1, using: &random)
      return ((x + reach * cosine(angle)).rounded(), (y + reach * cosine(angle - .pi / 2)).rounded())
    }
  }

  /// A band that winds inwards: many passes through the same tiles.
  static func spiral(x: Double, y: Double, radius: Double, turns: Int, count: Int) -> [Position] {
    func arm(_ offset: Double) -> [Position] {
      (0...count).map { index in
        let share = Double(index) / Double(count)
        let angle = share * Double(turns) * 2 * .pi
        let reach = radius * (1 - 0.8 * share) + offset
        return ((x + reach * cosine(angle)).rounded(), (y + reach * cosine(angle - .pi / 2)).rounded())
      }
    }
    return arm(0) + arm(-radius * 0.3 / Double(turns)).reversed()
  }

  /// A star with a star-shaped hole, and sometimes a second polygon inside the hole.
  static func nested(_ random: inout SeededRandom, x: Double, y: Double, radius: Double) -> WorldGeometry {
    let shell = star(&random, x: x, y: y, radius: radius, count: 24, innerShare: 0.7)
    let hole = star(&random, x: x, y: y, radius: radius * 0.6, count: 16, innerShare: 0.7)
    let island = star(&random, x: x, y: y, radius: radius * 0.35, count: 9, innerShare: 0.5)
    return polygons(Bool.random(using: &random) ? [[shell, hole], [island]] : [[shell, hole]])
  }

  /// Any of the shapes above, valid, somewhere in the world, of a size between a thousandth of a side and a quarter.
  static func anyValid(_ random: inout SeededRandom) -> WorldGeometry {
    let side = WorldGrid.side
    let radius = side / 4 * Double.random(in: 0.004...1, using: &random)
    let x = Double.random(in: radius...(side - radius), using: &random).rounded()
    let y = Double.random(in: radius...(side - radius), using: &random).rounded()
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return polygons([[star(&random, x: x, y: y, radius: radius, count: 40, innerShare: 0.05)]])
    case 1: return polygons([[spiral(x: x, y: y, radius: radius, turns: 5, count: 150)]])
    case 2: return nested(&random, x: x, y: y, radius: radius)
    default: return polygons([[star(&random, x: x, y: y, radius: radius, count: 7)]])
    }
  }
}

extension WorldGeometry {
  /// Whether a point is in the polygons, by counting the crossings of all rings.
  func holds(_ px: Double, _ py: Double) -> Bool {
    var isInside = false
    for ring in ringEnds.indices {
      for index in positions(ofRing: ring).dropLast() {
        let (ax, ay, bx, by) = (x[index], y[index], x[index + 1], y[index + 1])
        if (ay > py) != (by > py), px < ax + (py - ay) / (by - ay) * (bx - ax) { isInside.toggle() }
      }
    }
    return isInside
  }

  /// The polygons as nested arrays, for the oracle.
  var nestedArrays: [[[[Double]]]] {
    polygonEnds.indices.map { polygon in
      rings(ofPolygon: polygon).map { ring in positions(ofRing: ring).map { [x[$0], y[$0]] } }
    }
  }
}

extension TileGeometry {
  /// The polygons of a tile with closed rings, grouped by winding: a positive ring starts a polygon.
  var worldPolygons: WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    for part in partEnds.indices {
      let positions = positions(ofPart: part)
      if part > 0, doubledArea(part) > 0 { result.endPolygon() }
      for index in positions { result.append(x: Double(x[index]), y: Double(y[index])) }
      result.append(x: Double(x[positions.lowerBound]), y: Double(y[positions.lowerBound]))
      result.endRing()
    }
    if !isEmpty { result.endPolygon() }
    return result
  }

  /// Twice the shoelace area of a part: positive for exteriors.
  func doubledArea(_ part: Int) -> Int {
    let positions = positions(ofPart: part)
    var sum = 0
    for index in positions {
      let next = index + 1 == positions.upperBound ? positions.lowerBound : index + 1
      sum += Int(x[index]) * Int(y[next]) - Int(x[next]) * Int(y[index])
    }
    return sum
  }

  /// The area of all polygons.
  var area: Double { partEnds.indices.reduce(0) { $0 + Double(doubledArea($1)) } / 2 }

  /// The fault of this geometry by the rules of vector tiles, or nil.
  func flaw(_ engine: GeometryEngine, extent: Int, buffer: Int) throws -> String? {
    let range = Int32(-buffer - 1)...Int32(extent + buffer + 1)
    if isEmpty { return "empty" }
    if !x.allSatisfy(range.contains) || !y.allSatisfy(range.contains) { return "outside its tile" }
    for part in partEnds.indices {
      let positions = positions(ofPart: part)
      let fewest = kind == .polygons ? 3 : kind == .lines ? 2 : 1
      if positions.count < fewest { return "a part has too few positions" }
      if kind == .points { continue }
      for (a, b) in zip(positions, positions.dropFirst()) where x[a] == x[b] && y[a] == y[b] {
        return "a position is repeated"
      }
      if kind == .polygons, doubledArea(part) == 0 { return "a ring has no area" }
      if kind == .polygons, part == 0, doubledArea(part) < 0 { return "the first ring is a hole" }
    }
    if kind == .polygons, !(try engine.isValid(worldPolygons)) { return "not valid" }
    return nil
  }
}

/// cosine without Foundation's overloads: enough for fixtures, the same on every machine.
func cosine(_ angle: Double) -> Double {
  var reduced = angle.remainder(dividingBy: 2 * .pi)
  if reduced < 0 { reduced = -reduced }
  let flips = reduced > .pi / 2
  if flips { reduced = .pi - reduced }
  let square = reduced * reduced
  let series =
    1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90 * (1 - square / 132)))))
  return flips ? -series : series
}

extension OrderedShapes {
  /// Shapes in their own order, in columns that have them the other way around.
  convenience init(_ shapes: [WorldGeometry]) {
    var columns = ShapeColumns()
    for shape in shapes.reversed() { columns.append(shape) }
    self.init(columns, order: (0..<UInt32(shapes.count)).reversed())
  }
}

extension WorldGeometry {
  /// Whether the quick test finds polygons valid.
  func isStrictlySimple() -> Bool { isPlainlyValid == true }
}

/// A valid shape, and the changes that made it so.
struct ValidShape: Equatable {
  var geometry: WorldGeometry
  /// Whether anything but the winding of rings and repeated positions has changed.
  var isRepaired: Bool
  /// The number of rings without area and lines without length that were left out.
  var droppedParts: Int
}

extension GeometryEngine {
  /// Examines and repairs a shape.
  func makeValid(_ geometry: WorldGeometry, within budget: ShapeBudget = .unlimited) throws -> ValidShape {
    let examined = try examine(geometry, within: budget)
    return ValidShape(
      geometry: examined.isValid ? examined.shape : try repair(examined, within: budget),
      isRepaired: examined.needsRepair,
      droppedParts: examined.cleaned.dropped)
  }
}
