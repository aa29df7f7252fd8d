import MapMath
import OvertileTileArchive

/// The sizes of the tiles of each zoom, read from the directories of archives alone.
package struct TileSizes: Sendable, Hashable {
  /// The sizes of a zoom's tiles, and the largest one.
  package struct Zoom: Sendable, Hashable {
    /// The zoom.
    package var zoom: Int
    /// The number of tiles.
    package var tiles: UInt64 = 0
    /// The largest tile; the first if there are several.
    package var largest: TileSurvey.Tile
    /// The number of tiles of each size in bytes.
    fileprivate var counts: [Int: UInt64] = [:]

    /// The sizes in bytes below which a fraction of the tiles is, for ascending fractions in 0...1; a size that occurs.
    /// O(distinct sizes).
    package func quantiles(_ fractions: [Double]) -> [Int] {
      var (sizes, below) = (counts.sorted { $0.key < $1.key }[...], UInt64(0))
      return fractions.map { fraction in
        let rank = UInt64(exactly: (Double(tiles) * min(1, max(0, fraction))).rounded(.up)) ?? tiles
        while let first = sizes.first, sizes.count > 1, below + first.value < rank {
          below += first.value
          sizes.removeFirst()
        }
        return sizes.first?.key ?? 0
      }
    }

    /// The number of tiles of at least so many bytes for each of some ascending limits, and of less than the next one.
    package func counts(from limits: [Int]) -> [UInt64] {
      limits.indices.map { index in
        let end = index + 1 < limits.count ? limits[index + 1] : .max
        return counts.reduce(0) { limits[index] <= $1.key && $1.key < end ? $0 + $1.value : $0 }
      }
    }
  }

  private var tallies: [UInt8: Zoom] = [:]

  /// Makes an empty survey.
  package init() {}

  /// The zooms with tiles, ascending.
  package var zooms: [Zoom] { tallies.values.sorted { $0.zoom < $1.zoom } }

  /// Adds all tiles of an archive. O(runs), with memory for the distinct sizes.
  ///
  /// - Throws: `ArchiveError`; `InspectionError` if there are more tiles than 64 bits count, as in a forged directory.
  package mutating func add(_ reader: any TileArchiveReader) throws {
    try reader.forEachRun { run in
      let tile = TileSurvey.Tile(tile: run.first, bytes: run.bytes)
      var zoom = tallies[run.first.z] ?? Zoom(zoom: Int(run.first.z), largest: tile)
      let (tiles, tooMany) = zoom.tiles.addingReportingOverflow(run.count)
      guard !tooMany else {
        throw InspectionError("\(reader.path): the number of tiles in the directory exceeds 64 bits")
      }
      zoom.tiles = tiles
      zoom.counts[run.bytes, default: 0] += run.count
      if run.bytes > zoom.largest.bytes { zoom.largest = tile }
      tallies[run.first.z] = zoom
    }
  }
}
