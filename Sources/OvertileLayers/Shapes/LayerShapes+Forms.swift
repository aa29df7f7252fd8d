import MapMath
import OvertileShapes

extension LayerShapes {
  /// The side in units of a tile from which on its grid keeps a shape's form: rounding moves a position by at most half a
  /// unit, less than one part in a hundred of that side.
  private static let formUnits = 64.0

  /// The first of some zooms at which the grid of tiles keeps the form of shapes with 99 of 100 positions; nil if
  /// there is none. O(positions).
  func firstKeepingForms(in zooms: ClosedRange<Int>, _ grid: TileGrid) -> Int? {
    var positions = [Int](repeating: 0, count: zooms.count)
    var all = 0
    visitColumns { shape in
      guard shape.kind != .points, let side = shape.extent?.longerSide else { return }
      all += shape.x.count
      let first = zooms.first { side >= Self.formUnits * Double(WorldGrid.tileSide(zoom: $0)) / Double(grid.extent) }
      if let first { positions[first - zooms.lowerBound] += shape.x.count }
    }
    var kept = 0
    for zoom in zooms {
      kept += positions[zoom - zooms.lowerBound]
      if CompleteZoom.isComplete(positions: kept, of: all) { return zoom }
    }
    return nil
  }
}
