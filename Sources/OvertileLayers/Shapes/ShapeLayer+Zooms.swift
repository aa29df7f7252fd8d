import MapMath
import OvertileConfiguration
import OvertileShapes

extension ShapeLayer {
  /// The largest deviation that simplification may cause at a zoom, in world grid units.
  func toleranceWorldUnits(zoom: Int) -> Double {
    tolerancePixels * Double(WorldGrid.tileSide(zoom: zoom)) / ShapeOverlays.tilePixels
  }

  /// The zooms at which shapes are too small: as a whole or, if they are simplified together, with all of their parts; then
  /// also their parts and holes.
  func sizes(of shapes: OrderedShapes) -> ZoomSizes {
    ZoomSizes(
      shapes, smallerThanPixels: smallerThanPixels, tilePixels: ShapeOverlays.tilePixels, byParts: method == .coverage)
  }
}
