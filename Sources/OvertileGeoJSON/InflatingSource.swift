internal import COvertileZlib

/// Another source's bytes, inflated if they begin like gzip (RFC 1952), and unchanged otherwise.
///
/// Members follow one another without bound; zero bytes after the last one are padding. Memory: one read buffer.
final class InflatingSource: ByteSource {
  private enum State { case unknown, plain, member, betweenMembers, ended }

  private let source: any ByteSource
  /// The read buffer. It is not zeroed: a small file touches a few of its pages.
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0
  private var sourceEnded = false
  private var state = State.unknown
  private var stream = z_stream()
  private var initialized = false
  private var failure: GeoJSONError?
  private var compressedOffset: UInt64 = 0
  private var inflatedOffset: UInt64 = 0

  /// The number of bytes consumed from the other source, which may be compressed.
  private(set) var storedByteCount: UInt64 = 0

  /// - Parameter isPlain: whether the bytes are not compressed, whatever they begin with.
  init(_ source: any ByteSource, readByteCount: Int, isPlain: Bool = false) {
    self.source = source
    if isPlain { state = .plain }
    input = .allocate(capacity: max(2, readByteCount))
  }

  deinit {
    if initialized { inflateEnd(&stream) }
    input.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    if state == .unknown {
      while end < 2, try fill() {}
      state = startsMember ? .member : .plain
      if state == .member { try beginMember() }
    }
    switch state {
    case .plain: return try readPlain(into: buffer)
    case .ended: return 0
    default: return try readInflated(into: buffer)
    }
  }

  /// Whether the other source's bytes began like gzip, known after the first read.
  var isInflated: Bool { state != .unknown && state != .plain }

  private var startsMember: Bool { end - start >= 2 && input[start] == 0x1F && input[start + 1] == 0x8B }

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

  private func readPlain(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    guard start < end else {
      let count = try source.read(into: buffer)
      storedByteCount += UInt64(count)
      return count
    }
    let count = min(buffer.count, end - start)
    storedByteCount += UInt64(count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: unread.prefix(count)))
    start += count
    return count
  }

  private func beginMember() throws(GeoJSONError) {
    state = .member
    if initialized {
      inflateReset(&stream)
      return
    }
    // 15 + 16: the largest window, gzip framing.
    let code = inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw GeoJSONError(.outOfMemory, "zlib cannot start") }
    initialized = true
  }

  private func readInflated(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    if let failure { throw failure }
    while true {
      if state == .betweenMembers, try !nextMember() { return 0 }
      if start == end, try !fill() {
        var error = GeoJSONError(
          .truncatedGzip, "the gzip stream is truncated after \(compressedOffset) compressed bytes",
          byteOffset: inflatedOffset)
        error.advice = GeoJSONError.cutShort + "; to test a file, run gzip -t"
        throw error
      }
      let produced = try inflateOnce(into: buffer)
      if produced > 0 { return produced }
    }
  }

  private func inflateOnce(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    let capacity = min(buffer.count, Int(Int32.max))
    let available = end - start
    stream.next_in = input.baseAddress?.advanced(by: start)
    stream.avail_in = UInt32(available)
    stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(capacity)
    let code = inflate(&stream, Z_NO_FLUSH)
    let consumed = available - Int(stream.avail_in)
    let produced = capacity - Int(stream.avail_out)
    start += consumed
    compressedOffset += UInt64(consumed)
    storedByteCount += UInt64(consumed)
    inflatedOffset += UInt64(produced)
    if code == Z_STREAM_END {
      state = .betweenMembers
    } else if code == Z_MEM_ERROR {
      throw GeoJSONError(.outOfMemory, "there is not enough memory to decompress the input", byteOffset: inflatedOffset)
    } else if code != Z_OK && code != Z_BUF_ERROR {
      let error = GeoJSONError(
        .corruptGzip, "the gzip stream is damaged at compressed byte \(compressedOffset)", byteOffset: inflatedOffset,
        underlying: stream.msg.map { String(cString: $0) })
      if produced == 0 { throw error }
      failure = error  // the bytes before the damage go first
    }
    return produced
  }

  /// Moves to the next member; false if there is none.
  private func nextMember() throws(GeoJSONError) -> Bool {
    while true {
      while end - start < 2, try fill() {}
      if startsMember {
        try beginMember()
        return true
      }
      guard start < end else {
        state = .ended
        return false
      }
      guard input[start] == 0 else {
        throw GeoJSONError(
          .corruptGzip, "the data after the gzip stream, at compressed byte \(compressedOffset), is not gzip data",
          byteOffset: inflatedOffset)
      }
      start += 1
      compressedOffset += 1
    }
  }
}
