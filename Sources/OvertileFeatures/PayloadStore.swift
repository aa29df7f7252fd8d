/// The store of a table's long payloads in place of memory, such as a file.
///
/// Any thread may read. A table cannot go on without its payloads, so neither call throws: a store whose file fails keeps
/// the failure, returns zeros, and the owner checks the store before it uses the results.
package protocol PayloadStore: AnyObject, Sendable {
  /// Keeps bytes, and returns their offset.
  func append(_ bytes: UnsafeRawBufferPointer) -> UInt64
  /// Fills a buffer with the bytes from an offset on, which were kept together.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer)
}

extension ValueTable {
  /// The location of a stored payload, in 12 bytes of the arena.
  struct Stub {
    var offset: UInt64
    var count: Int

    init(offset: UInt64, count: Int) { (self.offset, self.count) = (offset, count) }

    init(_ bytes: UnsafeRawBufferPointer) {
      offset = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
      count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    }

    func append(to bytes: inout [UInt8]) {
      withUnsafeBytes(of: offset.littleEndian) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).littleEndian) { bytes.append(contentsOf: $0) }
    }
  }
}
