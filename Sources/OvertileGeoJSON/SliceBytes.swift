/// Bytes of a slice, which never change, and so may be read by any thread. Every readable byte is initialized.
struct SliceBytes: Sendable {
  let block: SliceBlock
  /// The offset in the block.
  let offset: Int
  let count: Int
  /// The number of bytes that can be read from `start` on; at least `count`.
  let readableCount: Int

  var start: UnsafeRawPointer { UnsafeRawPointer(block.base + offset) }
}
