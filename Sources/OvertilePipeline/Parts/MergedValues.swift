import OvertileFeatures

/// The values of a table that another one takes over, each when a row first uses it.
struct MergedValues {
  private let all: ValueTable
  /// Per value: its index in the other table, or `LayerRows.noValue`.
  private var indices: [UInt32]

  /// Begins without rows.
  init(_ all: ValueTable) {
    self.all = all
    indices = Array(repeating: LayerRows.noValue, count: all.count)
  }

  /// The number of values.
  var count: Int { indices.count }

  /// The index of a value in the other table, which is always the same one.
  @inline(__always)
  mutating func index(of value: UInt32, in other: inout ValueTable) -> UInt32 {
    let known = indices[Int(value)]
    if known != LayerRows.noValue { return known }
    let index = other.intern(value, of: all)
    indices[Int(value)] = index
    return index
  }
}
