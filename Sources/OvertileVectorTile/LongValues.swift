/// Counts long values instead of writing them, so that the size of a tile is known before the tile is made.
struct LongValues {
  /// The smallest payload of a long value, in bytes.
  static let leastByteCount = 1 << 16

  /// The open layer's long values, each counted once.
  var layer: Set<UInt32> = []
  /// The bytes of all counted values.
  private(set) var byteCount = 0

  /// Counts a text that is not in the layer's table.
  mutating func count(text bytes: Int) { byteCount += bytes }

  /// Counts a value in the layer's table.
  mutating func count(_ value: UInt32, _ bytes: Int) {
    if layer.insert(value).inserted { byteCount += bytes }
  }
}

extension TileEncoder {
  /// Leaves out values of 64 KiB or more that are in a store, until `endCountingLongValues`.
  package mutating func countLongValues() { longValues = LongValues() }

  /// Whether long values are left out.
  package var isCountingLongValues: Bool { longValues != nil }

  /// Counts a long computed text instead of making it.
  ///
  /// - Returns: whether the text is left out.
  package mutating func leavesOut(textOfByteCount bytes: Int) -> Bool {
    guard longValues != nil, bytes >= LongValues.leastByteCount else { return false }
    longValues?.count(text: bytes)
    return true
  }

  /// Writes long values again.
  ///
  /// - Returns: the bytes of the values that were left out. Each distinct value of a layer counts once.
  package mutating func endCountingLongValues() -> Int {
    defer { longValues = nil }
    return longValues?.byteCount ?? 0
  }
}
