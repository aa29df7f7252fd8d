/// The bytes of a window at some moment. Positions are offsets from the stream's first byte.
struct WindowView {
  /// The address of the byte at `start`. Valid until the window is extended or cut.
  var base: UnsafePointer<UInt8>
  /// The position of the first byte that is still in the window.
  var start: Int
  /// The position after the last byte in the window.
  var end: Int
}

/// A window that slides over a stream, in one allocation that grows only while a single text does not fit.
final class StreamWindow {
  /// The bytes after the last one that may be read but not used (simdjson's padding).
  private static let paddingByteCount = 64

  private let source: InflatingSource
  private let readByteCount: Int
  private let limitByteCount: Int
  private var block: SliceBlock
  private var start: Int
  private var end: Int
  private var ended = false
  private let slices: SliceMemory

  /// Begins without bytes, at the position of the source's first byte.
  init(_ source: InflatingSource, _ options: FeatureSplitter.Options, at position: Int) {
    self.source = source
    (start, end) = (position, position)
    readByteCount = options.readByteCount
    limitByteCount = options.windowByteCount
    slices = SliceMemory(usualByteCount: 2 * readByteCount + Self.paddingByteCount)
    block = SliceBlock(2 * readByteCount + Self.paddingByteCount, of: slices)
  }

  private var memory: UnsafeMutableRawPointer { block.base }
  private var capacity: Int { block.byteCount - Self.paddingByteCount }

  /// The bytes in the window.
  var view: WindowView {
    WindowView(base: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), start: start, end: end)
  }

  /// Whether the input is compressed.
  var isInflated: Bool { source.isInflated }

  /// Adds bytes after `end`; those before `kept` may be dropped. False at the end of the stream.
  func extend(keeping kept: Int) throws(GeoJSONError) -> Bool {
    if ended { return false }
    let kept = min(max(kept, start), end)
    if end - start + readByteCount > capacity { try makeSpace(keeping: kept) }
    let free = UnsafeMutableRawBufferPointer(start: memory + (end - start), count: readByteCount)
    let count = try source.read(into: free)
    end += count
    ended = count == 0
    return count > 0
  }

  private func makeSpace(keeping kept: Int) throws(GeoJSONError) {
    let count = end - kept
    if count + readByteCount <= capacity {
      memory.copyMemory(from: memory + (kept - start), byteCount: count)
    } else {
      guard count < limitByteCount else {
        throw GeoJSONError(
          .textTooLarge, "a JSON value is larger than \(limitByteCount) bytes, or its end is missing",
          byteOffset: UInt64(kept))
      }
      let newCapacity = max(2 * capacity, count + readByteCount)
      let larger = SliceBlock(newCapacity + Self.paddingByteCount, of: slices)
      larger.base.copyMemory(from: memory + (kept - start), byteCount: count)
      block = larger
    }
    start = kept
  }

  /// Returns bytes; the window continues after them.
  func cut(_ range: Range<Int>) -> SliceBytes {
    let rest = end - range.upperBound
    let next = SliceBlock(max(2 * readByteCount, rest + readByteCount) + Self.paddingByteCount, of: slices)
    next.base.copyMemory(from: memory + (range.upperBound - start), byteCount: rest)
    (memory + (end - start)).initializeMemory(as: UInt8.self, repeating: 0, count: Self.paddingByteCount)
    let slice = SliceBytes(
      block: block, offset: range.lowerBound - start, count: range.count,
      readableCount: end - range.lowerBound + Self.paddingByteCount)
    (block, start) = (next, range.upperBound)
    return slice
  }
}
