import MapMath
import OvertileConfiguration
import OvertileShapes

/// Which shapes of a layer are too small for a zoom: as a whole or, if they are simplified together, with all of their parts;
/// then also which parts and holes.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
final class ZoomSizes: Sendable {
  /// The sizes of parts and holes, in the order of the columns; nil if only whole shapes are left out.
  private let sizes: PartSizes?
  private let shapes: LayerShapes
  private let pixels: Double
  /// Per shape: the first zoom at which it is not too small, or `never`.
  private let firstZooms: [UInt8]

  private static let never: UInt8 = 32

  /// Measures the shapes of a layer as they lie in memory. O(n).
  init(_ shapes: LayerShapes, _ options: ShapeLayer) {
    let pixels = options.smallerThanPixels
    (self.pixels, self.shapes) = (pixels, shapes)
    let limits = (0..<Int(Self.never)).map { Self.size($0, pixels) }
    var zooms: [UInt8] = []
    var zoom = 0
    // A shape that is not too small at a zoom is not at any later one, and most are like the one before.
    func note(_ isSmall: (_ size: Double) -> Bool) {
      while zoom < limits.count, isSmall(limits[zoom]) { zoom += 1 }
      while zoom > 0, !isSmall(limits[zoom - 1]) { zoom -= 1 }
      zooms.append(UInt8(zoom))
    }
    if options.method == .coverage {
      var parts = PartSizes()
      shapes.visitColumns { parts.append($0) }
      for index in 0..<shapes.columns.count { note { parts.isSmall(index, below: $0) } }
      sizes = parts
    } else {
      shapes.visitColumns { shape in
        let side = shape.kind == .points ? .infinity : shape.bounds?.longerSide ?? .infinity
        let area = shape.kind == .polygons ? shape.area : .infinity
        note { side < $0 || area < $0 * $0 }
      }
      sizes = nil
    }
    firstZooms = (0..<shapes.count).map { zooms[shapes.columnIndex($0)] }
  }

  /// Whether a shape is too small.
  func isSmall(_ index: Int, zoom: Int) -> Bool { zoom < Int(firstZooms[index]) }

  /// Whether a hole, or the part of an exterior, of a shape of polygons is too small.
  func isSmall(ring: Int, _ index: Int, of shape: WorldGeometry, zoom: Int) -> Bool {
    // The only ring is as large as its shape.
    if shape.ringEnds.count == 1 { return isSmall(index, zoom: zoom) }
    return sizes?.isSmall(ring, ofShape: shapes.columnIndex(index), below: size(zoom)) ?? false
  }

  /// Whether a ring or line of a shape is drawn: it is not too small, nor the part in which it is a hole.
  func draws(ring: Int, _ index: Int, zoom: Int) -> Bool {
    !isSmall(index, zoom: zoom)
      && !(sizes?.isSmall(ring, ofShape: shapes.columnIndex(index), below: size(zoom)) ?? false)
  }

  /// A shape without parts and holes that are too small.
  func large(_ index: Int, _ shape: WorldGeometry, zoom: Int) -> WorldGeometry {
    guard let sizes, shape.ringEnds.count != 1 || isSmall(index, zoom: zoom) else { return shape }
    return sizes.withoutSmall(shapes.columnIndex(index), shape, below: size(zoom))
  }

  private func size(_ zoom: Int) -> Double { Self.size(zoom, pixels) }

  private static func size(_ zoom: Int, _ pixels: Double) -> Double {
    pixels * Double(WorldGrid.tileSide(zoom: zoom)) / ShapeOverlays.tilePixels
  }
}
