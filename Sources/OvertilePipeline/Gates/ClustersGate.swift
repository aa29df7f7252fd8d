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
        let kept = try KeptClusters(old, of: comparison, among: overlays.clusterIDs.sorted())
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
}

/// The distinct cluster ids of an old layer, and how many of them a new one has.
private struct KeptClusters {
  private(set) var old: UInt64 = 0
  private(set) var kept: UInt64 = 0

  /// Reads the layer's members file if there is one, and its tiles otherwise.
  ///
  /// - Parameter ids: the new ids, ascending.
  init(_ layer: BundleManifest.Layer, of comparison: GateComparison, among ids: [UInt64]) throws {
    let listed = ListedFiles(comparison.oldFolder.path, comparison.old)
    if let members = comparison.old.membersFile(of: layer.id) {
      try listed.check(members)
      try count(MembersReader(contentsOf: comparison.oldFolder.appendingPathComponent(members.path)), among: ids)
    } else {
      var found = TileClusterIDs(layer: layer.id)
      for file in comparison.old.tileFiles {
        try listed.check(file)
        try found.add(TileArchives.open(path: comparison.oldFolder.appendingPathComponent(file.path).path))
      }
      let all = found.distinct()
      count(all, among: ids)
    }
  }

  /// Walks both ascending lists together. O(old + new), without memory of its own.
  private mutating func count(_ members: MembersReader, among ids: [UInt64]) throws {
    var index = 0
    try members.forEachClusterID { id in
      while index < ids.count, ids[index] < id { index += 1 }
      add(isKept: index < ids.count && ids[index] == id)
    }
  }

  private mutating func count(_ all: [UInt64], among ids: [UInt64]) {
    var index = 0
    for id in all {
      while index < ids.count, ids[index] < id { index += 1 }
      add(isKept: index < ids.count && ids[index] == id)
    }
  }

  private mutating func add(isKept: Bool) {
    old += 1
    if isKept { kept += 1 }
  }
}

/// The distinct ids of the clusters of a layer in tiles. Memory: at most 16 bytes an id.
private struct TileClusterIDs {
  private let layer: String
  private var ids: [UInt64] = []
  /// The number of ids to collect before duplicates are removed.
  private var capacity = 1 << 16

  init(layer: String) { self.layer = layer }

  /// Adds the clusters in the tiles of an archive. O(features), each run of equal tiles once.
  mutating func add(_ archive: any TileArchiveReader) throws {
    var runs: [TileID] = []
    try archive.forEachRun { runs.append($0.first) }
    for tile in runs {
      guard let plain = try archive.plainTile(tile) else { continue }
      for feature in try TileDecoder.decode(plain).layers.first(where: { $0.name == layer })?.features ?? [] {
        if let id = feature.id, OverlayIDs.made.contains(id) { ids.append(id) }
      }
      if ids.count >= capacity { compact() }
    }
  }

  /// The ids, ascending.
  mutating func distinct() -> [UInt64] {
    compact()
    return ids
  }

  private mutating func compact() {
    ids.sort()
    var kept = 0
    for index in ids.indices where index == 0 || ids[index] != ids[kept - 1] {
      ids[kept] = ids[index]
      kept += 1
    }
    ids.removeLast(ids.count - kept)
    capacity = max(1 << 16, kept * 2)
  }
}
