/// The 64-bit hash XXH64, the project's digest for keys and identities.
///
/// Fast, well distributed and the same on every machine; not cryptographic. Source: the xxHash specification, version
/// 0.1.1, algorithm XXH64.
package enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of some bytes. O(n).
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var offset = 0
    guard bytes.count >= 32 else { return end(seed &+ prime5, bytes, from: offset, count: UInt64(bytes.count)) }
    var lanes = Lanes(seed: seed)
    lanes.take(bytes, from: &offset)
    return end(lanes.merged, bytes, from: offset, count: UInt64(bytes.count))
  }

  /// The hash, once fewer than 32 bytes are left of so many.
  @inline(__always)
  static func end(_ start: UInt64, _ bytes: UnsafeRawBufferPointer, from offset: Int, count: UInt64) -> UInt64 {
    var (result, offset) = (start &+ count, offset)
    while offset + 8 <= bytes.count {
      result ^= round(0, word(bytes, offset))
      result = rotate(result, 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      result ^= UInt64(half) &* prime1
      result = rotate(result, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      result ^= UInt64(bytes[offset]) &* prime5
      result = rotate(result, 11) &* prime1
      offset += 1
    }
    return avalanche(result)
  }

  /// The hash of an array of bytes. O(n).
  package static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { hash($0, seed: seed) }
  }

  /// The hash of two words, as of their sixteen little-endian bytes.
  package static func hash(_ a: UInt64, _ b: UInt64, seed: UInt64 = 0) -> UInt64 {
    var result = seed &+ prime5 &+ 16
    result ^= round(0, a)
    result = rotate(result, 27) &* prime1 &+ prime4
    result ^= round(0, b)
    result = rotate(result, 27) &* prime1 &+ prime4
    return avalanche(result)
  }

  /// The four lanes that take stripes of 32 bytes.
  struct Lanes {
    private var a: UInt64
    private var b: UInt64
    private var c: UInt64
    private var d: UInt64

    init(seed: UInt64) {
      (a, b, c, d) = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
    }

    /// Takes all whole stripes from an offset on, and moves it behind them.
    mutating func take(_ bytes: UnsafeRawBufferPointer, from offset: inout Int) {
      var (a, b, c, d) = (a, b, c, d)
      while offset + 32 <= bytes.count {
        a = round(a, word(bytes, offset))
        b = round(b, word(bytes, offset + 8))
        c = round(c, word(bytes, offset + 16))
        d = round(d, word(bytes, offset + 24))
        offset += 32
      }
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// All lanes as one word.
    var merged: UInt64 {
      var result = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      for lane in [a, b, c, d] {
        result = (result ^ round(0, lane)) &* prime1 &+ prime4
      }
      return result
    }
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  @inline(__always)
  private static func avalanche(_ value: UInt64) -> UInt64 {
    var h = value
    h ^= h >> 33
    h = h &* prime2
    h ^= h >> 29
    h = h &* prime3
    return h ^ (h >> 32)
  }
}
