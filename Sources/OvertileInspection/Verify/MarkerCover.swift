import MapMath

/// The tiles of a zoom that hold a marker: its own, and those whose buffer it is within.
///
/// Positions are whole tile units, counted from the western or northern edge of the map. Rounding to them moves a marker by
/// half a unit, so within a unit of the end of its buffer a tile may hold it or not.
struct MarkerCover {
  private let zoom: Int
  private let extent: Int64
  private let buffer: Int64

  /// The tiles of a zoom in 0...31.
  init(zoom: Int, extent: Int64, buffer: Int64) { (self.zoom, self.extent, self.buffer) = (zoom, extent, buffer) }

  /// The whole tile unit nearest to a grid unit, halves up.
  func tileUnits(world: UInt32) -> Int64 {
    let shift = 32 - Int64(zoom)
    return (Int64(world) * extent + (1 << (shift - 1))) >> shift
  }

  /// Tile units around the world.
  var worldUnits: Int64 { extent << Int64(zoom) }

  /// The tiles that certainly hold a marker, and those that may; it is at most two tiles outside the map.
  func tiles(x: Int64, y: Int64) -> (sure: [(Int64, Int64)], possible: [(Int64, Int64)]) {
    (tiles(x, y, margin: buffer - 1), tiles(x, y, margin: buffer + 1))
  }

  private func tiles(_ x: Int64, _ y: Int64, margin: Int64) -> [(Int64, Int64)] {
    let tilesAcross: Int64 = 1 << Int64(zoom)
    var columns: [Int64] = []
    for index in indices(x, margin) {
      let column = index & (tilesAcross - 1)
      if !columns.contains(column) { columns.append(column) }
    }
    return indices(y, margin).filter { (0..<tilesAcross).contains($0) }.flatMap { row in columns.map { ($0, row) } }
  }

  /// The columns or rows that a position is in, or at most a margin beside.
  private func indices(_ position: Int64, _ margin: Int64) -> Range<Int64> {
    // Rounded down also below zero.
    let first = (position - margin - 1 + 8 * extent) / extent - 8
    let end = (position + margin + 8 * extent) / extent - 7
    return first..<max(first, end)
  }
}
