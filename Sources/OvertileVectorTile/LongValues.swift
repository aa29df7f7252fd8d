/// Long values that are counted instead of written, to tell the size of a tile before it is made.
struct LongValues {
  /// The payload from which a value is long, in bytes.
  static let leastByteCount = 1 << 16

  /// The open layer's long values, each counted once.
  var layer: Set<UInt32> = []
  /// Bytes of all that were counted.
  private(set) var byteCount = 0

  /// Counts a text that is not of the layer's table.
  mutating func count(text bytes: Int) { byteCount += bytes }

  /// Counts a value of the layer's table.
  mutating func count(_ value: UInt32, _ bytes: Int) {
    if layer.insert(value).inserted { byteCount += bytes }
  }
}

extension TileEncoder {
  /// Leaves values of 64 KiB and more that lie in a store out of what follows, until `endCountingLongValues`.
  package mutating func countLongValues() { longValues = LongValues() }

  /// Whether long values are left out.
  package var isCountingLongValues: Bool { longValues != nil }

  /// Counts a computed text in place of making it.
  ///
  /// - Returns: whether it is one that is left out.
  package mutating func leavesOut(textOfByteCount bytes: Int) -> Bool {
    guard longValues != nil, bytes >= LongValues.leastByteCount else { return false }
    longValues?.count(text: bytes)
    return true
  }

  /// Writes long values again.
  ///
  /// - Returns: the bytes of those that were left out, each distinct one of a layer once.
  package mutating func endCountingLongValues() -> Int {
    defer { longValues = nil }
    return longValues?.byteCount ?? 0
  }
}
