import MapMath
import OvertileConfiguration
import OvertileShapes

/// Which shapes, parts and holes of a layer that is simplified together are too small for a zoom.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
final class ZoomSizes: Sendable {
  private let sizes: PartSizes
  private let pixels: Double

  /// Measures the polygons of a layer. O(n).
  init(_ shapes: [WorldGeometry], _ options: ShapeLayer) {
    (sizes, pixels) = (PartSizes(shapes), options.smallerThanPixels)
  }

  /// Measures the polygons of a layer, one after the other. O(n).
  init(_ shapes: LayerShapes, _ options: ShapeLayer) {
    var sizes = PartSizes()
    shapes.visit { sizes.append($0) }
    (self.sizes, pixels) = (sizes, options.smallerThanPixels)
  }

  /// Whether all parts of a shape are too small.
  func isSmall(_ index: Int, zoom: Int) -> Bool { sizes.isSmall(index, below: size(zoom)) }

  /// Whether a hole, or the part of an exterior, of a shape of polygons is too small.
  func isSmall(ring: Int, _ index: Int, zoom: Int) -> Bool { sizes.isSmall(ring, ofShape: index, below: size(zoom)) }

  /// Whether a ring or line of a shape is drawn: it is not too small, nor the part in which it is a hole.
  func draws(ring: Int, _ index: Int, zoom: Int) -> Bool { sizes.isLarge(ring, ofShape: index, above: size(zoom)) }

  /// A shape without parts and holes that are too small.
  func large(_ index: Int, _ shape: WorldGeometry, zoom: Int) -> WorldGeometry {
    sizes.withoutSmall(index, shape, below: size(zoom))
  }

  private func size(_ zoom: Int) -> Double {
    pixels * Double(WorldGrid.tileSide(zoom: zoom)) / ShapeOverlays.tilePixels
  }
}
