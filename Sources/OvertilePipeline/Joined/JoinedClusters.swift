import OvertileClustering

/// The clusters of all zooms in the order of their ids, as members list them: first those of lower zooms are numbered, then
/// those of each task. Memory: 12 bytes a cluster.
struct JoinedClusters: Sendable {
  /// Per cluster by ascending id: 0 for one of lower zooms, or its task plus one.
  let owners: [UInt32]
  /// Per cluster by ascending id: its number among those of its owner.
  let numbers: [UInt32]
  /// Per owner and cluster: its position in that order.
  let positions: [[UInt32]]

  /// Merges the ids of all owners; nil if two are equal. O(clusters log tasks).
  ///
  /// - Parameters:
  ///   - lower: the ids of the clusters of lower zooms, in any order.
  ///   - tasks: per task: the ids of its clusters, ascending.
  init?(lower: [UInt64], tasks: [[UInt64]]) {
    let order = DigestOrder.ascending(lower)
    let runs = [order.map { lower[Int($0)] }] + tasks
    let count = runs.reduce(0) { $0 + $1.count }
    var (owners, numbers): ([UInt32], [UInt32]) = ([], [])
    owners.reserveCapacity(count)
    numbers.reserveCapacity(count)
    var positions = runs.map { [UInt32](repeating: 0, count: $0.count) }
    var merge = MergedRuns(runs)
    var last: UInt64?
    while let (id, run, index) = merge.next() {
      guard id != last else { return nil }
      last = id
      let number = run == 0 ? Int(order[index]) : index
      positions[run][number] = UInt32(truncatingIfNeeded: owners.count)
      owners.append(UInt32(truncatingIfNeeded: run))
      numbers.append(UInt32(truncatingIfNeeded: number))
    }
    (self.owners, self.numbers, self.positions) = (owners, numbers, positions)
  }

  /// The number of clusters.
  var count: Int { owners.count }
}

/// Ascending numbers of several runs, merged: a heap of the runs by their next numbers.
struct MergedRuns {
  private let runs: [[UInt64]]
  private var nexts: [Int]
  private var heap: [(number: UInt64, run: Int)] = []

  /// Begins before the least number.
  init(_ runs: [[UInt64]]) {
    self.runs = runs
    nexts = runs.map { _ in 0 }
    heap = runs.indices.compactMap { run in runs[run].first.map { ($0, run) } }
    for position in heap.indices.reversed() { sink(position) }
  }

  /// The least number that is left, its run and its index there; of equal ones, those of the first run first. O(log runs).
  mutating func next() -> (number: UInt64, run: Int, index: Int)? {
    guard let (number, run) = heap.first else { return nil }
    let index = nexts[run]
    nexts[run] += 1
    if nexts[run] < runs[run].count {
      heap[0].number = runs[run][nexts[run]]
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    sink(0)
    return (number, run, index)
  }

  private mutating func sink(_ start: Int) {
    var position = start
    while true {
      var least = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < heap.count && (heap[child].number, heap[child].run) < (heap[least].number, heap[least].run) {
        least = child
      }
      guard least != position else { return }
      heap.swapAt(position, least)
      position = least
    }
  }
}
