/// Bytes of a slice, which never change after they were made, and so may be read by any thread.
///
/// They lie in an allocation that goes with them.
final class SliceBytes: @unchecked Sendable {
  let start: UnsafeRawPointer
  let count: Int
  /// How many bytes can be read from `start` on; at least `count`.
  let readableCount: Int
  private let allocation: UnsafeMutableRawPointer

  /// Bytes of an allocation, which passes over to this object. Every readable byte must be initialized.
  init(adopting allocation: UnsafeMutableRawPointer, from: Int, count: Int, readableCount: Int) {
    start = UnsafeRawPointer(allocation + from)
    self.count = count
    self.readableCount = readableCount
    self.allocation = allocation
  }

  deinit { allocation.deallocate() }
}
