import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileLayers
import OvertileReading
import OvertileTileArchive
import OvertileVectorTile

/// `clusters`: the share of a layer's old cluster ids, over all zooms, that the new bundle still has.
enum ClustersGate {
  /// One verdict for each layer that clusters in both bundles.
  static func verdicts(_ comparison: GateComparison, _ limit: Share) -> [GateVerdict] {
    let text = "minKept \(limit)"
    return comparison.commonLayers.compactMap { old, new in
      guard let overlays = comparison.overlays.first(where: { $0.name == new.id }) as? ClusterOverlays else {
        return nil
      }
      do {
        let kept = try kept(old, of: comparison, among: overlays.clusterIDs.sorted())
        guard kept.old > 0 else {
          return GateVerdict(.clusters, layer: new.id, limit: text, notJudged: "the old layer has no clusters")
        }
        return GateVerdict(
          .clusters, layer: new.id, old: GateText.count(kept.old, "cluster"),
          new: GateText.count(UInt64(overlays.clusterIDs.count), "cluster"),
          change: "\(kept.kept) ids kept, \(GateText.percent(kept.kept, of: kept.old))", limit: text,
          passes: limit.isReached(by: kept.kept, of: kept.old))
      } catch {
        let reason = "the old bundle cannot be read: \(error)"
        return GateVerdict(.clusters, layer: new.id, limit: text, notJudged: reason)
      }
    }
  }

  /// Reads an old layer's members file if there is one, and its tiles otherwise.
  ///
  /// - Parameter ids: the new ids, ascending.
  private static func kept(
    _ layer: BundleManifest.Layer, of comparison: GateComparison, among ids: [UInt64]
  ) throws -> KeptClusters {
    let (folder, old) = (comparison.oldFolder, comparison.old)
    let listed = ListedFiles(folder.path, old)
    var kept = KeptClusters(among: ids)
    if let members = old.membersFile(of: layer.id) {
      try listed.check(members)
      try MembersReader(contentsOf: folder.appendingPathComponent(members.path)).forEachClusterID { kept.add($0) }
    } else {
      var found: Set<UInt64> = []
      for file in old.tileFiles {
        try listed.check(file)
        try add(TileArchives.open(path: folder.appendingPathComponent(file.path).path), layer.id, to: &found)
      }
      for id in found.sorted() { kept.add(id) }
    }
    return kept
  }

  /// Adds the ids of a layer's clusters in the tiles of an archive. O(features), each run of equal tiles once.
  private static func add(_ archive: any TileArchiveReader, _ layer: String, to found: inout Set<UInt64>) throws {
    var firsts: [UInt64] = []
    try archive.forEachRun { firsts.append($0.ids.lowerBound) }
    for tile in firsts.lazy.compactMap(TileID.init(hilbertID:)) {
      guard let plain = try archive.plainTile(tile) else { continue }
      let features = try TileDecoder.decode(plain).layers.first { $0.name == layer }?.features ?? []
      found.formUnion(features.compactMap(\.id).filter(OverlayIDs.made.contains))
    }
  }
}

/// The number of an old layer's clusters, and of those that a new one still has.
private struct KeptClusters {
  private(set) var old: UInt64 = 0
  private(set) var kept: UInt64 = 0
  private let new: [UInt64]
  private var index = 0

  init(among new: [UInt64]) { self.new = new }

  /// Counts an old id; ids come in ascending order, so both lists are walked together.
  mutating func add(_ id: UInt64) {
    while index < new.count, new[index] < id { index += 1 }
    old += 1
    if index < new.count, new[index] == id { kept += 1 }
  }
}
