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

  /// The smallest rectangle around some positions; the empty one around none. O(n).
  func bounds<Positions: Sequence<Int>>(of positions: Positions) -> WorldBounds {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        positions.reduce(into: .empty) { $0.extend(toX: x[$1], y: y[$1]) }
      }
    }
  }
}

extension WorldBounds {
  /// The smallest rectangle around positions, or nil if there are none. O(n).
  init?(_ x: [Double], _ y: [Double]) {
    guard let horizontal = Self.limits(x), let vertical = Self.limits(y) else { return nil }
    self.init(minX: horizontal.least, minY: vertical.least, maxX: horizontal.greatest, maxY: vertical.greatest)
  }

  /// The least and the greatest of some numbers, or nil if there are none.
  ///
  /// Four at a time, since each comparison waits for the one before.
  private static func limits(_ values: [Double]) -> (least: Double, greatest: Double)? {
    values.withUnsafeBufferPointer { values in
      guard let first = values.first else { return nil }
      var (least, greatest) = (SIMD4(repeating: first), SIMD4(repeating: first))
      var index = 0
      while index + 4 <= values.count {
        let next = SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
        least.replace(with: next, where: next .< least)
        greatest.replace(with: next, where: next .> greatest)
        index += 4
      }
      for value in values[index...] {
        least[0] = Swift.min(least[0], value)
        greatest[0] = Swift.max(greatest[0], value)
      }
      return (least.min(), greatest.max())
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
