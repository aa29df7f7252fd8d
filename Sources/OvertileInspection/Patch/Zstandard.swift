import COvertileZstd

/// zstd with an old file as prefix of the new one, which costs only its changes then (as `zstd --patch-from` does).
enum Zstandard {
  /// Between speed and size; higher levels gain little where most of a file is in the prefix.
  private static let level: Int32 = 12
  /// The largest window, in bits: 1 GiB. A file that needs more with its prefix is compressed without it.
  private static let mostWindowBits: Int32 = 30
  /// The window above which the tables of the level do not reach all of it, in bits: long matches are looked for apart.
  private static let longWindowBits: Int32 = 22
  private static let chunk = 1 << 17

  /// Whether a prefix and a file fit into the largest window.
  static func fits(prefix: Int, file: Int) -> Bool { prefix + file <= 1 << mostWindowBits }

  /// Compresses a file into one frame, and calls a closure with its parts.
  ///
  /// The same bytes every time with the same version of the library; any version reads them.
  static func compress(
    _ file: UnsafeRawBufferPointer, prefix: UnsafeRawBufferPointer, _ body: ([UInt8]) throws -> Void
  ) throws {
    guard let context = ZSTD_createCCtx() else {
      throw InspectionError("there is not enough memory for zstd to compress", .unavailable)
    }
    defer { ZSTD_freeCCtx(context) }
    let bits = Int32(max(10, Int.bitWidth - (prefix.count + file.count).leadingZeroBitCount))
    try check(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level))
    if !prefix.isEmpty {
      try check(ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, min(bits, mostWindowBits)))
      try check(ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, bits > longWindowBits ? 1 : 0))
    }
    try check(ZSTD_CCtx_setPledgedSrcSize(context, UInt64(file.count)))
    try check(ZSTD_CCtx_refPrefix(context, prefix.baseAddress, prefix.count))
    var input = ZSTD_inBuffer(src: file.baseAddress, size: file.count, pos: 0)
    var left = 1
    while left > 0 {
      let part = try filled { output in
        left = try check(ZSTD_compressStream2(context, &output, &input, ZSTD_e_end))
      }
      try body(part)
    }
  }

  /// Expands a frame, and calls a closure with its parts.
  ///
  /// - Throws: `InspectionError` if the bytes are not exactly one frame.
  static func expand(
    _ frame: UnsafeRawBufferPointer, prefix: UnsafeRawBufferPointer, _ body: ([UInt8]) throws -> Void
  ) throws {
    guard let context = ZSTD_createDCtx() else {
      throw InspectionError("there is not enough memory for zstd to decompress", .unavailable)
    }
    defer { ZSTD_freeDCtx(context) }
    try check(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, mostWindowBits))
    try check(ZSTD_DCtx_refPrefix(context, prefix.baseAddress, prefix.count))
    var input = ZSTD_inBuffer(src: frame.baseAddress, size: frame.count, pos: 0)
    var (isWhole, isFull) = (false, false)
    while input.pos < input.size || isFull {
      guard !isWhole else { throw InspectionError("there is unexpected data after the end of the compressed data") }
      let part = try filled { output in
        isWhole = try check(ZSTD_decompressStream(context, &output, &input)) == 0
        isFull = !isWhole && output.pos == output.size
      }
      try body(part)
    }
    guard isWhole else { throw InspectionError("the compressed data ends too early") }
  }

  private static func filled(_ body: (inout ZSTD_outBuffer) throws -> Void) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
      var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: chunk, pos: 0)
      try body(&output)
      count = output.pos
    }
  }

  @discardableResult
  private static func check(_ code: Int) throws -> Int {
    guard ZSTD_isError(code) != 0 else { return code }
    let isShort = ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation
    throw InspectionError("zstd: \(String(cString: ZSTD_getErrorName(code)))", isShort ? .unavailable : .badData)
  }
}
