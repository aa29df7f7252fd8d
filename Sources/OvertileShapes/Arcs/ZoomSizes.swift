import MapMath
import OvertileCore

/// The zooms at which shapes, and the parts and holes of polygons, are too small to be drawn.
///
/// Small is: the longer side is below a size, or the area below its square. Lines are small together, if both sides of their
/// rectangle are below the size; points never. What lies in a hole is not larger than the hole in either, so it is left out
/// wherever the hole is.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
package final class ZoomSizes: Sendable {
  /// Per shape: the first zoom at which it is not too small, or `never`.
  private let firstZooms: [UInt8]
  /// Per ring and line of the shapes, in the order of the columns: the same; for a hole not before that of its part.
  private let ringZooms: [UInt8]
  /// Per shape of the columns: its first ring among those.
  private let firstRings: [Int]
  private let shapes: OrderedShapes

  private static let never = 32

  /// Measures shapes as they lie in memory. O(n).
  ///
  /// - Parameters:
  ///   - pixels: the size in pixels, 0 or more.
  ///   - tilePixels: the side of a tile in pixels, such as 512.
  ///   - byParts: whether parts and holes of polygons are left out by themselves, and a shape when all of its parts are;
  ///     otherwise only whole shapes are.
  package init(_ shapes: OrderedShapes, smallerThanPixels pixels: Double, tilePixels: Double, byParts: Bool) {
    let limits = (0..<Self.never).map { pixels * Double(WorldGrid.tileSide(zoom: $0)) / tilePixels }
    func firstZoom(side: Double, area: Double) -> UInt8 {
      UInt8(limits.partitioningIndex { side >= $0 && area >= $0 * $0 })
    }
    var (zooms, ringZooms, firstRings): ([UInt8], [UInt8], [Int]) = ([], [], [])
    shapes.visitColumns { shape in
      firstRings.append(ringZooms.count)
      guard byParts, shape.kind == .polygons else {
        let side = shape.kind == .points ? nil : shape.bounds?.longerSide
        let zoom = firstZoom(side: side ?? .infinity, area: shape.kind == .polygons ? shape.area : .infinity)
        zooms.append(zoom)
        ringZooms += repeatElement(zoom, count: shape.ringEnds.count)
        return
      }
      var first = UInt8(Self.never)
      for polygon in shape.polygonEnds.indices {
        let rings = shape.rings(ofPolygon: polygon)
        let (exterior, holes) = (rings.lowerBound, rings.dropFirst())
        let area = holes.reduce(shape.area(ofRing: exterior)) { $0 - shape.area(ofRing: $1) }
        let zoom = firstZoom(side: shape.longerSide(ofRing: exterior), area: area)
        ringZooms.append(zoom)
        for hole in holes {
          let own = firstZoom(side: shape.longerSide(ofRing: hole), area: shape.area(ofRing: hole))
          ringZooms.append(max(zoom, own))
        }
        first = min(first, zoom)
      }
      zooms.append(first)
    }
    (self.shapes, self.ringZooms, self.firstRings) = (shapes, ringZooms, firstRings)
    firstZooms = (0..<shapes.count).map { zooms[shapes.columnIndex($0)] }
  }

  /// Whether a shape is too small.
  package func isSmall(_ index: Int, zoom: Int) -> Bool { zoom < Int(firstZooms[index]) }

  /// Whether a line, a hole, or the part of an exterior is too small; a hole is if its part is.
  ///
  /// - Parameters:
  ///   - ring: the number of the ring or line in its shape.
  ///   - index: the index of the shape.
  package func isSmall(ring: Int, of index: Int, zoom: Int) -> Bool {
    isSmall(index, zoom: zoom) || zoom < Int(ringZooms[firstRings[shapes.columnIndex(index)] + ring])
  }

  /// A shape without parts and holes that are too small; lines and points as they are. O(n).
  package func large(_ index: Int, _ shape: WorldGeometry, zoom: Int) -> WorldGeometry {
    let isLeftOut = { [self] (ring: Int) in isSmall(ring: ring, of: index, zoom: zoom) }
    guard shape.kind == .polygons, shape.ringEnds.indices.contains(where: isLeftOut) else { return shape }
    var result = WorldGeometry(kind: .polygons)
    result.appendParts(of: shape, unless: isLeftOut) { ring, result in
      result.append(shape.positions(ofRing: ring), of: shape)
    }
    return result
  }
}
