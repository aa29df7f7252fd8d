import Foundation
import OvertileTileArchiveWriting

/// Compresses tiles; reuses the result of the last small tile if the next is equal, as the tiles inside a large shape
/// are.
struct TileCompressor: ~Copyable {
  private var compressor: GzipCompressor
  private var lastPlain: [UInt8] = []
  private var lastCompressed: [UInt8] = []

  /// The most bytes of a plain tile that is kept for the next.
  private static let smallTile = 4096

  /// Prepares a compressor of a level from 1 to 12.
  init(level: Int) throws { compressor = try GzipCompressor(level: level) }

  /// Appends the gzip member of a tile.
  mutating func compress(_ plain: UnsafeRawBufferPointer, into bytes: inout [UInt8]) throws {
    let isRepeated = lastPlain.withUnsafeBytes { last in
      guard let first = last.baseAddress, let second = plain.baseAddress, last.count == plain.count else {
        return false
      }
      return memcmp(first, second, plain.count) == 0
    }
    if isRepeated {
      bytes += lastCompressed
      return
    }
    let start = bytes.count
    try compressor.compress(plain) { bytes.append(contentsOf: $0) }
    guard plain.count <= Self.smallTile else { return }
    lastPlain.removeAll(keepingCapacity: true)
    lastPlain.append(contentsOf: plain)
    lastCompressed.removeAll(keepingCapacity: true)
    lastCompressed.append(contentsOf: bytes[start...])
  }
}
