extension ValueTable {
  /// The index here of a value of another table, which is added when it is new. Expected O(payload).
  package mutating func intern(_ index: UInt32, of other: ValueTable) -> UInt32 {
    other.withPayload(index) { kind, payload in intern(kind, payload) }
  }
}
