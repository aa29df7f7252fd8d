internal import COvertileZlib

/// Another source's bytes, inflated if they begin like gzip (RFC 1952), and unchanged otherwise.
///
/// Members follow one another without bound; zero bytes after the last one are padding. Memory: one read buffer.
final class InflatingSource {
  private enum State { case unknown, plain, member, betweenMembers }

  private let source: ByteStream
  /// The read buffer. It is not zeroed: a small file touches a few of its pages.
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// Where in the buffer the bytes are that have been read and not been consumed.
  private var unread = 0..<0
  private var state: State
  private var stream = z_stream()
  private var inflatedOffset: UInt64 = 0
  /// The number of compressed bytes consumed so far.
  private var compressedByteCount = 0

  /// - Parameter isPlain: whether the bytes are not compressed, whatever they begin with.
  init(_ source: ByteStream, readByteCount: Int, isPlain: Bool) {
    self.source = source
    state = isPlain ? .plain : .unknown
    input = .allocate(capacity: max(2, readByteCount))
  }

  deinit {
    if isInflated { inflateEnd(&stream) }
    input.deallocate()
  }

  /// Whether the other source's bytes began like gzip, known after the first read.
  var isInflated: Bool { state == .member || state == .betweenMembers }

  /// Fills the front of a buffer; returns the number of bytes, 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    if state == .unknown { try begin() }
    if state == .plain { return try readPlain(into: buffer) }
    while true {
      if unread.isEmpty { unread = 0..<(try source.read(into: UnsafeMutableRawBufferPointer(input))) }
      if state == .betweenMembers {
        guard let first = unread.first else { return 0 }
        if input[first] == 0 {
          consume(1)
          continue
        }
        inflateReset(&stream)
        state = .member
      }
      let produced = try inflateOnce(into: buffer)
      if produced > 0 { return produced }
    }
  }

  /// Looks whether the first two bytes are those of gzip.
  private func begin() throws(GeoJSONError) {
    var end = 0
    while end < 2 {
      let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(input)[end...])
      let count = try source.read(into: free)
      if count == 0 { break }
      end += count
    }
    unread = 0..<end
    guard end > 1, input[0] == 0x1F, input[1] == 0x8B else {
      state = .plain
      return
    }
    // 15 + 16: the largest window, gzip framing.
    guard inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw GeoJSONError(.outOfMemory, "zlib cannot start")
    }
    state = .member
  }

  private func consume(_ count: Int) {
    unread = unread.lowerBound + count..<unread.upperBound
    compressedByteCount += count
  }

  private func readPlain(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    if unread.isEmpty { return try source.read(into: buffer) }
    let part = unread.prefix(buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: input[part])))
    unread = part.upperBound..<unread.upperBound
    return part.count
  }

  /// Inflates what is there. Bytes before damage go first: zlib tells of the damage again in the next call.
  private func inflateOnce(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    let capacity = min(buffer.count, Int(Int32.max))
    stream.next_in = input.baseAddress?.advanced(by: unread.lowerBound)
    stream.avail_in = UInt32(unread.count)
    stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(capacity)
    let code = inflate(&stream, Z_NO_FLUSH)
    consume(unread.count - Int(stream.avail_in))
    let produced = capacity - Int(stream.avail_out)
    inflatedOffset += UInt64(produced)
    if code == Z_STREAM_END { state = .betweenMembers }
    guard produced == 0, code != Z_STREAM_END, code != Z_OK else { return produced }
    if code == Z_MEM_ERROR {
      throw GeoJSONError(.outOfMemory, "there is not enough memory to decompress the input", byteOffset: inflatedOffset)
    }
    guard code == Z_BUF_ERROR else {
      throw GeoJSONError(
        .corruptGzip, "the gzip stream is damaged at compressed byte \(compressedByteCount)",
        byteOffset: inflatedOffset, underlying: stream.msg.map { String(cString: $0) })
    }
    throw GeoJSONError(
      .truncatedGzip, "the gzip stream is truncated after \(compressedByteCount) compressed bytes",
      byteOffset: inflatedOffset, advice: GeoJSONError.cutShort + "; to test a file, run gzip -t")
  }
}
