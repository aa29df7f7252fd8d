import OvertileTileArchive

/// Writes numbers and bytes to a file from an offset on, through a buffer of its own, so that two may fill one file.
struct MembersOutput: ~Copyable {
  private let file: NewFile
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.capacity + Self.longest, alignment: 16)
  private var count = 0
  private var flushed: UInt64

  /// The number of bytes from which they are written to the system.
  private static let capacity = 1 << 18
  /// The most bytes of a number.
  private static let longest = 16

  /// Begins at an offset in bytes.
  init(_ file: NewFile, at offset: UInt64) {
    self.file = file
    flushed = offset
  }

  deinit { buffer.deallocate() }

  /// The offset of the next byte.
  var offset: UInt64 { flushed + UInt64(count) }

  /// Writes a number, the lowest byte first.
  @inline(__always)
  mutating func put<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word) throws {
    buffer.storeBytes(of: word.littleEndian, toByteOffset: count, as: Word.self)
    count += MemoryLayout<Word>.size
    if count >= Self.capacity { try flush() }
  }

  /// Writes bytes.
  mutating func put(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.capacity - count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      count += part.count
      rest = rest.dropFirst(part.count)
      if count >= Self.capacity { try flush() }
    }
  }

  /// Writes a number in as few bytes as it needs, seven bits a byte, like `Varint`.
  @inline(__always)
  mutating func put(varint number: UInt32) throws {
    var rest = number
    while rest >= 0x80 {
      buffer[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count += 1
      rest >>= 7
    }
    buffer[count] = UInt8(truncatingIfNeeded: rest)
    count += 1
    if count >= Self.capacity { try flush() }
  }

  /// Writes all that is buffered to the system.
  mutating func flush() throws {
    try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: flushed)
    flushed += UInt64(count)
    count = 0
  }
}
