/// The node in a slot, beside its position.
struct NodeTag: BitwiseCopyable {
  /// The index in the columns.
  var id: UInt32
  var rank: UInt32
  var weight: UInt64

  /// Whether the node comes before another in the order of priority.
  @inline(__always)
  func precedes(_ other: NodeTag) -> Bool {
    weight != other.weight ? weight > other.weight : rank < other.rank
  }
}
