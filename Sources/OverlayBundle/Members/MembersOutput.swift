import Foundation

/// Writes numbers and bytes to a file from an offset on, through a buffer of its own, so that two may fill one file.
struct MembersOutput: ~Copyable {
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var flushed: UInt64

  private static let capacity = 1 << 18

  /// Begins at an offset in bytes.
  init(_ handle: FileHandle, at offset: UInt64) {
    self.handle = handle
    flushed = offset
    buffer.reserveCapacity(Self.capacity)
  }

  /// Where the next byte goes.
  var offset: UInt64 { flushed + UInt64(buffer.count) }

  /// Writes a number, the lowest byte first.
  @inline(__always)
  mutating func put<Word: FixedWidthInteger>(_ word: Word) throws {
    withUnsafeBytes(of: word.littleEndian) { buffer.append(contentsOf: $0) }
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes bytes.
  mutating func put(_ bytes: UnsafeRawBufferPointer) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes a number in as few bytes as it needs, seven bits a byte.
  @inline(__always)
  mutating func put(varint number: UInt32) throws {
    var rest = number
    while rest >= 0x80 {
      buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    buffer.append(UInt8(rest))
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Hands all that is buffered to the system.
  mutating func flush() throws {
    try handle.seek(toOffset: flushed)
    try handle.write(contentsOf: buffer)
    flushed += UInt64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }
}
