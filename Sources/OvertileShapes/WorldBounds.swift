import MapMath

/// A rectangle in world grid units, closed on all sides.
package struct WorldBounds: Sendable, Hashable {
  /// The western edge.
  package var minX: Double
  /// The northern edge.
  package var minY: Double
  /// The eastern edge.
  package var maxX: Double
  /// The southern edge.
  package var maxY: Double

  /// Makes a rectangle.
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// The empty rectangle, which grows with any other.
  package static let empty = WorldBounds(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// The longer side, in grid units.
  package var longerSide: Double { max(maxX - minX, maxY - minY) }

  /// The middle, to the whole unit: the point that replaces a shape smaller than a pixel.
  package var center: WorldPoint { WorldPoint(nearestX: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// Whether two rectangles have a common position.
  @inline(__always)
  func meets(_ other: WorldBounds) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether a position is in the rectangle.
  @inline(__always)
  func contains(x: Double, y: Double) -> Bool { minX <= x && x <= maxX && minY <= y && y <= maxY }

  /// Grows to hold another rectangle, too.
  @inline(__always)
  package mutating func extend(to other: WorldBounds) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }

  /// Grows to hold a position, too.
  @inline(__always)
  mutating func extend(toX x: Double, y: Double) {
    minX = min(minX, x)
    maxX = max(maxX, x)
    minY = min(minY, y)
    maxY = max(maxY, y)
  }

  /// This rectangle with a margin on all sides.
  @inline(__always)
  func grown(by margin: Double) -> WorldBounds {
    WorldBounds(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }
}

extension WorldGeometry {
  /// The polygon of a rectangle.
  package init(west: Double, north: Double, east: Double, south: Double) {
    self.init(kind: .polygons)
    (x, y) = ([west, east, east, west, west], [north, north, south, south, north])
    endRing()
    endPolygon()
  }

  /// The longer side of the rectangle around a ring or line.
  package func longerSide(ofRing ring: Int) -> Double { bounds(of: positions(ofRing: ring)).longerSide }

  /// The smallest rectangle around all positions, or nil if there are none. O(n).
  package var bounds: WorldBounds? { isEmpty ? nil : bounds(of: x.indices) }

  /// The smallest rectangle around some positions; the empty one around none. O(n).
  package func bounds(of positions: Range<Int>) -> WorldBounds {
    withColumns { x, y in
      var least = SIMD2(repeating: Double.infinity)
      var greatest = -least
      for index in positions {
        let position = SIMD2(x[index], y[index])
        least.replace(with: position, where: position .< least)
        greatest.replace(with: position, where: position .> greatest)
      }
      return WorldBounds(minX: least.x, minY: least.y, maxX: greatest.x, maxY: greatest.y)
    }
  }
}

extension WorldPoint {
  /// The grid point nearest to unwrapped grid units: x wraps at 2^32, y is clamped into the grid.
  init(nearestX x: Double, y: Double) {
    let wholeY = min(max((y + 0.5).rounded(.down), 0), WorldGrid.side - 1)
    self.init(x: UInt32(truncatingIfNeeded: Int64((x + 0.5).rounded(.down))), y: UInt32(wholeY))
  }
}
