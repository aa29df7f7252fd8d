import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// The tiles of an archive, or of all archives that hold one layer each, which are read as one.
struct TileSet {
  /// The reader of the tiles.
  let reader: any TileArchiveReader
  private let runs: [StoredRun]

  /// Lists the tiles of an archive. O(runs log runs).
  init(_ reader: any TileArchiveReader) throws {
    (self.reader, runs) = (reader, try RunMerge.runs(of: reader))
  }

  /// The runs that begin at a zoom, ascending. O(runs).
  func runs(zoom: Int) -> [StoredRun] {
    let ids = TileID.hilbertIDs(zooms: zoom...zoom)
    return runs.filter { ids.contains($0.ids.lowerBound) }
  }
}

extension BundleFolder {
  /// The zooms that the manifest names.
  var zooms: Set<Int> { Set(manifest.tileFiles.flatMap(\.zooms)) }

  /// The digests of the files that hold a zoom: equal ones hold equal tiles.
  func digests(zoom: Int) -> [String] {
    manifest.tileFiles.filter { $0.zooms.contains(zoom) }.map(\.sha256).sorted()
  }

  /// The tiles of the archives that hold some zooms.
  func tileSets(zooms: [Int]) throws -> [TileSet] {
    let groups = manifest.tileGroups.filter { group in group.contains { zooms.contains(where: $0.zooms.contains) } }
    return try groups.map { group in
      try TileSet(TileArchives.joined(group.map { try TileArchives.open(path: path($0.path)) }, in: url.path))
    }
  }
}

extension TileID {
  /// The Hilbert ids of all tiles of some zooms.
  static func hilbertIDs(zooms: ClosedRange<Int>) -> Range<UInt64> {
    firstHilbertID(zoom: zooms.lowerBound)..<firstHilbertID(zoom: zooms.upperBound)
      + (1 << (2 * UInt64(zooms.upperBound)))
  }
}
