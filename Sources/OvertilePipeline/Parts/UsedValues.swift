import OvertileFeatures

/// Picks the values of a table that some rows use, again and again for other rows.
///
/// The values of a table are different, so they are found by their indices, and not compared. Memory: 8 bytes a value of the table.
struct UsedValues {
  private let all: ValueTable
  /// Per value: the number of the selection that used it last, and its index there.
  private var uses: [UInt64]
  private var selection: UInt64 = 0
  /// The values of the selection, in the order of their first use.
  private var used: [UInt32] = []

  /// Begins without rows.
  init(_ all: ValueTable) {
    self.all = all
    uses = Array(repeating: 0, count: all.count)
  }

  /// Begins the next selection.
  mutating func begin() {
    selection += 1
    used.removeAll(keepingCapacity: true)
  }

  /// The index of a value in the selection.
  @inline(__always)
  mutating func index(of value: UInt32) -> UInt32 {
    let use = uses[Int(value)]
    if use >> 32 == selection { return UInt32(truncatingIfNeeded: use) }
    let index = UInt32(truncatingIfNeeded: used.count)
    used.append(value)
    uses[Int(value)] = selection << 32 | UInt64(index)
    return index
  }

  /// A table of the values of the selection.
  var table: ValueTable {
    var table = ValueTable()
    for value in used { _ = table.intern(value, of: all) }
    return table
  }

  /// Writes the values of the selection; `ValueTable` reads them.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(used.count)
    for value in used { all.encode(value, &encoder) }
  }
}
