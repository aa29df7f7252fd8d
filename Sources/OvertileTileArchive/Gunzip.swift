import COvertileZlib

/// Decompresses gzip with zlib.
package enum Gunzip {
  /// Decompresses one or more gzip members to at most `limit` bytes.
  ///
  /// Safe on hostile input: memory stays within the limit plus 64 KiB. O(output).
  ///
  /// - Throws: `ArchiveError` with `malformed` if the bytes are not gzip, are cut short, fail their checksum or exceed
  /// the limit.
  package static func decompress(_ bytes: [UInt8], limit: Int = TileArchives.mostTileBytes) throws -> [UInt8] {
    try inflated(bytes, limit: limit, isWhole: true)
  }

  /// Bytes without compression: decompressed if they begin like gzip, otherwise unchanged. No vector tile, text or image
  /// begins so.
  ///
  /// - Throws: as `decompress`.
  package static func plain(_ stored: [UInt8], limit: Int = TileArchives.mostTileBytes) throws -> [UInt8] {
    StoredCompression(sniffing: stored) == .gzip ? try decompress(stored, limit: limit) : stored
  }

  /// Decompresses the first bytes of gzip, at most `count`; fewer if the input ends earlier.
  ///
  /// - Throws: `ArchiveError` with `malformed` if the bytes do not begin like gzip.
  package static func beginning(of bytes: [UInt8], count: Int) throws -> [UInt8] {
    try inflated(bytes, limit: count, isWhole: false)
  }

  private static func inflated(_ bytes: [UInt8], limit: Int, isWhole: Bool) throws -> [UInt8] {
    var stream = z_stream()
    // 15 window bits, plus 16 for gzip alone (zlib's manual, inflateInit2).
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ArchiveError(.memory, "inflateInit2 failed")
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    return try input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(clamping: source.count)
      return try inflateMembers(&stream, limit: limit, isWhole: isWhole)
    }
  }

  private static func inflateMembers(_ stream: inout z_stream, limit: Int, isWhole: Bool) throws -> [UInt8] {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let status = chunk.withUnsafeMutableBufferPointer { buffer in
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        return inflate(&stream, Z_NO_FLUSH)
      }
      output.append(contentsOf: chunk[..<(chunk.count - Int(stream.avail_out))])
      if !isWhole, output.count >= limit || [Z_BUF_ERROR, Z_STREAM_END].contains(status) {
        return Array(output.prefix(limit))
      }
      guard output.count <= limit else {
        throw ArchiveError(.malformed, "gzip: the content is larger than \(limit) bytes")
      }
      if status == Z_STREAM_END {
        if stream.avail_in == 0 { return output }
        guard inflateReset(&stream) == Z_OK else { throw ArchiveError(.malformed, "gzip: inflateReset failed") }
      } else if status == Z_MEM_ERROR {
        throw ArchiveError(.memory, "inflate ran out of memory")
      } else if status != Z_OK {
        let message = stream.msg.map { String(cString: $0) } ?? "the data is truncated"
        throw ArchiveError(.malformed, "gzip: \(message)")
      }
    }
  }
}
