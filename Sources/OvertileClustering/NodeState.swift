/// The state of a node on a level, in a byte.
///
/// Centers are chosen in the order of priority. A node is `passed` once its turn has come, so a passed node precedes
/// every node that has not passed.
struct NodeState: BitwiseCopyable, Equatable {
  private var byte: UInt8

  /// Not passed and not covered.
  static let open = NodeState(byte: 0)
  /// No other node is within reach.
  static let alone = NodeState(byte: 0xC0)
  /// Passed: a center.
  static let center = NodeState(byte: 0xC1)
  /// Passed: neither a center nor covered when the rounds were over.
  static let undecided = NodeState(byte: 0xC2)

  private static let passedBit: UInt8 = 0x80

  /// Not passed, and covered in a round.
  static func covered(round: UInt8) -> NodeState { NodeState(byte: round) }

  @inline(__always)
  var isPassed: Bool { byte & Self.passedBit != 0 }

  /// Whether the node is covered and passed.
  @inline(__always)
  var isCovered: Bool { byte & 0xC0 == Self.passedBit }

  /// The round in which a covered node was covered.
  @inline(__always)
  var round: UInt8 { byte & 0x3F }

  /// The state of a covered node once its turn has come.
  @inline(__always)
  var passed: NodeState { NodeState(byte: byte | Self.passedBit) }
}

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
