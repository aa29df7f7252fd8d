import MapMath

/// The smallest rectangle around a geometry, in world grid units, closed on all sides.
package struct WorldExtent: Sendable, Hashable {
  /// The western edge.
  package var minX: Double
  /// The northern edge.
  package var minY: Double
  /// The eastern edge.
  package var maxX: Double
  /// The southern edge.
  package var maxY: Double

  /// The longer side, in grid units.
  package var longerSide: Double { max(maxX - minX, maxY - minY) }

  /// The smallest rectangle around this one and another.
  package func union(_ other: WorldExtent) -> WorldExtent {
    WorldExtent(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The middle, to the whole unit: the point that replaces a shape smaller than a pixel.
  package var center: WorldPoint { WorldPoint(nearestX: (minX + maxX) / 2, y: (minY + maxY) / 2) }
}

extension WorldGeometry {
  /// The smallest rectangle around all positions, or nil if there are none. O(n).
  package var extent: WorldExtent? {
    ClipGeometry.extent(x, y)
  }

  /// The area of polygons in square grid units, minus the holes; 0 for lines and points. O(n).
  package var area: Double {
    guard kind == .polygons else { return 0 }
    var sum = 0.0
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      for ring in rings {
        let ringArea = abs(Shoelace.doubledArea(x, y, positions(ofRing: ring))) / 2
        sum += ring == rings.lowerBound ? ringArea : -ringArea
      }
    }
    return sum
  }

  /// The length of lines, or of the rings of polygons, in grid units; 0 for points. O(n).
  package var length: Double {
    guard kind != .points else { return 0 }
    var sum = 0.0
    for ring in ringEnds.indices {
      for index in positions(ofRing: ring).dropFirst() {
        let (dx, dy) = (x[index] - x[index - 1], y[index] - y[index - 1])
        sum += (dx * dx + dy * dy).squareRoot()
      }
    }
    return sum
  }

  /// Whether this is smaller than a size in pixels at a zoom: a polygon if its area is below the square of the size, a
  /// line if both sides of its rectangle are below the size; points never. O(n).
  ///
  /// - Parameters:
  ///   - pixels: the size in pixels, 0 or more.
  ///   - zoom: 0...31.
  ///   - tileSize: the side of a tile in pixels, such as 512.
  package func isSmaller(thanPixels pixels: Double, zoom: Int, tileSize: Double) -> Bool {
    guard kind != .points, let extent else { return false }
    let size = pixels * Double(WorldGrid.tileSide(zoom: zoom)) / tileSize
    if kind == .lines { return extent.longerSide < size }
    return extent.longerSide < size || area < size * size
  }
}

extension ClipGeometry {
  /// The smallest rectangle around positions, or nil if there are none. O(n).
  static func extent(_ x: [Double], _ y: [Double]) -> WorldExtent? {
    guard let horizontal = limits(x), let vertical = limits(y) else { return nil }
    return WorldExtent(minX: horizontal.least, minY: vertical.least, maxX: horizontal.greatest, maxY: vertical.greatest)
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
