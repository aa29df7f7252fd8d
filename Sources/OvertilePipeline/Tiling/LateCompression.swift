import OvertileExpressions
import OvertileReading
import OvertileTileArchive
import OvertileTileArchiveWriting

/// The compression of an archive of several zooms, chosen when all of its tiles are there.
///
/// Tiles of low zooms shrink and those of high zooms hardly do, so an earlier choice would see only a part.
struct LateCompression {
  let level: Int
  let work: OrderedParallelMap

  /// The tiles of a job.
  private static let jobTiles = 64

  /// Chooses for an archive of plain tiles that is not finished yet, and compresses it if that pays.
  func chooseCompression(_ writer: PMTilesWriter) throws -> CompressionChoice {
    let tiles = try writer.storedTiles()
    let choice = try CompressionChoice.widening(tiles.count, level: level) { step, trial in
      for index in stride(from: 0, to: tiles.count, by: step) {
        try trial.add(tiles.bytes(index))
      }
    }
    guard choice.isGzip else { return choice }
    try writer.compress { append in try compress(tiles, append) }
    return choice
  }

  private func compress(_ tiles: StoredTiles, _ append: (UnsafeRawBufferPointer) throws -> Void) throws {
    var jobs = (0..<tiles.count).parts(of: Self.jobTiles).makeIterator()
    try work.run(
      next: { jobs.next() },
      makeWorker: { [level] in try TileGzip(level: level) },
      work: { (gzip: inout TileGzip, range: Range<Int>) -> [[UInt8]] in
        try range.map { try gzip.member(tiles.bytes($0)) }
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
