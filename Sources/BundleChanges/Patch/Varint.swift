extension [UInt8] {
  /// Appends a number in base 128, the low group first.
  @inline(__always)
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a whole number with its sign in the lowest bit.
  mutating func append(signed value: Int) {
    append(varint: UInt64(bitPattern: Int64((value << 1) ^ (value >> 63))))
  }

  /// Appends a fixed number, little endian.
  mutating func append<Word: FixedWidthInteger>(word: Word) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}

/// Reads numbers and bytes one after another; what ends too early is an error.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private let name: String
  private(set) var position = 0

  /// A reader at the start of some bytes, which must outlive it. The name is for errors.
  init(_ bytes: UnsafeRawBufferPointer, name: String) {
    (self.bytes, self.name) = (bytes, name)
  }

  /// The bytes that are left.
  var remaining: Int { bytes.count - position }

  /// The next number in base 128.
  @inline(__always)
  mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard position < bytes.count else { throw fault("it ends inside a number") }
      let byte = bytes[position]
      position += 1
      if shift == 63, byte > 1 { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw fault("it holds a number beyond 64 bits")
  }

  /// The next number, which must not exceed a limit.
  @inline(__always)
  mutating func count(upTo limit: Int) throws -> Int {
    let value = try varint()
    guard limit >= 0, value <= UInt64(limit) else { throw fault("it holds \(value) where \(limit) is the most") }
    return Int(value)
  }

  /// The next number with a sign.
  mutating func signed() throws -> Int {
    let value = try varint()
    return Int(truncatingIfNeeded: Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  /// The next fixed number, little endian.
  @inline(__always)
  mutating func word<Word: FixedWidthInteger>(_ type: Word.Type = Word.self) throws -> Word {
    let piece = try take(MemoryLayout<Word>.size)
    return Word(littleEndian: piece.loadUnaligned(as: Word.self))
  }

  /// The next so many bytes.
  @inline(__always)
  mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw fault("it ends \(count - remaining) bytes too early") }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// An error about these bytes.
  func fault(_ reason: String) -> ChangesError { ChangesError("\(name): \(reason)") }
}
