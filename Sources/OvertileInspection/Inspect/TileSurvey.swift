import MapMath
import OvertileTileArchive

/// Tiles and bytes of archives, read from their directories alone.
package struct TileSurvey: Sendable, Hashable {
  /// The tiles of a zoom.
  package struct Zoom: Sendable, Hashable, Codable {
    /// The zoom.
    package var zoom: Int
    /// Addressed tiles.
    package var tiles: UInt64
    /// Their stored bytes; tiles that share bytes count each.
    package var bytes: UInt64
  }

  /// A tile and its size.
  package struct Tile: Sendable, Hashable {
    /// The address.
    package var tile: TileID
    /// The stored bytes.
    package var bytes: Int
  }

  /// The zooms with tiles, ascending.
  package var zooms: [Zoom] { tallies.values.sorted { $0.zoom < $1.zoom } }
  /// The largest tiles, the largest first; equal ones in the order of their ids; the first tile of a run.
  package private(set) var largest: [Tile] = []
  private var tallies: [UInt8: Zoom] = [:]
  private let limit: Int

  /// Makes an empty survey that keeps so many large tiles.
  package init(largest limit: Int) { self.limit = max(0, limit) }

  /// Adds all tiles of an archive. O(runs), with memory for the largest tiles alone.
  ///
  /// - Throws: `ArchiveError`; `InspectionError` if the sizes exceed 64 bits, which only a forged directory has.
  package mutating func add(_ reader: any TileArchiveReader) throws {
    try reader.forEachRun { run in
      var zoom = tallies[run.first.z] ?? Zoom(zoom: Int(run.first.z), tiles: 0, bytes: 0)
      let (bytes, tooLarge) = run.count.multipliedReportingOverflow(by: UInt64(max(0, run.bytes)))
      let (tiles, tooMany) = zoom.tiles.addingReportingOverflow(run.count)
      let (sum, overflow) = zoom.bytes.addingReportingOverflow(bytes)
      guard !tooLarge, !tooMany, !overflow else {
        throw InspectionError("\(reader.path): the total size of the tiles in the directory exceeds 64 bits")
      }
      (zoom.tiles, zoom.bytes) = (tiles, sum)
      tallies[run.first.z] = zoom
      note(Tile(tile: run.first, bytes: run.bytes))
    }
  }

  private mutating func note(_ tile: Tile) {
    if largest.count >= limit, tile.bytes <= largest.last?.bytes ?? .max { return }
    let location = largest.firstIndex { $0.bytes < tile.bytes } ?? largest.count
    largest.insert(tile, at: location)
    if largest.count > limit { largest.removeLast() }
  }

  /// All tiles; nil beyond 64 bits.
  package var tiles: UInt64? { Self.sum(tallies.values.map(\.tiles)) }
  /// All bytes; nil beyond 64 bits.
  package var bytes: UInt64? { Self.sum(tallies.values.map(\.bytes)) }

  private static func sum(_ numbers: [UInt64]) -> UInt64? {
    numbers.reduce(UInt64?(0)) { sum, number in
      guard let (total, overflow) = sum?.addingReportingOverflow(number), !overflow else { return nil }
      return total
    }
  }
}
