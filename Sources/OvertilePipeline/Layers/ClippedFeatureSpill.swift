/// The files of a zoom whose clipped features do not fit into memory: packed geometries in one, sorted runs of records
/// in another.
///
/// Workers write into it as they cut, so that no part of a zoom has to fit into memory, nor a single large shape.
final class ClippedFeatureSpill: Sendable {
  /// The geometries, in no order.
  let geometries: SpoolFile
  /// The bytes of clipped features that stay in memory before a run is written.
  let budget: Int
  private let memory: MemoryWatch
  private let records: SpoolFile

  /// A run of records in ascending order: its range in the file.
  typealias Run = Range<UInt64>

  /// Makes the files of a zoom, or nothing if memory is not bounded; the budget follows from the bound unless it is
  /// set.
  init?(_ memory: MemoryWatch, budget: Int? = nil) throws {
    guard let bound = memory.bound, let geometries = try memory.spool(), let records = try memory.spool() else {
      return nil
    }
    self.memory = memory
    self.geometries = geometries
    self.records = records
    self.budget = budget ?? bound.clippedFeatureBytes
  }

  /// Writes records, which are sorted.
  func write(_ run: [ClippedFeatureRecord]) throws -> Run {
    try memory.check()
    let start = try run.withUnsafeBytes { try records.append($0) }
    return start..<start + UInt64(run.count * MemoryLayout<ClippedFeatureRecord>.stride)
  }

  /// All records of some runs in order, in a new file. O(records log runs).
  func merged(_ runs: [Run]) throws -> SortedClippedFeatures? {
    guard let file = try memory.spool() else { return nil }
    var output = SortedClippedFeatures.Writer(file)
    var heap = RunHeap(try runs.map { try RunReader(records, $0, budget: budget / max(1, runs.count)) })
    while let record = try heap.next() { try output.append(record) }
    return try output.finish(geometries: geometries)
  }
}

/// Reads a run from its beginning, a buffer at a time.
private struct RunReader {
  private let file: SpoolFile
  private var rest: ClippedFeatureSpill.Run
  private var buffer: [ClippedFeatureRecord] = []
  private var position = 0
  private let capacity: Int

  /// The next record; a reader without one is at its end.
  private(set) var head: ClippedFeatureRecord?

  init(_ file: SpoolFile, _ run: ClippedFeatureSpill.Run, budget: Int) throws {
    self.file = file
    rest = run
    capacity = min(max(budget, 4 << 10), 64 << 10) / MemoryLayout<ClippedFeatureRecord>.stride
    try advance()
  }

  mutating func advance() throws {
    if position == buffer.count { try fill() }
    guard position < buffer.count else {
      head = nil
      return
    }
    head = buffer[position]
    position += 1
  }

  private mutating func fill() throws {
    let stride = UInt64(MemoryLayout<ClippedFeatureRecord>.stride)
    let count = min(capacity, Int((rest.upperBound - rest.lowerBound) / stride))
    buffer = try SortedClippedFeatures.records(file, at: rest.lowerBound, count: count)
    rest = rest.lowerBound + UInt64(count) * stride..<rest.upperBound
    position = 0
  }
}

/// Runs in a binary heap, the one with the least record on top.
private struct RunHeap {
  private var runs: [RunReader]

  init(_ runs: [RunReader]) {
    self.runs = runs.filter { $0.head != nil }
    for index in self.runs.indices.reversed() { sink(index) }
  }

  /// Removes and returns the least record of all. O(log runs).
  mutating func next() throws -> ClippedFeatureRecord? {
    guard let record = runs.first?.head else { return nil }
    try runs[0].advance()
    if runs[0].head == nil {
      runs.swapAt(0, runs.count - 1)
      runs.removeLast()
    }
    sink(0)
    return record
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < runs.count {
        if precedes(child, least) { least = child }
      }
      guard least != parent else { return }
      runs.swapAt(parent, least)
      parent = least
    }
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    guard let first = runs[a].head, let second = runs[b].head else { return runs[a].head != nil }
    return first < second
  }
}
