extension UnsafeRawBufferPointer {
  /// Whether two buffers hold the same bytes. O(their size).
  @inlinable
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let first = baseAddress, let second = other.baseAddress else {
      return count == other.count
    }
    return memcmp(first, second, count) == 0
  }
}
