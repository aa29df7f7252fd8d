#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A regular file, mapped for reading until the last user lets go.
///
/// The mapping never changes, so many threads may read it at once: that is why it is Sendable.
final class MappedFile: @unchecked Sendable {
  let base: UnsafeRawPointer
  let count: Int

  /// Maps what a descriptor names; nil when that is not a regular file, or an empty one. Throws `cannotOpen`.
  init?(_ source: DescriptorSource) throws(GeoJSONError) {
    var status = stat()
    guard fstat(source.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return nil
    }
    count = Int(status.st_size)
    guard let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, source.descriptor, 0), memory != MAP_FAILED else {
      throw GeoJSONError(.cannotOpen, "the file cannot be mapped", underlying: String(cString: strerror(errno)))
    }
    base = UnsafeRawPointer(memory)
    madvise(memory, count, MADV_SEQUENTIAL)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }

  /// Whether the content begins as gzip does.
  var isGzip: Bool { count >= 2 && base.load(as: UInt16.self) == UInt16(littleEndian: 0x8B1F) }

  /// Gives the memory of some bytes back; they are read from the file again when touched. The page that holds the end
  /// stays, as the next reader is likely to be there.
  func release(_ range: Range<Int>) {
    let page = Self.pageByteCount
    let start = range.lowerBound / page * page
    let end = range.upperBound == count ? count : range.upperBound / page * page
    if start < end { madvise(UnsafeMutableRawPointer(mutating: base + start), end - start, MADV_DONTNEED) }
  }

  private static let pageByteCount = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))
}

/// The bytes of a mapped file as a stream, for gzip files.
final class MappedSource: ByteSource {
  private let file: MappedFile
  private var position = 0

  init(_ file: MappedFile) { self.file = file }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, file.count - position)
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: file.base + position, count: count))
    file.release(position..<(position + count))
    position += count
    return count
  }
}
