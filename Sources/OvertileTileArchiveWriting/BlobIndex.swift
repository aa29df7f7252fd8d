import COvertileDeflate
import OvertileCore

/// Finds the numbers of blobs that were stored before, by checksum. The caller compares the bytes.
///
/// Blobs are stored one after the other, so the end of each tells the location of the next. Open addressing, about 24 bytes
/// a blob. The comparison distinguishes even blobs with the same checksums. A slot holds the checksum itself, so that a new
/// blob, the usual case, costs one access to memory outside the caches.
struct BlobIndex: Sendable {
  /// Per slot: a checksum in the upper half, and the blob's number plus 1 in the lower half; 0 if it is free.
  private var slots = Column<UInt64>(repeating: 0, count: 1024)
  /// The ends of all blobs, in the order of adding.
  private(set) var ends: BlobEnds = BlobEnds()

  /// The number of distinct blobs.
  var count: Int { ends.count }

  /// CRC-32, for which processors have an instruction. Different blobs of one checksum are told apart by their bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    libdeflate_crc32(0, bytes.baseAddress, bytes.count)
  }

  /// CRC-32 in the lower half and Adler-32 in the upper half, for sets that do not keep the bytes.
  static func longChecksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(checksum(bytes)) | UInt64(libdeflate_adler32(1, bytes.baseAddress, bytes.count)) << 32
  }

  /// The number of a blob for whose location `isSame` returns true. Expected O(1) comparisons.
  func find(_ checksum: UInt32, length: Int, isSame: (Range<Int>) throws -> Bool) rethrows -> Int? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: checksum) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == UInt64(checksum) {
        let number = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        let location = ends[number]
        if location.count == length, try isSame(location) { return number }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a blob that the index does not contain, after the last one.
  mutating func add(_ checksum: UInt32, length: Int) {
    ends.append(length: length)
    insert(UInt64(checksum) << 32 | UInt64(truncatingIfNeeded: count))
    guard count * 3 > slots.count * 2 else { return }
    let before = slots
    slots = Column(repeating: 0, count: before.count * 2)
    for entry in before where entry != 0 { insert(entry) }
  }

  private mutating func insert(_ entry: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: entry >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }
}
