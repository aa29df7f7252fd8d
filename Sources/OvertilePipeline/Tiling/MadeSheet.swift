import OvertileConfiguration
import OvertileFeatures
import OvertileTileArchive
import OvertileTileArchiveWriting

/// All tiles of a sheet, as tasks have made them: the process that builds copies them segment by segment, in the order of their
/// addresses.
struct MadeSheet: Sendable {
  /// A segment in its file, and its columns.
  struct Segment: Sendable {
    let sheet: TileSheet
    let file: PartFile
    let entry: PartFile.Entry
    let columns: TileSegment

    /// All of the segment.
    ///
    /// - Throws: `PipelineError.inputOutput` if it is damaged.
    func whole() throws -> TileSegment { try file.read(entry) { try TileSegment(&$0) } }

    /// Its tiles, which stay in their file.
    var tiles: TilesOfFile {
      file.tiles(
        entry, from: entry.count - columns.byteCount, ids: columns.tiles, ends: columns.ends,
        checksums: columns.checksums)
    }
  }

  /// The segments in the order of their tiles.
  let segments: [Segment]

  /// The tiles with features of the layer that is in most of them.
  private var tileCount: Int {
    var counts: [Int: Int] = [:]
    for segment in segments {
      for (layer, tiles) in segment.columns.tileCounts { counts[layer, default: 0] += tiles }
    }
    return counts.values.max() ?? 0
  }

  /// The compression of an archive that begins with these tiles, as of those that are made here; see `CompressionChoice`.
  func choose(_ output: OutputConfiguration, level: Int) throws -> CompressionChoice {
    if let settled = CompressionChoice.settled(output) { return settled }
    return try CompressionChoice.widening(tileCount, level: level) { step, trial in
      for segment in segments {
        for (index, id) in segment.columns.tiles.enumerated() where CompressionChoice.isInSample(id, step: step) {
          let end = segment.entry.count - segment.columns.byteCount
          let range = segment.columns.range(ofTile: index)
          let bytes = try segment.file.bytes(segment.entry, end + range.lowerBound..<end + range.upperBound)
          try trial.add(segment.columns.isGzip ? Gunzip.decompress(bytes) : bytes)
        }
      }
    }
  }
}
