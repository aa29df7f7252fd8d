import MapMath

/// The grid and buffer by which a zoom is cut into tiles.
package struct TileCut: Sendable, Hashable {
  /// The zoom, 0...31.
  package let zoom: Int
  /// Tile units along one side of a tile, 1...65,536.
  package let extent: Int
  /// The buffer beyond a tile's edges, in tile units, 0...extent.
  package let buffer: Int

  /// Makes a cut of numbers within their ranges, which are not checked.
  package init(zoom: Int, extent: Int = 4096, buffer: Int = 64) {
    self.zoom = zoom
    self.extent = extent
    self.buffer = buffer
  }

  /// Tiles along one side of the world.
  var tilesPerSide: Int { 1 << zoom }
  /// World grid units along one side of a tile.
  var tileSide: Double { Double(WorldGrid.tileSide(zoom: zoom)) }
  /// The buffer in world grid units.
  var margin: Double { Double(buffer) * tileSide / Double(extent) }

  /// The western or northern edge of a buffered tile, by its column or row.
  func bufferedStart(_ index: Int) -> Double { Double(index) * tileSide - margin }
  /// The eastern or southern edge of a buffered tile, by its column or row.
  func bufferedEnd(_ index: Int) -> Double { Double(index + 1) * tileSide + margin }

  /// The tiles whose buffered rectangles, without their eastern and southern edges, meet a rectangle.
  ///
  /// Columns continue past the antimeridian on both sides. Rows end with the world, and the southern edge of the
  /// world belongs to its last row.
  func tiles(meeting bounds: WorldBounds) -> TileRange {
    func index(_ value: Double) -> Int { Int((value / tileSide).rounded(.down)) }
    let lastRow = tilesPerSide - 1
    return TileRange(
      columns: index(bounds.minX - margin)...index(bounds.maxX + margin),
      rows: min(max(index(bounds.minY - margin), 0), lastRow)...min(max(index(bounds.maxY + margin), 0), lastRow))
  }
}

extension TileCut {
  /// The tile at a column, wrapped around the world, and a row.
  func tile(column: Int, row: Int) -> TileID {
    TileID(uncheckedZ: UInt8(zoom), x: UInt32(column & (tilesPerSide - 1)), y: UInt32(row))
  }

  /// Whether a column has the same tiles as another of some columns.
  func isShared(_ column: Int, among columns: ClosedRange<Int>) -> Bool {
    columns.contains(column + tilesPerSide) || columns.contains(column - tilesPerSide)
  }

  /// The whole of a tile with its buffer, in tile units.
  var wholeTile: WorldGeometry {
    let (low, high) = (Double(-buffer), Double(extent + buffer))
    return WorldGeometry(west: low, north: low, east: high, south: high)
  }
}

/// Some columns and rows of tiles.
struct TileRange {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>

  var isOneTile: Bool { columns.count == 1 && rows.count == 1 }

  /// The tiles that both ranges have, or nil if there are none.
  func intersection(_ other: TileRange) -> TileRange? {
    guard columns.overlaps(other.columns), rows.overlaps(other.rows) else { return nil }
    return TileRange(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}

/// The whole tile units nearest to positions, counted from a tile's corner: halves go up, also below zero.
struct TileUnits {
  private let corner: SIMD2<Double>
  private let scale: Double

  init(_ cut: TileCut, west: Double, north: Double) {
    corner = SIMD2(west, north)
    // A tile's side is a power of two, so this is exact.
    scale = Double(cut.extent) / cut.tileSide
  }

  @inline(__always)
  func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(Self.floor((x - corner.x) * scale + 0.5), Self.floor((y - corner.y) * scale + 0.5))
  }

  @inline(__always)
  private static func floor(_ value: Double) -> Double {
    let whole = Double(Int64(value))
    return whole > value ? whole - 1 : whole
  }
}
