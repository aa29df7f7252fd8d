/// Bytes of a slice, which never change after they were made, and so may be read by any thread.
///
/// They lie in a mapped file, whose memory is given back when the slice goes, or in an allocation that goes with it.
final class SliceBytes: @unchecked Sendable {
  private enum Owner {
    case file(MappedFile, Range<Int>)
    case allocation(UnsafeMutableRawPointer)
  }

  let start: UnsafeRawPointer
  let count: Int
  /// How many bytes can be read from `start` on; at least `count`.
  let readableCount: Int
  private let owner: Owner

  /// Bytes of a mapped file.
  init(_ file: MappedFile, _ range: Range<Int>) {
    start = file.base + range.lowerBound
    count = range.count
    readableCount = file.count - range.lowerBound
    owner = .file(file, range)
  }

  /// Bytes of an allocation, which passes over to this object. Every readable byte must be initialised.
  init(adopting allocation: UnsafeMutableRawPointer, from: Int, count: Int, readableCount: Int) {
    start = UnsafeRawPointer(allocation + from)
    self.count = count
    self.readableCount = readableCount
    owner = .allocation(allocation)
  }

  deinit {
    switch owner {
    case .file(let file, let range): file.release(range)
    case .allocation(let allocation): allocation.deallocate()
    }
  }
}
