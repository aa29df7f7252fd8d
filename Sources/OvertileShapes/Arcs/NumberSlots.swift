import COvertileSystem

/// The slots of a large hash table: numbers in memory that does not move.
///
/// Slots are found anywhere in it, so in small pages nearly every look would ask for the address of another page: large
/// tables are in huge pages, where the system has them.
final class NumberSlots {
  /// The slots, -1 at first. Valid as long as this object.
  let all: UnsafeMutableBufferPointer<Int32>

  /// The bytes of a huge page.
  private static let hugePage = 2 << 20

  /// Makes slots.
  init(count: Int) {
    var bytes = count * MemoryLayout<Int32>.stride
    if bytes >= Self.hugePage { bytes = (bytes + Self.hugePage - 1) / Self.hugePage * Self.hugePage }
    let isLarge = bytes >= Self.hugePage
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: isLarge ? Self.hugePage : MemoryLayout<Int32>.alignment)
    if isLarge { overtile_memory_use_huge_pages(memory, bytes) }
    all = UnsafeMutableBufferPointer(
      start: memory.initializeMemory(as: Int32.self, repeating: -1, count: count), count: count)
  }

  deinit { all.deallocate() }
}
