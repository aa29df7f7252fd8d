/// Gathers columns of rows, unwrapped and in any order, into a cover.
struct TileRunBuilder {
  let zoom: Int
  private var runs: [TileCover.Run] = []

  init(zoom: Int) { self.zoom = zoom }

  /// Adds columns of a row of the grid; they wrap around the antimeridian. An empty range adds nothing.
  mutating func add(row: Int64, first: Int64, last: Int64) {
    for columns in TileCover.Run.columns(from: first, through: last, zoom: zoom) {
      runs.append(TileCover.Run(row: UInt32(row), columns: columns))
    }
  }

  /// The runs in order, those that touch or overlap joined. O(n log n).
  func cover() -> TileCover {
    var joined: [TileCover.Run] = []
    for run in runs.sorted(by: { ($0.row, $0.columns.lowerBound) < ($1.row, $1.columns.lowerBound) }) {
      // Columns are below 2^31, so one more never overflows.
      if let last = joined.last, last.row == run.row, run.columns.lowerBound <= last.columns.upperBound + 1 {
        let end = max(last.columns.upperBound, run.columns.upperBound)
        joined[joined.count - 1].columns = last.columns.lowerBound...end
      } else {
        joined.append(run)
      }
    }
    return TileCover(zoom: zoom, sortedRuns: joined)
  }
}

extension TileCover.Run {
  /// Unwrapped columns of a zoom as columns of the world, ascending; none for an empty range.
  package static func columns(from first: Int64, through last: Int64, zoom: Int) -> [ClosedRange<UInt32>] {
    guard first <= last else { return [] }
    let across = Int64(1) << Int64(zoom)
    guard last - first < across - 1 else { return [0...UInt32(across - 1)] }
    let west = ((first % across) + across) % across
    let east = west + (last - first)
    if east < across { return [UInt32(west)...UInt32(east)] }
    return [0...UInt32(east - across), UInt32(west)...UInt32(across - 1)]
  }
}
