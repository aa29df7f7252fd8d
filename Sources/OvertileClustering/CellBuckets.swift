/// The cells of a level in a table, which finds the pairs of neighbors without sorting.
///
/// The table has at least as many buckets as there are nodes. A cell's bucket is that of its column, shifted by a
/// multiple of its row, so cells next to each other in a row have buckets next to each other. Several cells may share a
/// bucket: a pair counts only if its cells are next to each other.
struct CellBuckets {
  private let scale: CellScale
  private let mask: UInt64
  /// Per bucket: its first slot; two more entries for the end.
  private let starts: UnsafeMutableBufferPointer<UInt32>

  /// Odd, and far from a small number in any number of low bits from 8 on, so that rows rarely meet in a bucket.
  private static let rowStep: UInt64 = 0x9E37_79B1
  private static let fewestBits = 8
  /// The greatest mean of nodes in a node's own bucket; with more, too many would be compared.
  private static let crowd = 12

  /// The entries of the table for a number of nodes.
  static func entries(for count: Int) -> Int { (1 << bits(for: count)) + 2 }

  private static func bits(for count: Int) -> Int {
    max(fewestBits, Int.bitWidth - max(count - 1, 1).leadingZeroBitCount)
  }

  /// Puts the nodes of a level into the order of their buckets; nil, and nothing is moved, if they are too crowded.
  /// O(nodes).
  ///
  /// - Precondition: the scale has several columns.
  init?(_ builder: LevelBuilder, _ scale: CellScale) {
    let size = 1 << Self.bits(for: builder.count)
    self.scale = scale
    mask = UInt64(size - 1)
    starts = UnsafeMutableBufferPointer(rebasing: builder.table[..<(size + 2)])
    let (positions, buckets) = (builder.positions, builder.nearest)
    starts.initialize(repeating: 0)
    for slot in 0..<builder.count {
      let position = positions[slot]
      let bucket = bucket(row: scale.row(of: position), column: scale.column(of: position))
      buckets[slot] = UInt32(truncatingIfNeeded: bucket)
      starts[bucket + 2] &+= 1
    }
    guard sumStarts() <= Self.crowd * builder.count else { return nil }
    moveNodes(builder, buckets)
  }

  /// Makes starts of the counts, each two entries later, and returns the sum of the counts' squares.
  private func sumStarts() -> Int {
    var sum: UInt32 = 0
    var squares = 0
    for entry in 2..<starts.count {
      let count = starts[entry]
      squares &+= Int(count) &* Int(count)
      sum &+= count
      starts[entry] = sum
    }
    return squares
  }

  /// Moves every node to the next free slot of its bucket, which moves the starts to their own entries.
  private func moveNodes(_ builder: LevelBuilder, _ buckets: UnsafeMutableBufferPointer<UInt32>) {
    let (positions, tags) = (builder.positions, builder.tags)
    let (newPositions, newTags) = (builder.sparePositions, builder.spareTags)
    for slot in 0..<builder.count {
      let entry = Int(buckets[slot]) + 1
      let new = Int(starts[entry])
      starts[entry] &+= 1
      newPositions[new] = positions[slot]
      newTags[new] = tags[slot]
    }
    builder.exchangeSlots()
  }

  @inline(__always)
  private func bucket(row: UInt64, column: UInt64) -> Int {
    Int(truncatingIfNeeded: (row &* Self.rowStep &+ column) & mask)
  }
}

extension CellBuckets {
  /// Calls a closure with every pair of neighbors once: with two slots and the square of their distance.
  ///
  /// Each node is compared with those after it in its cell, and with those in the cells to the east, south-west, south
  /// and south-east. Expected O(nodes + pairs).
  ///
  /// - Parameters:
  ///   - slots: the nodes that are compared with others; all by default.
  ///   - limit: the most comparisons for these nodes together.
  ///   - body: returns false to end the search.
  /// - Returns: whether all pairs were found.
  @inline(__always)
  func forEachPair(
    of positions: UnsafeBufferPointer<GridPosition>, slots: Range<Int>? = nil, limit: Int,
    _ body: (Int, Int, UInt64) -> Bool
  ) -> Bool {
    var left = limit
    for slot in slots ?? positions.indices {
      let (row, column) = (scale.row(of: positions[slot]), scale.column(of: positions[slot]))
      let (own, south) = (bucket(row: row, column: column), bucket(row: row &+ 1, column: column))
      guard column > 0, column < scale.columns - 1, own < Int(mask), south > 0, south < Int(mask) else {
        guard forEachEdgePair(positions, slot, &left, body) else { return false }
        continue
      }
      let here = slot + 1..<Int(starts[own + 2])
      let below = Int(starts[south - 1])..<Int(starts[south + 2])
      left &-= here.count &+ below.count
      guard left >= 0 else { return false }
      let isWhole =
        forEachNeighbor(positions, slot, here, row: row, columns: (column, 2), body)
        && forEachNeighbor(positions, slot, below, row: row &+ 1, columns: (column &- 1, 3), body)
      guard isWhole else { return false }
    }
    return true
  }

  /// The pairs of a slot whose cells are not in two runs of buckets: at the antimeridian, and at the end of the table.
  private func forEachEdgePair(
    _ positions: UnsafeBufferPointer<GridPosition>, _ slot: Int, _ left: inout Int, _ body: (Int, Int, UInt64) -> Bool
  ) -> Bool {
    let (row, column) = (scale.row(of: positions[slot]), scale.column(of: positions[slot]))
    let east = column == scale.columns - 1 ? 0 : column + 1
    let west = column == 0 ? scale.columns - 1 : column - 1
    for cell in [(row, column), (row, east), (row + 1, west), (row + 1, column), (row + 1, east)] {
      let bucket = bucket(row: cell.0, column: cell.1)
      let start = cell == (row, column) ? slot + 1 : Int(starts[bucket])
      let slots = start..<Int(starts[bucket + 1])
      left -= slots.count
      guard left >= 0, forEachNeighbor(positions, slot, slots, row: cell.0, columns: (cell.1, 1), body) else {
        return false
      }
    }
    return true
  }

  /// Calls a closure with the neighbors of a slot among others in some columns of a row.
  @inline(__always)
  private func forEachNeighbor(
    _ positions: UnsafeBufferPointer<GridPosition>, _ slot: Int, _ others: Range<Int>, row: UInt64,
    columns: (first: UInt64, count: UInt64), _ body: (Int, Int, UInt64) -> Bool
  ) -> Bool {
    for other in others {
      let distance = positions[slot].nearSquaredDistance(to: positions[other])
      guard distance <= scale.reachSquared, scale.row(of: positions[other]) == row,
        scale.column(of: positions[other]) &- columns.first < columns.count
      else { continue }
      guard body(slot, other, distance) else { return false }
    }
    return true
  }
}
