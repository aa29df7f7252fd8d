import MapMath
import OvertileCore

/// The sizes of the parts and holes of polygons, which are left out at the zooms at which they are small.
///
/// Small is, as for a whole shape: the longer side is below a size, or the area below its square. What lies in a hole
/// is not larger than the hole in either, so it is left out wherever the hole is.
package struct PartSizes: Sendable {
  /// Per ring of all shapes: its longer side, and its area; the area of an exterior is without its holes.
  private var longerSides: [Double] = []
  private var areas: [Double] = []
  /// Per shape: its first ring among those of all.
  private var firstRings: [Int] = []
  /// The exteriors of all shapes, by their rings; a shape of lines has one entry for all lines together.
  private var exteriors: [Int32] = []
  /// Per shape: the end of its exteriors; a shape of points has none, and is marked.
  private var exteriorEnds: [Int32] = []
  private var arePoints: [Bool] = []

  /// Prepares for shapes to be added.
  package init() {}

  /// Measures the rings of one more shape's polygons, or its lines, in grid units; points are not measured. O(n).
  package mutating func append(_ shape: WorldGeometry) {
    firstRings.append(areas.count)
    switch shape.kind {
    case .points: break
    case .lines:
      exteriors.append(Int32(areas.count))
      longerSides.append(shape.bounds?.longerSide ?? .infinity)
      areas.append(.infinity)
    case .polygons:
      for polygon in shape.polygonEnds.indices {
        exteriors.append(Int32(areas.count))
        measure(shape.rings(ofPolygon: polygon), of: shape)
      }
    }
    exteriorEnds.append(Int32(exteriors.count))
    arePoints.append(shape.kind == .points)
  }

  private mutating func measure(_ rings: Range<Int>, of shape: WorldGeometry) {
    let exterior = areas.count
    for ring in rings {
      let positions = shape.positions(ofRing: ring)
      let area = abs(Shoelace.doubledArea(shape.x, shape.y, positions)) / 2
      longerSides.append(shape.bounds(of: positions).longerSide)
      areas.append(area)
      if ring != rings.lowerBound { areas[exterior] -= area }
    }
  }

  /// Whether a hole, or the part of an exterior, is small.
  ///
  /// - Parameters:
  ///   - ring: the number of the ring in its shape.
  ///   - shape: the index of the shape, which is one of polygons.
  ///   - size: the size in grid units.
  package func isSmall(_ ring: Int, ofShape shape: Int, below size: Double) -> Bool {
    isSmall(ring: firstRings[shape] + ring, below: size)
  }

  @inline(__always)
  private func isSmall(ring: Int, below size: Double) -> Bool {
    longerSides[ring] < size || areas[ring] < size * size
  }

  /// Whether neither a ring or line is small, nor the part in which it is a hole; lines are large together. O(log parts).
  ///
  /// - Parameters:
  ///   - ring: the number of the ring in its shape.
  ///   - shape: the index of the shape, which is not one of points.
  ///   - size: the size in grid units.
  package func isLarge(_ ring: Int, ofShape shape: Int, above size: Double) -> Bool {
    let number = firstRings[shape] + ring
    let parts = (shape == 0 ? 0 : Int(exteriorEnds[shape - 1]))..<Int(exteriorEnds[shape])
    let part = exteriors[parts].partitioningIndex { Int($0) > number } - 1
    let exterior = Int(exteriors[part])
    if isSmall(ring: exterior, below: size) { return false }
    // Only lines have no end to their area: one entry is that of all.
    return number == exterior || areas[exterior] == .infinity || !isSmall(ring: number, below: size)
  }

  /// Whether all parts of a shape are small; a shape of lines if both sides of its rectangle are below the size; points
  /// never. O(parts).
  ///
  /// The shape itself is not needed: a million of them are far apart in memory.
  package func isSmall(_ index: Int, below size: Double) -> Bool {
    if arePoints[index] { return false }
    let parts = (index == 0 ? 0 : Int(exteriorEnds[index - 1]))..<Int(exteriorEnds[index])
    return parts.allSatisfy { isSmall(ring: Int(exteriors[$0]), below: size) }
  }

  /// A shape without its small parts and holes; lines and points as they are. O(n).
  package func withoutSmall(_ index: Int, _ shape: WorldGeometry, below size: Double) -> WorldGeometry {
    guard shape.kind == .polygons,
      shape.ringEnds.indices.contains(where: { isSmall($0, ofShape: index, below: size) })
    else { return shape }
    var result = WorldGeometry(kind: .polygons)
    let isLeftOut = { (ring: Int) in isSmall(ring, ofShape: index, below: size) }
    result.appendParts(of: shape, unless: isLeftOut) { ring, result in
      result.append(shape.positions(ofRing: ring), of: shape)
    }
    return result
  }
}

extension WorldGeometry {
  /// Adds some parts of polygons, or all lines, with the positions that a closure adds for each ring.
  ///
  /// - Parameter isLeftOut: whether a hole, or a part with all its holes, is left out, by its ring or exterior.
  @inline(__always)
  mutating func appendParts(
    of source: WorldGeometry, unless isLeftOut: (Int) -> Bool, _ appendRing: (Int, inout WorldGeometry) -> Void
  ) {
    guard kind == .polygons else {
      for line in source.ringEnds.indices {
        appendRing(line, &self)
        endRing()
      }
      return
    }
    for polygon in source.polygonEnds.indices {
      let rings = source.rings(ofPolygon: polygon)
      guard !isLeftOut(rings.lowerBound) else { continue }
      for ring in rings where ring == rings.lowerBound || !isLeftOut(ring) {
        appendRing(ring, &self)
        endRing()
      }
      endPolygon()
    }
  }
}
