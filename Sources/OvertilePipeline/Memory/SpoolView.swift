import COvertileMemory

/// The bytes of a file of a run as memory to read, whose pages go with those of `FileBlocks`: for many small reads, each of
/// which would be a call of the system.
final class SpoolView: @unchecked Sendable {
  /// The bytes. Valid as long as this object.
  let bytes: UnsafeRawBufferPointer

  /// Maps the first bytes of an open file, which must not change any more; nil where large blocks are not in files.
  init?(descriptor: Int32, count: Int) {
    guard let start = overtile_file_blocks_map(descriptor, count) else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit { overtile_file_blocks_unmap(bytes.baseAddress, bytes.count) }
}
