/// A slice that was read, by a task or here: by it the results of a task are found again.
struct ReadSlice: Sendable {
  /// The index of the source.
  let source: Int
  /// The index of the file among the source's.
  let file: UInt32
  /// The number of the slice in its file.
  let slice: Int
  /// Bytes of the source, as it is stored, up to the end of the slice.
  let storedBytes: UInt64

  /// A slice of a source's file.
  init(source: Int, file: UInt32, slice: Int, storedBytes: UInt64) {
    (self.source, self.file, self.slice, self.storedBytes) = (source, file, slice, storedBytes)
  }

  /// A slice of a source that is to be read.
  init(source: Int, _ slice: SliceToRead) {
    switch slice {
    case .text(let job):
      self.init(source: source, file: job.file, slice: job.number, storedBytes: job.storedBytes)
    case .marked(let slice):
      self.init(source: source, file: slice.file, slice: slice.slice.number, storedBytes: slice.storedBytes)
    }
  }
}
