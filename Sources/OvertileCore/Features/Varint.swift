/// Whole numbers in as few bytes as they need: seven bits a byte, the lowest first, the highest bit set in all except
/// the last.
///
/// The one codec of these numbers, for members, patches, PMTiles and data in memory. There is another one: vector tiles
/// are written into memory that is reserved before.
///
/// `@usableFromInline`, here and on other package types: without it the compiler calls inlinable members of other modules.
@usableFromInline
package enum Varint {
  /// The reason that some bytes are not a number.
  @usableFromInline
  package enum Fault: Error {
    /// They end inside it.
    case cutShort
    /// It is beyond 64 bits.
    case tooLarge
  }

  /// Appends a number, 1 to 10 bytes.
  @inlinable @inline(__always)
  package static func append(_ number: UInt64, to bytes: inout [UInt8]) { write(number) { bytes.append($0) } }

  /// Appends a number, 1 to 10 bytes.
  @inlinable @inline(__always)
  package static func append(_ number: UInt64, to bytes: inout Column<UInt8>) { write(number) { bytes.append($0) } }

  @inlinable @inline(__always)
  static func write(_ number: UInt64, _ put: (UInt8) -> Void) {
    var rest = number
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number of either sign, small ones in few bytes.
  @inlinable @inline(__always)
  package static func append(signed number: Int64, to bytes: inout Column<UInt8>) {
    append(UInt64(bitPattern: (number << 1) ^ (number >> 63)), to: &bytes)
  }

  /// Reads a number from bytes that come one after another, until there are none.
  @inlinable @inline(__always)
  package static func read(nextByte: () -> UInt8?) throws(Fault) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = nextByte() else { throw .cutShort }
      if shift == 63, byte > 1 { throw .tooLarge }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw .tooLarge
  }

  /// Reads a number and moves past it, without checking the end of the bytes.
  ///
  /// - Precondition: `append` wrote one there.
  @inlinable @inline(__always)
  package static func read(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = bytes[offset]
      offset += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads a number of either sign and moves past it, like `read(_:_:)`.
  @inlinable @inline(__always)
  package static func readSigned(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> Int64 {
    signed(read(bytes, &offset))
  }

  /// The number of either sign that was written as a number without one.
  @inlinable @inline(__always)
  package static func signed(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// The bytes that a number needs, 1 to 10.
  @inlinable @inline(__always)
  package static func size(_ number: UInt64) -> Int { (64 - (number | 1).leadingZeroBitCount + 6) / 7 }
}
