import COvertileGEOS
import MapMath

/// The union of many polygons in steps that are short and can run side by side.
///
/// Polygons whose boxes meet no other box are in the union as they are. The others are cut into groups of neighbors; each
/// group is united, then groups of groups, until one is left. Groups follow from the set of polygons alone, so the result
/// does not depend on their order or on who does the steps.
///
/// ```swift
/// var tree = UnionTree(shapes)
/// while let steps = tree.steps { tree.finish(try steps.map(engine.united)) }
/// tree.result
/// ```
package struct UnionTree: Sendable {
  /// The number of shapes in a first step, and of results in a later one.
  private static let leafCount = 256
  private static let fanIn = 4

  private let alone: [WorldGeometry]
  private var parts: [WorldGeometry]
  private var groupCount = Self.leafCount

  /// Plans the union of polygons on whole grid units; other geometries are ignored. O(n log n).
  package init(_ shapes: [WorldGeometry]) {
    let polygons = shapes.filter { $0.kind == .polygons && !$0.isEmpty }.map { $0.canonical() }
    let boxes = polygons.map { $0.bounds ?? .empty }
    let tree = BoxTree(boxes)
    let isAlone = boxes.indices.map { index in tree.allSatisfy(meeting: boxes[index]) { $0 == index } }
    alone = polygons.indices.filter { isAlone[$0] }.map { polygons[$0] }
    let keys = polygons.map(Self.key)
    let order = polygons.indices.filter { !isAlone[$0] }.sorted { a, b in
      keys[a] == keys[b] ? polygons[a].precedes(polygons[b]) : keys[a] < keys[b]
    }
    parts = order.map { polygons[$0] }
  }

  /// The steps that can be done now, in any order: geometries to be united. Nil if there is nothing left to do.
  package var steps: [[WorldGeometry]]? {
    guard parts.count > 1 || groupCount == Self.leafCount && !parts.isEmpty else { return nil }
    return stride(from: 0, to: parts.count, by: groupCount).map { start in
      Array(parts[start..<min(start + groupCount, parts.count)])
    }
  }

  /// Adds the results of all steps, in their order.
  package mutating func finish(_ outcomes: [WorldGeometry]) {
    parts = outcomes
    groupCount = Self.fanIn
  }

  /// The union, in canonical form; valid once there are no steps left.
  package var result: WorldGeometry {
    var union = parts.first ?? WorldGeometry(kind: .polygons)
    if alone.isEmpty { return union }
    for polygon in alone { union.append(polygon) }
    return union.canonical()
  }

  /// The rank of a shape's first position along a curve that keeps neighbors together.
  private static func key(_ shape: WorldGeometry) -> UInt64 {
    let side = Double(1 << 16)
    let cell = { (value: Double) in UInt32(min(max(value / side, 0), side - 1)) }
    return TileID(uncheckedZ: 16, x: cell(shape.x[0]), y: cell(shape.y[0])).hilbertID
  }
}

extension GeometryEngine {
  /// The union of a step's geometries, in canonical form. Corners at which outlines cross move by less than one unit.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func united(_ step: [WorldGeometry]) throws -> WorldGeometry {
    step.count == 1 ? step[0].canonical() : try union(of: step)
  }

  /// The union of polygons on whole grid units, in canonical form: it depends on the set of shapes, not on their order.
  ///
  /// Each must be valid. Corners at which outlines cross move by less than one unit, 9.3 mm at the equator
  /// (GEOSUnaryUnionPrec_r).
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func union(of shapes: [WorldGeometry]) throws -> WorldGeometry {
    var all = WorldGeometry(kind: .polygons)
    for shape in shapes where shape.kind == .polygons { all.append(shape) }
    if all.isEmpty { return all }
    let source = try handle(of: all.canonical())
    let union = try make("GEOSUnaryUnionPrec_r") { GEOSUnaryUnionPrec_r($0, source.pointer, 1) }
    return try polygons(of: union.pointer).canonical()
  }
}

extension WorldGeometry {
  /// An order of polygons by their positions, which say how they are divided: a ring ends where it repeats its first.
  fileprivate func precedes(_ other: WorldGeometry) -> Bool {
    x == other.x ? y.lexicographicallyPrecedes(other.y) : x.lexicographicallyPrecedes(other.x)
  }
}
