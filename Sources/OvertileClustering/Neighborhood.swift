import OvertileCore

/// A run of slots.
struct SlotRange: BitwiseCopyable {
  var lower: UInt32
  var upper: UInt32

  static let empty = SlotRange(lower: 0, upper: 0)

  @inline(__always)
  var slots: Range<Int> { Int(lower)..<Int(upper) }
}

/// The slots of a cell and of the cells around it, as four disjoint runs.
struct Neighborhood: BitwiseCopyable {
  var runs: (SlotRange, SlotRange, SlotRange, SlotRange)

  var slotCount: Int {
    runs.0.slots.count + runs.1.slots.count + runs.2.slots.count + runs.3.slots.count
  }

  /// Calls a closure with every slot until it returns false; returns whether it never did.
  @inline(__always)
  func allSlots(_ body: (Int) -> Bool) -> Bool {
    for slot in runs.1.slots where !body(slot) { return false }
    for slot in runs.0.slots where !body(slot) { return false }
    for slot in runs.2.slots where !body(slot) { return false }
    for slot in runs.3.slots where !body(slot) { return false }
    return true
  }
}

/// Finds the neighborhoods of all cells in one pass over the sorted cell numbers. O(nodes) for all cells together.
///
/// Cells are numbered by rows, so a cell's three neighbors in a row are one run of numbers, and each run only moves on
/// as the cell does. At the western edge of a row the number before it belongs to the eastern end of the previous row:
/// seen as a helix, the runs around cell (0, row) reach the eastern ends of rows -2, -1 and 0 relative to their own row.
/// That covers the wrapped neighbors in row - 1 and row, adds cells too far away, which the distance rules out, and
/// misses the wrapped neighbor in row + 1: the fourth run. The eastern edge mirrors this.
struct NeighborhoodSweep {
  private let cells: UnsafeBufferPointer<UInt64>
  private let columns: Int64
  private var north = SlotRange.empty
  private var same = SlotRange.empty
  private var south = SlotRange.empty

  /// Starts before the first of the sorted cell numbers.
  init(cells: UnsafeBufferPointer<UInt64>, columns: UInt64) {
    self.cells = cells
    self.columns = Int64(columns)
  }

  /// The neighborhood of a cell in a column; cells are requested in ascending order.
  @inline(__always)
  mutating func neighborhood(of cell: UInt64, column: UInt64) -> Neighborhood {
    if columns == 1 {
      let all = SlotRange(lower: 0, upper: UInt32(truncatingIfNeeded: cells.count))
      return Neighborhood(runs: (.empty, all, .empty, .empty))
    }
    let number = Int64(bitPattern: cell)
    advance(&north, to: number - columns)
    advance(&same, to: number)
    advance(&south, to: number + columns)
    return Neighborhood(runs: (north, same, south, wrapped(number, column: Int64(bitPattern: column))))
  }

  /// Moves a run on to the cells from `middle` - 1 to `middle` + 1.
  @inline(__always)
  private func advance(_ run: inout SlotRange, to middle: Int64) {
    var (lower, upper) = (Int(run.lower), Int(run.upper))
    while lower < cells.count, Int64(bitPattern: cells[lower]) < middle - 1 { lower += 1 }
    upper = max(lower, upper)
    while upper < cells.count, Int64(bitPattern: cells[upper]) <= middle + 1 { upper += 1 }
    run = SlotRange(lower: UInt32(truncatingIfNeeded: lower), upper: UInt32(truncatingIfNeeded: upper))
  }

  /// The run that the helix misses, for a cell at an edge.
  @inline(__always)
  private func wrapped(_ number: Int64, column: Int64) -> SlotRange {
    if column == 0 { return run(ofCell: number + 2 * columns - 1) }
    if column == columns - 1 { return run(ofCell: number - 2 * columns + 1) }
    return .empty
  }

  /// The run of one cell, by bisection.
  private func run(ofCell number: Int64) -> SlotRange {
    func first(from value: Int64) -> UInt32 {
      UInt32(truncatingIfNeeded: cells.partitioningIndex { Int64(bitPattern: $0) >= value })
    }
    return SlotRange(lower: first(from: number), upper: first(from: number + 1))
  }
}
