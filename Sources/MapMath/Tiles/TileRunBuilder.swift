/// Gathers columns of rows, unwrapped and in any order, into a cover.
struct TileRunBuilder {
  let zoom: Int
  private var runs: [TileCover.Run] = []

  init(zoom: Int) { self.zoom = zoom }

  /// Tiles along one side of the world.
  private var across: Int64 { 1 << Int64(zoom) }

  /// Adds columns of a row of the grid; they wrap around the antimeridian. An empty range adds nothing.
  mutating func add(row: Int64, first: Int64, last: Int64) {
    guard first <= last else { return }
    guard last - first < across - 1 else { return append(row, 0, across - 1) }
    let west = ((first % across) + across) % across
    let east = west + (last - first)
    if east < across { return append(row, west, east) }
    append(row, 0, east - across)
    append(row, west, across - 1)
  }

  private mutating func append(_ row: Int64, _ first: Int64, _ last: Int64) {
    runs.append(TileCover.Run(row: UInt32(row), columns: UInt32(first)...UInt32(last)))
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
