import MapMath
import OvertileCore

/// The sizes of the parts and holes of polygons, which are left out at the zooms at which they are small.
///
/// Small is, as for a whole shape: the longer side is below a size, or the area below its square. What lies in a hole
/// is not larger than the hole in either, so it is left out wherever the hole is.
package struct PartSizes: Sendable {
  /// Per ring of all shapes: its longer side and its area, of a hole those of its part at most. The area of an exterior is
  /// without its holes. The lines of a shape are as long as all together; points are not small at all.
  private var longerSides: [Double] = []
  private var areas: [Double] = []
  /// Per shape: its first ring among those of all.
  private var firstRings: [Int] = []

  /// Prepares for shapes to be added.
  package init() {}

  /// Measures the rings of one more shape's polygons, or its lines, in grid units; points are not measured. O(n).
  package mutating func append(_ shape: WorldGeometry) {
    firstRings.append(areas.count)
    guard shape.kind == .polygons else {
      let side = shape.kind == .lines ? shape.bounds?.longerSide : nil
      longerSides += shape.ringEnds.map { _ in side ?? .infinity }
      areas += shape.ringEnds.map { _ in .infinity }
      return
    }
    for polygon in shape.polygonEnds.indices {
      let (rings, exterior) = (shape.rings(ofPolygon: polygon), areas.count)
      for ring in rings {
        let positions = shape.positions(ofRing: ring)
        longerSides.append(shape.longerSide(ofRing: ring))
        areas.append(abs(Shoelace.doubledArea(shape.x, shape.y, positions)) / 2)
        if ring != rings.lowerBound { areas[exterior] -= areas[areas.count - 1] }
      }
      for hole in areas.indices[exterior...].dropFirst() {
        longerSides[hole] = min(longerSides[hole], longerSides[exterior])
        areas[hole] = min(areas[hole], areas[exterior])
      }
    }
  }

  /// Whether a hole, or the part of an exterior, is small; a hole is if its part is. Lines are small together, points never.
  ///
  /// - Parameters:
  ///   - ring: the number of the ring or line in its shape.
  ///   - shape: the index of the shape.
  ///   - size: the size in grid units.
  @inline(__always)
  package func isSmall(_ ring: Int, ofShape shape: Int, below size: Double) -> Bool {
    let number = firstRings[shape] + ring
    return longerSides[number] < size || areas[number] < size * size
  }

  /// Whether all parts of a shape are small; a shape of lines if both sides of its rectangle are below the size; points
  /// never. O(rings).
  ///
  /// The shape itself is not needed: a million of them are far apart in memory.
  package func isSmall(_ index: Int, below size: Double) -> Bool {
    let end = index + 1 < firstRings.count ? firstRings[index + 1] : areas.count
    return (0..<end - firstRings[index]).allSatisfy { isSmall($0, ofShape: index, below: size) }
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
