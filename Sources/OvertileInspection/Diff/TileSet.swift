import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The tiles of a bundle, zoom by zoom, from any container and layout.
final class TileSet {
  /// An archive, or all archives that hold one layer each, which are read as one.
  struct Archive {
    /// The reader of its tiles.
    let reader: any TileArchiveReader
    private let runs: [RunMerge.Own]

    /// Lists the tiles of an archive. O(runs log runs).
    init(_ reader: any TileArchiveReader) throws {
      (self.reader, runs) = (reader, try RunMerge.runs(of: reader))
    }

    /// The runs that begin at a zoom, ascending. O(log runs + runs of the zoom).
    func runs(zoom: Int) -> [RunMerge.Own] {
      let ids = TileID.hilbertIDs(zooms: zoom...zoom)
      let first = runs.partitioningIndex { $0.ids.lowerBound >= ids.lowerBound }
      return Array(runs[first..<runs.partitioningIndex { $0.ids.lowerBound >= ids.upperBound }])
    }
  }

  private let bundle: BundleFolder
  /// The files of each archive: one, or all files that hold one layer each.
  private let groups: [[BundleManifest.File]]
  private var archives: [Int: Archive] = [:]

  /// The tiles of a bundle. Nothing is opened yet.
  init(_ bundle: BundleFolder) {
    self.bundle = bundle
    groups = bundle.manifest.tileGroups
  }

  /// The digests of the archives that hold a zoom: equal ones hold equal tiles.
  func digests(zoom: Int) -> [String] {
    groups.joined().filter { $0.zooms.contains(zoom) }.map(\.sha256).sorted()
  }

  /// The zooms that the manifest names.
  var zooms: Set<Int> { Set(groups.joined().flatMap(\.zooms)) }

  /// The archives that hold a zoom, each opened and listed once.
  func archives(zoom: Int) throws -> [Archive] {
    try groups.indices.filter { groups[$0].contains { $0.zooms.contains(zoom) } }.map { index in
      if let known = archives[index] { return known }
      let parts = try groups[index].map { try TileArchives.open(path: bundle.path($0.path)) }
      let archive = try Archive(try TileArchives.joined(parts, in: bundle.url.path))
      archives[index] = archive
      return archive
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
