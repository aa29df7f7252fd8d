import MapMath

/// The part of a tileset that is exported.
package struct ExportSelection: Sendable, Hashable {
  /// The layers, each text the name of one, or names of several with commas between them; nil for all of them.
  package var layers: [String]?
  /// The zooms; nil for all of them.
  package var zooms: ClosedRange<Int>?
  /// The box that the tiles touch; nil for the whole world.
  package var box: ExportBox?

  /// Everything.
  package init() {}

  /// The names that some texts mean: a text that is the name of a layer means that one, any other one the names between
  /// its commas.
  ///
  /// - Parameter present: the layers that there are; nil if the tileset does not name them, so that a text means both.
  /// - Throws: `ExportError.emptyName`.
  static func names(_ texts: [String], among present: [String]?) throws(ExportError) -> [String] {
    var names: [String] = []
    for text in texts {
      if present?.contains(text) == true {
        names.append(text)
        continue
      }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard !parts.contains("") else { throw ExportError.emptyName(text) }
      names += parts
      if present == nil, parts.count > 1 { names.append(text) }
    }
    return names
  }
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

  /// The part of this box that lies within some bounds, which do not cross the 180th meridian; the box itself if nothing
  /// of the bounds is in it.
  func clipped(to bounds: [Double]) -> ExportBox {
    let parts = longitudes.compactMap { part -> ExportBox? in
      let (west, east) = (max(part.west, bounds[0]), min(part.east, bounds[2]))
      guard west <= east else { return nil }
      return ExportBox(west: west, south: max(south, bounds[1]), east: east, north: min(north, bounds[3]))
    }
    guard let first = parts.first else { return self }
    let east = parts[parts.count - 1].east
    return ExportBox(west: first.west, south: first.south, east: east, north: first.north) ?? first
  }

  /// The least bounds of an archive that hold the box, whose west is never greater than their east: over the 180th
  /// meridian all longitudes.
  var bounds: [Double] { west <= east ? [west, south, east, north] : [-180, south, 180, north] }

  /// The longitude and the latitude of the middle, which lies in the box over the 180th meridian, too.
  var middle: [Double] {
    let longitude = (west + east) / 2 + (west <= east ? 0 : 180)
    return [longitude > 180 ? longitude - 360 : longitude, (south + north) / 2]
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
