import MapMath
import OvertileShapes

/// The tiles of a point at one zoom: its own tile, and neighbors whose buffer reaches it, where it is a marker.
///
/// Half open: a point on a tile's western or northern edge is in that tile. All arithmetic is exact in 64-bit integers.
extension TileCut {
  /// The bits of a position within its tile.
  private var shift: UInt64 { UInt64(truncatingIfNeeded: 32 - zoom) }
  private var sideUnits: UInt64 { UInt64(truncatingIfNeeded: extent) }
  private var scaledBuffer: UInt64 { UInt64(truncatingIfNeeded: buffer) << shift }

  /// Calls a closure with every tile in which a point appears: its own first, then neighbors.
  ///
  /// Columns wrap at the antimeridian, rows do not. At zoom 0 there is only one tile, which holds the point once.
  @inline(__always)
  func forEachTile(x: UInt32, y: UInt32, _ body: (TileID) -> Void) {
    let column = UInt32(truncatingIfNeeded: UInt64(x) >> shift)
    let row = UInt32(truncatingIfNeeded: UInt64(y) >> shift)
    body(TileID(uncheckedZ: UInt8(zoom), x: column, y: row))
    guard scaledBuffer > 0, zoom > 0 else { return }
    let nearX = neighbors(UInt64(x))
    let nearY = neighbors(UInt64(y))
    guard nearX.before || nearX.after || nearY.before || nearY.after else { return }
    let last = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(zoom)) - 1)
    let west = nearX.before ? (column &- 1) & last : nil
    // At zoom 1 the neighbors on both sides are one tile.
    let east = nearX.after && !(nearX.before && zoom == 1) ? (column &+ 1) & last : nil
    let north = nearY.before && row > 0 ? row - 1 : nil
    let south = nearY.after && row < last ? row + 1 : nil
    for sideRow in [row, north, south] {
      guard let sideRow else { continue }
      for sideColumn in [column, west, east] {
        guard let sideColumn, sideRow != row || sideColumn != column else { continue }
        body(TileID(uncheckedZ: UInt8(zoom), x: sideColumn, y: sideRow))
      }
    }
  }

  /// The position of a point in a tile's units, rounded half up; outside 0...extent for a marker of a neighbor, and held to
  /// 2^30 units from the tile's corner for the center of a huge circle.
  @inline(__always)
  func position(x: UInt32, y: UInt32, in tile: TileID) -> (x: Int32, y: Int32) {
    let origin = tile.worldOrigin
    var dx = Int64(x) - Int64(origin.x)
    if zoom > 0 {
      // The copy of the world in which the point is nearest to the tile's middle.
      let half = Int64(1) << Int64(shift - 1)
      if dx - half >= 1 << 31 { dx -= 1 << 32 } else if dx - half < -(1 << 31) { dx += 1 << 32 }
    }
    return (units(dx), units(Int64(y) - Int64(origin.y)))
  }

  /// A point in a tile's units as a geometry, no farther east or south than a last unit.
  func geometry(of point: WorldPoint, in tile: TileID, last: Int32 = .max) -> TileGeometry {
    let position = position(x: point.x, y: point.y, in: tile)
    var geometry = TileGeometry(kind: .points)
    geometry.append(x: min(position.x, last), y: min(position.y, last))
    geometry.endPart()
    return geometry
  }

  @inline(__always)
  private func units(_ distance: Int64) -> Int32 {
    let units = (distance * Int64(extent) + (1 << Int64(shift - 1))) >> Int64(shift)
    return Int32(truncatingIfNeeded: min(max(units, -1 << 30), 1 << 30))
  }

  /// Whether a point is within the buffer of the neighbor before its tile, and of the neighbor after it. With a buffer
  /// of more than half a tile it can be in both.
  @inline(__always)
  private func neighbors(_ position: UInt64) -> (before: Bool, after: Bool) {
    let side = UInt64(1) << shift
    let local = position & (side - 1)
    return (local * sideUnits < scaledBuffer, (side - local) * sideUnits < scaledBuffer)
  }
}
