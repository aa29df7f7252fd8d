import OvertileExpressions
import OvertileTileArchive
import OvertileTileArchiveWriting

/// The compression of an archive of several zooms, chosen when all of its tiles are there.
///
/// Tiles of low zooms shrink and those of high zooms hardly do, so an earlier choice would see only a part.
struct LateCompression {
  let level: Int
  let work: OrderedParallelMap

  /// The approximate plain bytes of a job.
  private static let jobBytes = 1 << 20
  /// The memory per byte of a tile while it is compressed: plain, compressed, and in the compressor's buffer.
  private static let bytesPerByte = 4

  /// Chooses for an archive of plain tiles that is not finished yet, and compresses it if that pays.
  func chooseCompression(_ writer: PMTilesWriter) throws -> CompressionChoice {
    let tiles = try writer.storedTiles()
    let choice = try CompressionChoice.widening(tiles.count, level: level) { step, trial in
      for index in stride(from: 0, to: tiles.count, by: step) {
        try reserving(tiles.size(index)) { try trial.add(tiles.bytes(index)) }
      }
    }
    guard choice.isGzip else { return choice }
    try writer.compress { append in try compress(tiles, append) }
    return choice
  }

  /// Compresses a tile; one that is larger than a job waits until there is memory for it.
  private func reserving<R>(_ bytes: Int, _ compress: () throws -> R) throws -> R {
    guard bytes > Self.jobBytes else { return try compress() }
    return try work.memory.reserving(
      bytes * Self.bytesPerByte, for: "compressing a tile of \(Counted.text(bytes, "byte"))", compress)
  }

  private func compress(_ tiles: StoredTiles, _ append: (UnsafeRawBufferPointer) throws -> Void) throws {
    var next = 0
    try work.run(
      next: { () -> Range<Int>? in
        guard next < tiles.count else { return nil }
        let first = next
        var bytes = 0
        while next < tiles.count, bytes < Self.jobBytes {
          bytes += tiles.size(next)
          next += 1
        }
        return first..<next
      },
      makeWorker: { [level] in try TileGzip(level: level) },
      work: { (gzip: inout TileGzip, range: Range<Int>) -> [[UInt8]] in
        try range.map { index in try reserving(tiles.size(index)) { try gzip.member(tiles.bytes(index)) } }
      },
      consume: { (members: [[UInt8]]) in
        for member in members { try member.withUnsafeBytes { try append($0) } }
      })
  }
}

/// A worker's compressor.
private final class TileGzip {
  private var compressor: GzipCompressor

  init(level: Int) throws { compressor = try GzipCompressor(level: level) }

  func member(_ bytes: [UInt8]) throws -> [UInt8] { try compressor.compress(bytes) }
}
