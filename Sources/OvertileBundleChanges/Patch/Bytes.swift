import OvertilePlatform

/// Comparisons of raw bytes.
enum Bytes {
  /// Whether so many bytes are equal.
  @inline(__always)
  static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(a, b, count) == 0
  }

  /// The number of equal bytes from the start, at most `limit`.
  @inline(__always)
  static func commonPrefix(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, limit: Int) -> Int {
    var count = 0
    while count + 8 <= limit,
      a.loadUnaligned(fromByteOffset: count, as: UInt64.self) == b.loadUnaligned(fromByteOffset: count, as: UInt64.self)
    {
      count += 8
    }
    while count < limit,
      a.load(fromByteOffset: count, as: UInt8.self) == b.load(fromByteOffset: count, as: UInt8.self)
    {
      count += 1
    }
    return count
  }
}
