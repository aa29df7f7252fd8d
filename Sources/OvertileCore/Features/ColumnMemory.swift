/// The memory of one column: the heap's, or that of a file; see `ColumnFiles`.
@usableFromInline
final class ColumnMemory {
  /// The first byte.
  private(set) var start: UnsafeMutableRawPointer
  /// The number of bytes.
  private(set) var byteCount: Int
  /// The file; nil for the heap.
  private var file: Int32?

  /// Takes memory of at least so many bytes.
  init(byteCount wanted: Int) {
    let byteCount = Self.rounded(wanted)
    self.byteCount = byteCount
    if let file = ColumnFiles.make(byteCount: byteCount) {
      if let start = ColumnFiles.map(file, byteCount: byteCount) {
        (self.start, self.file) = (start, file)
        return
      }
      close(file)
    }
    start = Self.heap(byteCount)
  }

  deinit { release() }

  /// Grows, and keeps the first bytes. O(bytes) where the memory is on the heap, or moves into a file.
  func grow(to wanted: Int, keeping used: Int) {
    let wanted = Self.rounded(wanted)
    if let file, ColumnFiles.resize(file, wanted), let larger = ColumnFiles.map(file, byteCount: wanted) {
      ColumnFiles.unmap(start, byteCount: byteCount)
      (start, byteCount) = (larger, wanted)
      return
    }
    if file == nil, wanted < ColumnFiles.leastBytes, let larger = realloc(start, wanted) {
      (start, byteCount) = (larger, wanted)
      return
    }
    let other = ColumnMemory(byteCount: wanted)
    other.start.copyMemory(from: start, byteCount: used)
    swap(&start, &other.start)
    swap(&byteCount, &other.byteCount)
    swap(&file, &other.file)
  }

  private func release() {
    guard let file else { return free(start) }
    ColumnFiles.unmap(start, byteCount: byteCount)
    close(file)
  }

  /// Memory of the heap. Where there is none the process ends as a run does that is short of something: the old bundle stays.
  private static func heap(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if let start = malloc(byteCount) { return start }
    let text = "overtile: error: out of memory: cannot allocate \(byteCount) bytes\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    _exit(69)
  }

  /// Whole pages for what may be in a file.
  private static func rounded(_ byteCount: Int) -> Int {
    byteCount < ColumnFiles.leastBytes ? max(byteCount, 16) : (byteCount + 4095) & ~4095
  }
}
