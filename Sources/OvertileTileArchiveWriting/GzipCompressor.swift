import COvertileDeflate
import OvertileTileArchive

/// Compresses tiles into gzip members. Their bytes depend only on the input and the level.
///
/// The header states no time, no name and an unknown system (255). Each worker needs its own compressor. Source: RFC
/// 1952; libdeflate.
package struct GzipCompressor: ~Copyable {
  private let compressor: OpaquePointer
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  /// Creates a compressor with a level from 1 (fastest) to 12 (smallest). Other levels are clamped.
  ///
  /// - Throws: `ArchiveError` with `memory`.
  package init(level: Int = 6) throws {
    guard let compressor = libdeflate_alloc_compressor(Int32(min(max(level, 1), 12))) else {
      throw ArchiveError(.memory, "libdeflate_alloc_compressor failed")
    }
    self.compressor = compressor
  }

  deinit {
    libdeflate_free_compressor(compressor)
    buffer.deallocate()
  }

  /// Compresses some bytes and calls a closure with the member, which is valid only during the call.
  package mutating func compress<R>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    if bound > buffer.count {
      buffer.deallocate()
      buffer = .allocate(byteCount: bound, alignment: 16)
    }
    // libdeflate rejects a null input even if it is empty.
    let size = withUnsafeBytes(of: UInt8(0)) { nothing in
      libdeflate_gzip_compress(
        compressor, bytes.baseAddress ?? nothing.baseAddress, bytes.count, buffer.baseAddress, buffer.count)
    }
    guard size > 0 else { throw ArchiveError(.memory, "libdeflate_gzip_compress needs more than \(bound) bytes") }
    return try body(UnsafeRawBufferPointer(rebasing: buffer[..<size]))
  }

  /// Compresses some bytes into one gzip member.
  package mutating func compress(_ bytes: [UInt8]) throws -> [UInt8] {
    try bytes.withUnsafeBytes { try compress($0) { Array($0) } }
  }
}
