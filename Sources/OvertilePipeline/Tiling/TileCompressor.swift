import OvertileCore
import OvertileTileArchiveWriting

/// Compresses tiles; reuses the results of the last small ones if the next is equal to one, as the tiles inside a large
/// shape are, between which those on its border come.
struct TileCompressor: ~Copyable {
  private struct Result {
    var plain: [UInt8] = []
    var compressed: [UInt8] = []
  }

  private var compressor: GzipCompressor
  /// The last small tiles, and the one of them that is replaced next.
  private var last = [Result](repeating: Result(), count: 4)
  private var oldest = 0

  /// The most bytes of a plain tile that is kept for the next.
  private static let smallTile = 4096

  /// Prepares a compressor of a level from 1 to 12.
  init(level: Int) throws { compressor = try GzipCompressor(level: level) }

  /// Appends the gzip member of a tile.
  mutating func compress(_ plain: UnsafeRawBufferPointer, into bytes: inout [UInt8]) throws {
    for index in last.indices where last[index].plain.withUnsafeBytes({ $0.hasSameBytes(as: plain) }) {
      bytes += last[index].compressed
      return
    }
    let start = bytes.count
    try compressor.compress(plain) { bytes.append(contentsOf: $0) }
    guard plain.count <= Self.smallTile else { return }
    last[oldest].plain.removeAll(keepingCapacity: true)
    last[oldest].plain.append(contentsOf: plain)
    last[oldest].compressed.removeAll(keepingCapacity: true)
    last[oldest].compressed.append(contentsOf: bytes[start...])
    oldest = (oldest + 1) % last.count
  }
}
