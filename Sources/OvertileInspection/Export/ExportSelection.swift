import MapMath
import OvertileBundleFormat

/// The part of a tileset that is exported.
package struct ExportSelection: Sendable, Hashable {
  /// The layers, each text the name of one, or names of several with commas between them; nil for all of them.
  package var layers: [String]?
  /// The zooms; nil for all of them.
  package var zooms: ClosedRange<Int>?
  /// The box that the tiles touch; nil for the whole world.
  package var box: DegreeBox?

  /// Everything.
  package init() {}
}

extension DegreeBox {
  /// Whether a tile touches the inside of the box. A box without a width or a height touches the tiles that hold it.
  package func touches(_ tile: TileID) -> Bool {
    let side = Double(UInt64(1) << UInt64(tile.z))
    let rows = Self.cells(Mercator.y(latitude: north) * side, Mercator.y(latitude: south) * side, side: side)
    guard rows.contains(Double(tile.y)) else { return false }
    let longitudes: [(Double, Double)] = west <= east ? [(west, east)] : [(west, 180), (-180, east)]
    return longitudes.contains { west, east in
      Self.cells(Mercator.x(longitude: west) * side, Mercator.x(longitude: east) * side, side: side)
        .contains(Double(tile.x))
    }
  }

  /// The columns or rows between two positions: those that have more than an edge in common with the range.
  private static func cells(_ low: Double, _ high: Double, side: Double) -> ClosedRange<Double> {
    let first = min(max(low.rounded(.down), 0), side - 1)
    let last = min(max(high.rounded(.up) - 1, first), side - 1)
    return first...last
  }
}
