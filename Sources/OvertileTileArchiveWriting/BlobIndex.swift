import COvertileDeflate

/// Finds the locations of blobs that were stored before, by checksum. The caller compares the bytes.
///
/// Open addressing, about 32 bytes a blob. The comparison distinguishes even blobs with the same checksums.
struct BlobIndex {
  /// The location of a blob.
  struct Location: Sendable {
    var offset: UInt64
    var length: UInt32
  }

  private var slots: [UInt32] = Array(repeating: 0, count: 1024)
  private var checksums: [UInt32] = []
  /// The locations of all blobs, in the order of adding.
  private(set) var places: [Location] = []

  /// The number of distinct blobs.
  var count: Int { places.count }

  /// CRC-32, for which processors have an instruction. Different blobs of one checksum are told apart by their bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    libdeflate_crc32(0, bytes.baseAddress, bytes.count)
  }

  /// CRC-32 in the lower half and Adler-32 in the upper half, for sets that do not keep the bytes.
  static func longChecksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(checksum(bytes)) | UInt64(libdeflate_adler32(1, bytes.baseAddress, bytes.count)) << 32
  }

  /// The location of a blob for which `isSame` returns true. Expected O(1) comparisons.
  func find(_ checksum: UInt32, length: Int, isSame: (Location) throws -> Bool) rethrows -> Location? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: checksum) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if checksums[index] == checksum, Int(places[index].length) == length, try isSame(places[index]) {
        return places[index]
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a blob that the index does not contain.
  mutating func add(_ checksum: UInt32, _ location: Location) {
    checksums.append(checksum)
    places.append(location)
    if checksums.count * 2 > slots.count {
      slots = Array(repeating: 0, count: slots.count * 2)
      for index in checksums.indices { insert(index) }
    } else {
      insert(checksums.count - 1)
    }
  }

  private mutating func insert(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: checksums[index]) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(index + 1)
  }
}
