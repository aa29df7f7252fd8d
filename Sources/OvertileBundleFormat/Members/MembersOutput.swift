import OvertileFeatures
import OvertilePlatform
import OvertileTileArchive

/// A new file that is written at any offsets, closed with its last reference.
final class NewFile {
  private let path: String
  private let descriptor: Int32

  /// Makes an empty file; nothing may be at its path.
  ///
  /// - Throws: `ArchiveError`.
  init(_ path: String) throws {
    self.path = path
    descriptor = UnixFile.makeNew(path)
    guard descriptor >= 0 else { throw ArchiveError.system(.cannotCreate, path: path, "open") }
  }

  deinit { close(descriptor) }

  /// Writes all bytes at an offset.
  ///
  /// - Throws: `ArchiveError`.
  func write(_ bytes: [UInt8], at offset: UInt64) throws {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw ArchiveError.system(.inputOutput, path: path, "lseek")
    }
    try bytes.withUnsafeBytes { try UnixFile.write(descriptor, path: path, $0) }
  }
}

/// Writes numbers and bytes to a file from an offset on, through a buffer of its own, so that two may fill one file.
struct MembersOutput: ~Copyable {
  private let file: NewFile
  private var buffer: [UInt8] = []
  private var flushed: UInt64

  private static let capacity = 1 << 18

  /// Begins at an offset in bytes.
  init(_ file: NewFile, at offset: UInt64) {
    self.file = file
    flushed = offset
    buffer.reserveCapacity(Self.capacity)
  }

  /// The offset of the next byte.
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
    Varint.append(UInt64(number), to: &buffer)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes all that is buffered to the system.
  mutating func flush() throws {
    try file.write(buffer, at: flushed)
    flushed += UInt64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }
}
