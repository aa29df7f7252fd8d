import OvertileCore
import OvertileTileArchive

/// Appends to an open file through a buffer, and compares bytes with those that were appended before.
struct BufferedOutput: ~Copyable {
  private static let capacity = 1 << 18

  private let descriptor: Int32
  private let path: String
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.capacity, alignment: 16)
  private var buffered = 0
  private var flushed = 0

  /// Starts at the beginning of an empty file. The path is for errors.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { buffer.deallocate() }

  /// The bytes appended so far.
  var count: Int { flushed + buffered }

  mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
    if bytes.count > Self.capacity - buffered { try flush() }
    if bytes.count > Self.capacity {
      try write(bytes)
    } else {
      UnsafeMutableRawBufferPointer(rebasing: buffer[buffered...]).copyMemory(from: bytes)
      buffered += bytes.count
    }
  }

  mutating func append(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try append($0) }
  }

  /// Writes the buffer to the file.
  mutating func flush() throws {
    let pending = UnsafeRawBufferPointer(rebasing: buffer[..<buffered])
    buffered = 0
    try write(pending)
  }

  /// Whether these bytes are at an offset.
  mutating func holds(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws -> Bool {
    if offset >= flushed {
      let start = offset - flushed
      return UnsafeRawBufferPointer(rebasing: buffer[start..<start + bytes.count]).hasSameBytes(as: bytes)
    }
    if offset + bytes.count > flushed { try flush() }
    let known = try UnixFile.read(descriptor, path: path, offset: offset, count: bytes.count)
    return known.withUnsafeBytes { $0.hasSameBytes(as: bytes) }
  }

  /// Appends the first bytes of another file, within the kernel if possible.
  mutating func append(contentsOf source: Int32, count: Int) throws {
    try flush()
    var copied = 0
    #if os(Linux)
      while copied < count {
        var from = off_t(copied)
        let step = sendfile(descriptor, source, &from, count - copied)
        if step < 0, errno == ENOSPC || errno == EDQUOT || errno == EIO {
          throw ArchiveError.system(.inputOutput, path: path, "copy")
        }
        // Other failures mean that this system cannot copy this way. The loop below copies the rest.
        if step <= 0 { break }
        copied += step
        flushed += step
      }
    #endif
    while copied < count {
      let chunk = try UnixFile.read(source, path: path, offset: copied, count: min(1 << 20, count - copied))
      try chunk.withUnsafeBytes { try write($0) }
      copied += chunk.count
    }
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    try UnixFile.write(descriptor, path: path, bytes)
    flushed += bytes.count
  }
}
