import OvertileCore
import OvertileExpressions

/// The properties of a layer's rows: tables of keys and values, and per row its entries, ascending by key.
///
/// A row is the number of bytes that follow, then pairs of a key's and a value's index, all varints: some 3 bytes an entry.
@usableFromInline
package struct LayerProperties: Sendable {
  /// The distinct keys.
  package var keys = ValueTable()
  /// The distinct values.
  package var values = ValueTable()
  @usableFromInline var rows = PackedRows(groupSize: groupSize)

  package init() {}

  private static let groupSize = 8

  /// The number of rows.
  package var count: Int { rows.count }

  /// Adds the rows of a batch.
  ///
  /// - Parameter areUsed: per value of the batch, whether it is needed here; all are without it.
  /// - Returns: per value of the batch, its index here if it is needed.
  package mutating func append(_ batch: PropertyColumns, where areUsed: [Bool]? = nil) -> [UInt32] {
    let valueMap = values.merge(batch.values, where: areUsed)
    let keyMap = keys.merge(batch.keys)
    for row in 0..<batch.rowEnds.count {
      let entries = batch.entries(ofFeature: row)
      var size = 0
      for entry in entries {
        size += Varint.size(UInt64(keyMap[Int(batch.keyIndices[entry])]))
        size += Varint.size(UInt64(valueMap[Int(batch.valueIndices[entry])]))
      }
      rows.append { _, bytes in
        Varint.append(UInt64(size), to: &bytes)
        for entry in entries {
          Varint.append(UInt64(keyMap[Int(batch.keyIndices[entry])]), to: &bytes)
          Varint.append(UInt64(valueMap[Int(batch.valueIndices[entry])]), to: &bytes)
        }
      }
    }
    return valueMap
  }

  /// Puts the rows into another order, first row `order[0]`. O(their size), on all cores: rows next to each other in the new
  /// order lie anywhere in the old one.
  package mutating func reorder(_ order: Column<UInt32>, _ work: OrderedParallelMap) throws {
    var reordered = PackedRows(groupSize: Self.groupSize)
    reordered.reserve(asMuchAs: rows)
    let before = self
    try work.forEach(order.indices.parts(of: Self.rowsPerJob)) { _, rows in
      before.rows(order[rows])
    } consume: {
      reordered.append($0)
    }
    rows = reordered
  }

  /// The rows that a job puts into order: whole groups, enough to keep a worker busy for milliseconds.
  private static let rowsPerJob = groupSize << 10

  /// The rows that the processor fetches while one is copied.
  private static let rowsAhead = 12

  /// Copies of some rows, in their order.
  private func rows(_ order: Slice<Column<UInt32>>) -> PackedRows {
    var copies = PackedRows(groupSize: Self.groupSize)
    for (index, row) in zip(order.indices, order) {
      let ahead = index + Self.rowsAhead
      if ahead < order.endIndex { rows.prefetch(row: Int(order[ahead])) }
      withBytes(ofRow: Int(row)) { row in copies.append { _, bytes in bytes.append(contentsOf: row) } }
    }
    return copies
  }

  /// Calls a closure with a row as it is stored.
  @inlinable @inline(__always)
  func withBytes<R>(ofRow row: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try rows.withGroup(ofRow: row) { bytes, index in
      var start = 0
      for _ in 0..<index {
        let size = Int(Varint.read(bytes, &start))
        start += size
      }
      var end = start
      let size = Int(Varint.read(bytes, &end))
      return try body(UnsafeRawBufferPointer(rebasing: bytes[start..<end + size]))
    }
  }

  /// Calls a closure with the key and the value of each entry of a row.
  @inlinable @inline(__always)
  package func forEachEntry(ofRow row: Int, _ body: (_ key: UInt32, _ value: UInt32) throws -> Void) rethrows {
    try withBytes(ofRow: row) { bytes in
      var location = 0
      try Self.forEachEntry(bytes, &location, body)
    }
  }

  /// Calls a closure with the key and the value of each entry of every row except some, in the order of the rows.
  package func forEachEntry(
    without left: [UInt32] = [], _ body: (_ key: UInt32, _ value: UInt32) throws -> Void
  ) rethrows {
    let left = Set(left)
    try rows.withBytes { bytes in
      var location = 0
      for row in 0..<UInt32(count) {
        try Self.forEachEntry(bytes, &location) { if !left.contains(row) { try body($0, $1) } }
      }
    }
  }

  /// Calls a closure with the key and the value of each entry of a row as it is stored, and moves past it.
  @inlinable @inline(__always)
  package static func forEachEntry(
    _ bytes: UnsafeRawBufferPointer, _ location: inout Int, _ body: (UInt32, UInt32) throws -> Void
  ) rethrows {
    let size = Int(Varint.read(bytes, &location))
    let end = location + size
    while location < end {
      let key = UInt32(truncatingIfNeeded: Varint.read(bytes, &location))
      try body(key, UInt32(truncatingIfNeeded: Varint.read(bytes, &location)))
    }
  }

  /// A number per key, by the key's name; keys whose number is 0 are left out. If names are equal, as in some tables
  /// with renamed keys, the numbers are combined.
  package func merged<Number: FixedWidthInteger>(
    _ numbers: [Number], _ combine: (Number, Number) -> Number
  ) -> NamedValues<Number> {
    let names = numbers.indices.filter { numbers[$0] != 0 }.map { (keys.string(UInt32($0)), numbers[$0]) }
    return NamedValues(names, uniquingKeysWith: combine)
  }
}
