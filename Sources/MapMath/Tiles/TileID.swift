/// The address of a tile, given by a zoom level, a column counted from the west, and a row counted from the north.
///
/// A tile includes the western and northern edges, but not the eastern and southern edges.
public struct TileID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The zoom level of the tile, in the range 0...31. At zoom level 0, one tile covers the whole world.
  public let z: UInt8
  /// The column of the tile, counted from the west, in the range 0..<2^`z`.
  public let x: UInt32
  /// The row of the tile, counted from the north, in the range 0..<2^`z`.
  public let y: UInt32

  /// Creates an address from a zoom level, a column, and a row. Returns `nil` if the zoom level is outside 0...31 or if
  /// the column or row is outside the grid at that level.
  public init?(z: Int, x: Int, y: Int) {
    guard (0...31).contains(z), x >= 0, y >= 0, x < 1 << z, y < 1 << z else { return nil }
    self.init(uncheckedZ: UInt8(z), x: UInt32(x), y: UInt32(y))
  }

  /// Creates an address without checking that it is inside the grid.
  @inlinable
  public init(uncheckedZ z: UInt8, x: UInt32, y: UInt32) {
    self.z = z
    self.x = x
    self.y = y
  }

  /// Creates the tile that contains the given grid point at the given zoom level. The level must be in the range
  /// 0...31.
  @inlinable
  public init(containing point: WorldPoint, zoom: Int) {
    let shift = UInt32(32 - zoom)
    self.init(uncheckedZ: UInt8(zoom), x: point.x >> shift, y: point.y >> shift)
  }

  /// The positions of the western and northern edges of the tile, in grid units.
  @inlinable
  public var worldOrigin: (x: UInt64, y: UInt64) {
    (UInt64(x) << UInt64(32 - z), UInt64(y) << UInt64(32 - z))
  }

  /// The row of the tile, counted from the south, as in TMS and MBTiles.
  public var tmsRow: UInt32 {
    UInt32((1 << UInt64(z)) - 1) - y
  }

  /// Returns whether the first tile has a lower Hilbert ID than the second tile. Hilbert IDs sort tiles by zoom level,
  /// and tiles at the same zoom level along the Hilbert curve.
  public static func < (a: TileID, b: TileID) -> Bool {
    a.hilbertID < b.hilbertID
  }

  /// The address in the form `z/x/y`.
  public var description: String { "\(z)/\(x)/\(y)" }
}
