import MapMath

/// The part of a tileset that is exported.
package struct ExportSelection: Sendable, Hashable {
  /// The names of the layers; nil for all of them.
  package var layers: [String]?
  /// The zooms; nil for all of them.
  package var zooms: ClosedRange<Int>?
  /// The box that the tiles touch; nil for the whole world.
  package var box: ExportBox?

  /// Everything.
  package init() {}
}

/// A rectangle in degrees, over the 180th meridian if its west is greater than its east.
package struct ExportBox: Sendable, Hashable {
  /// The western longitude.
  package let west: Double
  /// The southern latitude.
  package let south: Double
  /// The eastern longitude.
  package let east: Double
  /// The northern latitude.
  package let north: Double

  /// Makes a box; nil unless longitudes are -180 to 180 and latitudes -90 to 90, the south below the north.
  package init?(west: Double, south: Double, east: Double, north: Double) {
    let isPossible =
      (-180...180).contains(west) && (-180...180).contains(east) && south >= -90 && south <= north && north <= 90
    guard isPossible else { return nil }
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Whether a tile touches the inside of the box. A box without a width or a height touches the tiles that hold it.
  package func touches(_ tile: TileID) -> Bool {
    let side = Double(UInt64(1) << UInt64(tile.z))
    let rows = Self.cells(Mercator.y(latitude: north) * side, Mercator.y(latitude: south) * side, side: side)
    guard rows.contains(Double(tile.y)) else { return false }
    return longitudes.contains { west, east in
      Self.cells(Mercator.x(longitude: west) * side, Mercator.x(longitude: east) * side, side: side)
        .contains(Double(tile.x))
    }
  }

  /// The least box without the 180th meridian inside it that holds both this box and some bounds; the box itself if
  /// nothing of the bounds is in it.
  func bounds(within bounds: [Double]) -> [Double] {
    let parts = longitudes.map {
      [max($0.west, bounds[0]), max(south, bounds[1]), min($0.east, bounds[2]), min(north, bounds[3])]
    }
    .filter { $0[0] <= $0[2] && $0[1] <= $0[3] }
    guard let first = parts.first else { return [west <= east ? west : -180, south, west <= east ? east : 180, north] }
    return parts.dropFirst().reduce(first) {
      [min($0[0], $1[0]), min($0[1], $1[1]), max($0[2], $1[2]), max($0[3], $1[3])]
    }
  }

  /// The ranges of longitudes, one or two.
  private var longitudes: [(west: Double, east: Double)] {
    west <= east ? [(west, east)] : [(west, 180), (-180, east)]
  }

  /// The columns or rows between two positions: those that have more than an edge in common with the range.
  private static func cells(_ low: Double, _ high: Double, side: Double) -> ClosedRange<Double> {
    let first = min(max(low.rounded(.down), 0), side - 1)
    let last = min(max(high.rounded(.up) - 1, first), side - 1)
    return first...last
  }
}
