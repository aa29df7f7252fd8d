import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// The tiles of a bundle, zoom by zoom, from any container and layout.
final class TileSet {
  /// Tiles of one zoom with consecutive Hilbert ids that one archive holds.
  struct Run {
    var first: UInt64
    var count: UInt64
    var archive: Int
    var bytes: Int

    var end: UInt64 { first + count }
  }

  private let bundle: BundleFolder
  /// The files of each archive: one, or all files that hold one layer each, which are read as one.
  private let groups: [[BundleManifest.File]]
  private var archives: [Int: any TileArchiveReader] = [:]
  /// The runs of archives that were listed, by zoom, ascending.
  private var runs: [Int: [Run]] = [:]
  private var listed: Set<Int> = []

  /// The tiles of a bundle. Nothing is opened yet.
  init(_ bundle: BundleFolder) {
    self.bundle = bundle
    groups = bundle.manifest.tileGroups
  }

  /// The digests of the archives that hold a zoom: equal ones hold equal tiles.
  func digests(zoom: Int) -> [String] {
    groups.joined().filter { Self.holds($0, zoom) }.map(\.sha256).sorted()
  }

  /// The zooms that the manifest names.
  var zooms: Set<Int> {
    Set(
      groups.joined().flatMap { file in
        let (low, high) = (max(0, file.minzoom ?? 0), min(31, file.maxzoom ?? 31))
        return low <= high ? Array(low...high) : []
      })
  }

  /// The tiles of a zoom as runs, ascending. O(runs of the archives that hold it).
  func runs(zoom: Int) throws -> [Run] {
    for index in covering(zoom) where listed.insert(index).inserted {
      try archive(index).forEachRun { run in
        let entry = Run(first: run.first.hilbertID, count: run.count, archive: index, bytes: run.bytes)
        runs[Int(run.first.z), default: []].append(entry)
      }
    }
    return (runs[zoom] ?? []).sorted { $0.first < $1.first }
  }

  /// The stored bytes of a tile that a run names.
  func stored(_ tile: TileID, in run: Run) throws -> [UInt8] { try archive(run.archive).tile(tile) ?? [] }

  /// The bytes of a tile without their compression.
  func plain(_ stored: [UInt8], in run: Run) throws -> [UInt8] { try archive(run.archive).plain(stored) }

  /// The format of a run's tiles.
  func content(of run: Run) throws -> TileContent { try archive(run.archive).content }

  /// The archive of a run, for errors.
  func path(of run: Run) -> String { Self.path(groups[run.archive], in: bundle) }

  private func covering(_ zoom: Int) -> [Int] {
    groups.indices.filter { groups[$0].contains { Self.holds($0, zoom) } }
  }

  private static func holds(_ file: BundleManifest.File, _ zoom: Int) -> Bool {
    (file.minzoom ?? 0) <= zoom && zoom <= (file.maxzoom ?? 31)
  }

  private static func path(_ group: [BundleManifest.File], in bundle: BundleFolder) -> String {
    group.count == 1 ? bundle.path(group[0].path) : bundle.url.path
  }

  private func archive(_ index: Int) throws -> any TileArchiveReader {
    if let known = archives[index] { return known }
    let parts = try groups[index].map { try TileArchives.open(path: bundle.path($0.path)) }
    let archive = try TileArchives.joined(parts, in: bundle.url.path)
    archives[index] = archive
    return archive
  }
}

/// Walks the tiles of two lists of runs together.
enum TileMerge {
  /// Calls a closure with every tile that either list holds, ascending, and the runs that hold it. O(tiles).
  static func forEachTile(
    _ a: [TileSet.Run], _ b: [TileSet.Run], _ body: (TileID, TileSet.Run?, TileSet.Run?) throws -> Void
  ) throws {
    var (i, j) = (0, 0)
    var id: UInt64 = 0
    while i < a.count || j < b.count {
      let next = min(i < a.count ? max(id, a[i].first) : .max, j < b.count ? max(id, b[j].first) : .max)
      let inA = i < a.count && a[i].first <= next
      let inB = j < b.count && b[j].first <= next
      guard let tile = TileID(hilbertID: next) else {
        throw ChangesError("tile id \(next) is invalid because its zoom would exceed 31")
      }
      try body(tile, inA ? a[i] : nil, inB ? b[j] : nil)
      id = next + 1
      while i < a.count, a[i].end <= id { i += 1 }
      while j < b.count, b[j].end <= id { j += 1 }
    }
  }
}
