import MapMath
import OvertileConfiguration
import OvertileShapes

/// Which shapes, parts and holes of a layer that is simplified together are too small for a zoom.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
final class ZoomSizes: Sendable {
  /// The sizes of the shapes, in the order of their columns.
  private let sizes: PartSizes
  private let shapes: LayerShapes
  private let pixels: Double
  /// Per shape: the first zoom at which a part of it is not too small, or `never`.
  private let firstZooms: [UInt8]

  private static let never: UInt8 = 32

  /// Measures the polygons of a layer as they lie in memory. O(n).
  init(_ shapes: LayerShapes, _ options: ShapeLayer) {
    var sizes = PartSizes()
    shapes.visitColumns { sizes.append($0) }
    (self.sizes, pixels, self.shapes) = (sizes, options.smallerThanPixels, shapes)
    let zooms = Self.firstZooms(sizes, count: shapes.columns.count, pixels)
    firstZooms = (0..<shapes.count).map { zooms[shapes.columnIndex($0)] }
  }

  /// The first zooms of shapes: one that is not too small at a zoom is not at any later one.
  private static func firstZooms(_ sizes: PartSizes, count: Int, _ pixels: Double) -> [UInt8] {
    let limits = (0..<Int(never)).map { size($0, pixels) }
    var zoom = 0
    // Most are like the one before.
    return (0..<count).map { index in
      while zoom < limits.count, sizes.isSmall(index, below: limits[zoom]) { zoom += 1 }
      while zoom > 0, !sizes.isSmall(index, below: limits[zoom - 1]) { zoom -= 1 }
      return UInt8(zoom)
    }
  }

  /// Whether all parts of a shape are too small.
  func isSmall(_ index: Int, zoom: Int) -> Bool { zoom < Int(firstZooms[index]) }

  /// Whether a hole, or the part of an exterior, of a shape of polygons is too small.
  func isSmall(ring: Int, _ index: Int, of shape: WorldGeometry, zoom: Int) -> Bool {
    // The only ring is as large as its shape.
    if shape.ringEnds.count == 1 { return isSmall(index, zoom: zoom) }
    return sizes.isSmall(ring, ofShape: number(index), below: size(zoom))
  }

  /// Whether a ring or line of a shape is drawn: it is not too small, nor the part in which it is a hole.
  func draws(ring: Int, _ index: Int, zoom: Int) -> Bool {
    !isSmall(index, zoom: zoom) && !sizes.isSmall(ring, ofShape: number(index), below: size(zoom))
  }

  /// A shape without parts and holes that are too small.
  func large(_ index: Int, _ shape: WorldGeometry, zoom: Int) -> WorldGeometry {
    if shape.ringEnds.count == 1, !isSmall(index, zoom: zoom) { return shape }
    return sizes.withoutSmall(number(index), shape, below: size(zoom))
  }

  /// The number of a shape among the sizes.
  private func number(_ index: Int) -> Int { shapes.columnIndex(index) }

  private func size(_ zoom: Int) -> Double { Self.size(zoom, pixels) }

  private static func size(_ zoom: Int, _ pixels: Double) -> Double {
    pixels * Double(WorldGrid.tileSide(zoom: zoom)) / ShapeOverlays.tilePixels
  }
}
