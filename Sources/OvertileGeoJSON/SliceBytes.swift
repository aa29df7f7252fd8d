/// Bytes of a slice, which never change, and so may be read by any thread.
///
/// They lie in an allocation that goes back with them.
final class SliceBytes: @unchecked Sendable {
  let start: UnsafeRawPointer
  let count: Int
  /// The number of bytes that can be read from `start` on; at least `count`.
  let readableCount: Int
  private let allocation: UnsafeMutableRawPointer
  private let allocatedCount: Int
  private let memory: SliceMemory

  /// Takes over the bytes of an allocation of some memory. Every readable byte must be initialized.
  init(
    adopting allocation: UnsafeMutableRawPointer, _ allocatedCount: Int, of memory: SliceMemory, from: Int, count: Int,
    readableCount: Int
  ) {
    start = UnsafeRawPointer(allocation + from)
    self.count = count
    self.readableCount = readableCount
    (self.allocation, self.allocatedCount, self.memory) = (allocation, allocatedCount, memory)
  }

  deinit { memory.take(allocation, allocatedCount) }
}
