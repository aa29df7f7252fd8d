import OvertileFeatures

/// Picks the values of a table that some rows use into a small table, again and again for other rows.
///
/// A value is compared and copied once a selection, and found by its index afterwards. Memory: 8 bytes a value of the table.
struct UsedValues {
  private let all: ValueTable
  /// Per value: the number of the selection that used it last, and its index there.
  private var uses: [UInt64]
  private var selection: UInt64 = 0
  private var used = ValueTable()

  /// Begins without rows.
  init(_ all: ValueTable) {
    self.all = all
    uses = Array(repeating: 0, count: all.count)
  }

  /// Begins the next selection.
  mutating func begin() {
    selection += 1
    used = ValueTable()
  }

  /// The index of a value in the selection.
  @inline(__always)
  mutating func index(of value: UInt32) -> UInt32 {
    let use = uses[Int(value)]
    if use >> 32 == selection { return UInt32(truncatingIfNeeded: use) }
    let index = used.intern(value, of: all)
    uses[Int(value)] = selection << 32 | UInt64(index)
    return index
  }

  /// The values of the selection.
  var values: ValueTable { used }
}
