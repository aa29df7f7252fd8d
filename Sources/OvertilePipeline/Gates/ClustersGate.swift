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
    comparison.commonLayers.compactMap { old, new in
      guard let overlays = comparison.overlays.first(where: { $0.name == new.id }) as? ClusterOverlays else {
        return nil
      }
      do {
        let kept = try kept(old, of: comparison, among: overlays.clusterIDs.sorted())
        guard kept.old > 0 else {
          return GateVerdict(.clusters, layer: new.id, notJudged: "the old layer has no clusters")
        }
        return GateVerdict(
          .clusters, layer: new.id, old: GateText.count(kept.old, "cluster"),
          new: GateText.count(UInt64(overlays.clusterIDs.count), "cluster"),
          change: "\(kept.kept) ids kept, \(GateText.percent(kept.kept, of: kept.old))",
          passes: limit.isReached(by: kept.kept, of: kept.old))
      } catch {
        let reason = "the old bundle cannot be read: \(error)"
        return GateVerdict(.clusters, layer: new.id, notJudged: reason)
      }
    }
  }

  /// The number of an old layer's clusters, and of those that the new one still has. Reads the old layer's members file if
  /// there is one, and its tiles otherwise.
  ///
  /// - Parameter new: the new ids, ascending.
  private static func kept(
    _ layer: BundleManifest.Layer, of comparison: GateComparison, among new: [UInt64]
  ) throws -> (old: UInt64, kept: UInt64) {
    let (folder, old) = (comparison.oldFolder, comparison.old)
    let listed = ListedFiles(folder.path, old)
    var (count, kept, index) = (UInt64(0), UInt64(0), 0)
    // Old ids ascend, too, so both lists are walked together.
    func add(_ id: UInt64) {
      while index < new.count, new[index] < id { index += 1 }
      count += 1
      if index < new.count, new[index] == id { kept += 1 }
    }
    if let members = old.membersFile(of: layer.id) {
      try listed.check(members)
      try MembersReader(contentsOf: folder.appendingPathComponent(members.path)).forEachClusterID(add)
    } else {
      var found: Set<UInt64> = []
      for file in old.tileFiles {
        try listed.check(file)
        try Self.add(TileArchives.open(path: folder.appendingPathComponent(file.path).path), layer.id, to: &found)
      }
      found.sorted().forEach(add)
    }
    return (count, kept)
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
