import COvertileDeflate

/// Raw deflate of whole blocks (RFC 1951), with libdeflate.
enum Deflate {
  /// The bytes compressed, or unchanged if that is not larger.
  ///
  /// The same bytes every time with the same version of the library; any version reads them.
  static func compress(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count > 16 else { return bytes }
    guard let compressor = libdeflate_alloc_compressor(9) else {
      throw ChangesError("libdeflate has no memory for a compressor", .inputOutput)
    }
    defer { libdeflate_free_compressor(compressor) }
    let capacity = bytes.count - 1
    let packed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      // 0 means that it does not fit.
      count = libdeflate_deflate_compress(compressor, bytes, bytes.count, buffer.baseAddress, capacity)
    }
    return packed.isEmpty ? bytes : packed
  }

  /// The bytes passed to `compress`, exactly `size` of them.
  ///
  /// - Throws: `ChangesError` if the data are not that.
  static func expand(_ stored: [UInt8], size: Int) throws -> [UInt8] {
    if stored.count == size { return stored }
    guard let decompressor = libdeflate_alloc_decompressor() else {
      throw ChangesError("libdeflate has no memory for a decompressor", .inputOutput)
    }
    defer { libdeflate_free_decompressor(decompressor) }
    var isSound = false
    let plain = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var made = 0
      let result = libdeflate_deflate_decompress(
        decompressor, stored, stored.count, buffer.baseAddress, size, &made)
      isSound = result == LIBDEFLATE_SUCCESS && made == size
      count = isSound ? size : 0
    }
    guard isSound else { throw ChangesError("a compressed block does not expand to its \(size) bytes") }
    return plain
  }
}
