import MapMath
import OvertileTileArchive

/// Tiles and bytes of archives, read from their directories alone.
package struct TileSurvey: Sendable, Hashable {
  /// A tile and its size.
  package struct Tile: Sendable, Hashable {
    /// The address.
    package var tile: TileID
    /// The stored bytes.
    package var bytes: Int
  }

  /// The zooms with tiles, ascending.
  package var zooms: [TileSizes] { tallies.values.sorted { $0.zoom < $1.zoom } }
  /// The largest tiles, the largest first; equal ones in the order of their ids; the first tile of a run.
  package private(set) var largest: [Tile] = []
  /// All tiles.
  package var tiles: UInt64 { tallies.values.reduce(0) { $0 &+ $1.tiles } }
  /// All bytes.
  package var bytes: UInt64 { tallies.values.reduce(0) { $0 &+ $1.bytes } }
  private var tallies: [UInt8: TileSizes] = [:]
  private let limit: Int

  /// Makes an empty survey that keeps so many large tiles.
  package init(largest limit: Int) { self.limit = max(0, limit) }

  /// Adds all tiles of an archive. O(runs), with memory for the largest tiles and the distinct sizes.
  ///
  /// Sums beyond 64 bits, which only a forged directory has, begin again at 0.
  ///
  /// - Throws: `ArchiveError`.
  package mutating func add(_ reader: any TileArchiveReader) throws {
    try reader.forEachRun { run in
      guard let first = TileID(hilbertID: run.ids.lowerBound) else { return }
      let tile = Tile(tile: first, bytes: run.bytes)
      tallies[first.z, default: TileSizes(zoom: Int(first.z), largest: tile)].add(tile, count: run.count)
      note(tile)
    }
  }

  private mutating func note(_ tile: Tile) {
    if largest.count >= limit, tile.bytes <= largest.last?.bytes ?? .max { return }
    let location = largest.firstIndex { $0.bytes < tile.bytes } ?? largest.count
    largest.insert(tile, at: location)
    if largest.count > limit { largest.removeLast() }
  }
}
