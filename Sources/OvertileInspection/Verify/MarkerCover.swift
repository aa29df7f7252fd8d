import MapMath

/// The tiles of a zoom that hold a marker: its own, and those whose buffer it is within.
///
/// Exact: all values are integers, in world grid units times the extent. A marker of a layer of points is within an
/// open buffered square, a point of a shape layer within one that is closed in the west and north; without a buffer
/// both are in their own tile only, which holds its western and northern edge.
struct MarkerCover {
  private let tilesAcross: Int64
  private let unit: Int64
  private let extent: Int64
  private let buffer: Int64
  private let isShape: Bool

  /// The tiles of a zoom in 0...31.
  init(zoom: Int, extent: Int64, buffer: Int64, isShape: Bool = false) {
    tilesAcross = 1 << Int64(zoom)
    unit = 1 << Int64(32 - zoom)
    self.extent = extent
    self.buffer = buffer
    self.isShape = isShape
  }

  /// The possible positions of a marker: world grid units times the extent, along one axis.
  typealias Interval = ClosedRange<Int64>

  /// The interval of a known grid unit.
  func interval(world: UInt32) -> Interval {
    let exact = Int64(world) * extent
    return exact...exact
  }

  /// The interval of a position in whole tile units, which rounds halves up.
  func interval(tileUnits: Int64) -> Interval {
    tileUnits * unit - unit / 2...tileUnits * unit + unit / 2 - 1
  }

  /// The whole tile unit nearest to a grid unit, counted from the western or northern edge of the map, halves up.
  func tileUnits(world: UInt32) -> Int64 { (Int64(world) * extent + unit / 2) >> unit.trailingZeroBitCount }

  /// Tile units around the world.
  var worldUnits: Int64 { tilesAcross * extent }

  /// The tiles that certainly hold a marker, and those that may.
  func tiles(x: Interval, y: Interval) -> (sure: [(Int64, Int64)], possible: [(Int64, Int64)]) {
    let columns = indices(x)
    let rows = indices(y)
    let inside = 0..<tilesAcross
    func pairs(_ columns: [Int64], _ rows: [Int64]) -> [(Int64, Int64)] {
      var seen: [Int64] = []
      for column in columns {
        let wrapped = ((column % tilesAcross) + tilesAcross) % tilesAcross
        if !seen.contains(wrapped) { seen.append(wrapped) }
      }
      return rows.filter { inside.contains($0) }.flatMap { row in seen.map { ($0, row) } }
    }
    return (pairs(columns.sure, rows.sure), pairs(columns.possible, rows.possible))
  }

  private func indices(_ interval: Interval) -> (sure: [Int64], possible: [Int64]) {
    let side = extent * unit
    let margin = buffer * unit
    // Rounded down also below zero.
    let first = (interval.lowerBound - margin + side) / side - 2
    let last = (interval.upperBound + margin) / side + 1
    var (sure, possible): ([Int64], [Int64]) = ([], [])
    for index in first...max(first, last) {
      let (low, high) = (holds(index, interval.lowerBound), holds(index, interval.upperBound))
      if low && high { sure.append(index) }
      if low || high { possible.append(index) }
    }
    return (sure, possible)
  }

  private func holds(_ index: Int64, _ position: Int64) -> Bool {
    let (start, end) = (index * extent * unit, (index + 1) * extent * unit)
    let margin = buffer * unit
    if margin == 0 { return start <= position && position < end }
    return (isShape ? start - margin <= position : start - margin < position) && position < end + margin
  }
}
