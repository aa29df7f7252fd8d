/// The 64-bit hash XXH64, the project's digest for keys and identities.
///
/// Fast, well distributed and the same on every machine; not cryptographic. Source: the xxHash specification, version
/// 0.1.1, algorithm XXH64.
package enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of some bytes. O(n).
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var result = (bytes.count < 32 ? seed &+ prime5 : stripes(bytes, seed: seed)) &+ UInt64(bytes.count)
    var offset = bytes.count & ~31
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

  /// The four lanes that take the whole stripes of 32 bytes, as one word.
  private static func stripes(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var (a, b, c, d) = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
    var offset = 0
    while offset + 32 <= bytes.count {
      a = round(a, word(bytes, offset))
      b = round(b, word(bytes, offset + 8))
      c = round(c, word(bytes, offset + 16))
      d = round(d, word(bytes, offset + 24))
      offset += 32
    }
    var result = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
    for lane in [a, b, c, d] {
      result = (result ^ round(0, lane)) &* prime1 &+ prime4
    }
    return result
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
