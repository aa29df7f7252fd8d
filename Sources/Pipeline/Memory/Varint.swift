/// Whole numbers in as few bytes as they need: seven bits a byte, the lowest first, the highest bit set in all but the last.
enum Varint {
  /// Appends a number, 1 to 10 bytes.
  @inline(__always)
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number of either sign, small ones in few bytes.
  @inline(__always)
  static func append(signed number: Int64, to bytes: inout [UInt8]) {
    append(UInt64(bitPattern: (number << 1) ^ (number >> 63)), to: &bytes)
  }

  /// Reads a number and moves on behind it.
  ///
  /// - Precondition: `append` wrote one there.
  @inline(__always)
  static func read(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads a number of either sign and moves on behind it.
  @inline(__always)
  static func readSigned(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int64 {
    let number = read(bytes, &place)
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// The bytes that a number takes.
  @inline(__always)
  static func size(_ number: UInt64) -> Int { (64 - (number | 1).leadingZeroBitCount + 6) / 7 }
}
