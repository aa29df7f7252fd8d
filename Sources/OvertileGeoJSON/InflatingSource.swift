internal import COvertileZlib

/// Another source's bytes, inflated if they begin like gzip (RFC 1952), and unchanged otherwise.
///
/// Members follow one another without bound; zero bytes after the last one are padding. Memory: one read buffer.
final class InflatingSource {
  private enum State { case unknown, plain, member, betweenMembers, ended }

  private let source: ByteStream
  /// The read buffer. It is not zeroed: a small file touches a few of its pages.
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0
  private var sourceEnded = false
  private var state = State.unknown
  private var stream = z_stream()
  private var initialized = false
  private var inflatedOffset: UInt64 = 0

  /// The number of compressed bytes consumed so far.
  private var storedByteCount = 0

  /// - Parameter isPlain: whether the bytes are not compressed, whatever they begin with.
  init(_ source: ByteStream, readByteCount: Int, isPlain: Bool) {
    self.source = source
    if isPlain { state = .plain }
    input = .allocate(capacity: max(2, readByteCount))
  }

  deinit {
    if initialized { inflateEnd(&stream) }
    input.deallocate()
  }

  /// Fills the front of a buffer; returns the number of bytes, 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    while true {
      switch state {
      case .plain: return try readPlain(into: buffer)
      case .ended: return 0
      case .member:
        if start == end { _ = try fill() }
        let produced = try inflateOnce(into: buffer)
        if produced > 0 { return produced }
      case .unknown, .betweenMembers:
        while end - start < 2, try fill() {}
        if end - start >= 2, input[start] == 0x1F, input[start + 1] == 0x8B {
          try beginMember()
        } else if state == .unknown {
          state = .plain
        } else if start == end {
          state = .ended
        } else if input[start] == 0 {
          consume(1)
        } else {
          throw GeoJSONError(
            .corruptGzip, "the data after the gzip stream, at compressed byte \(storedByteCount), is not gzip data",
            byteOffset: inflatedOffset)
        }
      }
    }
  }

  /// Whether the other source's bytes began like gzip, known after the first read.
  var isInflated: Bool { state != .unknown && state != .plain }

  /// Reads more after the current bytes; false at the end.
  private func fill() throws(GeoJSONError) -> Bool {
    if start > 0 {
      UnsafeMutableRawBufferPointer(input).copyMemory(from: UnsafeRawBufferPointer(rebasing: unread))
      (start, end) = (0, end - start)
    }
    guard !sourceEnded, end < input.count else { return false }
    let count = try source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(input)[end...]))
    end += count
    sourceEnded = count == 0
    return count > 0
  }

  /// The bytes that have been read and not been consumed.
  private var unread: Slice<UnsafeMutableRawBufferPointer> { UnsafeMutableRawBufferPointer(input)[start..<end] }

  private func consume(_ count: Int) {
    start += count
    storedByteCount += count
  }

  private func readPlain(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    guard start < end else { return try source.read(into: buffer) }
    let count = min(buffer.count, end - start)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: unread.prefix(count)))
    consume(count)
    return count
  }

  private func beginMember() throws(GeoJSONError) {
    state = .member
    // 15 + 16: the largest window, gzip framing.
    let code =
      initialized
      ? inflateReset(&stream) : inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw GeoJSONError(.outOfMemory, "zlib cannot start") }
    initialized = true
  }

  /// Inflates what is there. Bytes before damage go first: zlib tells of the damage again in the next call.
  private func inflateOnce(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    let capacity = min(buffer.count, Int(Int32.max))
    let available = end - start
    stream.next_in = input.baseAddress?.advanced(by: start)
    stream.avail_in = UInt32(available)
    stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(capacity)
    let code = inflate(&stream, Z_NO_FLUSH)
    consume(available - Int(stream.avail_in))
    let produced = capacity - Int(stream.avail_out)
    inflatedOffset += UInt64(produced)
    if code == Z_STREAM_END { state = .betweenMembers }
    guard produced == 0, code != Z_STREAM_END, code != Z_OK else { return produced }
    if code == Z_MEM_ERROR {
      throw GeoJSONError(.outOfMemory, "there is not enough memory to decompress the input", byteOffset: inflatedOffset)
    }
    guard code == Z_BUF_ERROR else {
      throw GeoJSONError(
        .corruptGzip, "the gzip stream is damaged at compressed byte \(storedByteCount)", byteOffset: inflatedOffset,
        underlying: stream.msg.map { String(cString: $0) })
    }
    throw GeoJSONError(
      .truncatedGzip, "the gzip stream is truncated after \(storedByteCount) compressed bytes",
      byteOffset: inflatedOffset, advice: GeoJSONError.cutShort + "; to test a file, run gzip -t")
  }
}
