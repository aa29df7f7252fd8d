import MapMath
import OvertileTileArchive
import OvertileVectorTile

/// Compares the tiles of one zoom of two bundles, and their overlays by id.
///
/// Only tiles whose contents differ are decoded. An overlay that such tiles show in one bundle only may be in equal
/// tiles, too; these are searched for its id at the end.
struct ZoomComparison {
  private let before: [TileSet]
  private let after: [TileSet]
  private let clusterLayers: Set<String>
  private var result: BundleDiff.Zoom
  private var overlays: [OverlayKey: OverlaySides] = [:]

  /// A comparison of a zoom. `clusterLayers` are those whose overlays represent points.
  init(zoom: Int, before: [TileSet], after: [TileSet], clusterLayers: Set<String>) {
    func holding(_ sets: [TileSet]) -> [TileSet] { sets.filter { !$0.runs(zoom: zoom).isEmpty } }
    (self.before, self.after, self.clusterLayers) = (holding(before), holding(after), clusterLayers)
    result = BundleDiff.Zoom(zoom: zoom)
  }

  /// The differences, or nil if there are none. O(tiles), and O(features) of those that differ.
  mutating func run() throws -> BundleDiff.Zoom? {
    let sets = before + after
    var equal: [(tile: TileID, reader: any TileArchiveReader)] = []
    try RunMerge(sets.map { $0.runs(zoom: result.zoom) }).forEachRun { run in
      let inA = run.parts.first { $0 < before.count }.map { sets[$0].reader }
      let inB = run.parts.first { $0 >= before.count }.map { sets[$0].reader }
      for id in run.ids {
        guard let tile = TileID(hilbertID: id) else {
          throw InspectionError("tile id \(id) is invalid because its zoom would exceed 31")
        }
        let isEqual = try compare(tile, inA, inB)
        if isEqual, let inA { equal.append((tile, inA)) }
      }
    }
    guard !result.tiles.isEmpty else { return nil }
    try lookInEqualTiles(equal)
    var layers: [String: BundleDiff.Layer] = [:]
    for (key, sides) in overlays {
      sides.count(
        into: &layers[key.layer, default: BundleDiff.Layer(layer: key.layer)],
        countsPoints: clusterLayers.contains(key.layer))
    }
    result.layers = layers.values.filter { !$0.overlays.isEmpty }.sorted { $0.layer < $1.layer }
    return result
  }

  /// Whether a tile is equal; otherwise its differences are noted.
  private mutating func compare(
    _ tile: TileID, _ inA: (any TileArchiveReader)?, _ inB: (any TileArchiveReader)?
  ) throws -> Bool {
    let (a, b) = (try inA?.tile(tile), try inB?.tile(tile))
    if a == b { return true }
    let entriesA = try entries(a, tile, inA)
    let entriesB = try entries(b, tile, inB)
    if inA != nil, inB != nil, entriesA == entriesB { return true }
    switch (inA, inB) {
    case (nil, _): result.tiles.added += 1
    case (_, nil): result.tiles.removed += 1
    default: result.tiles.changed += 1
    }
    result.bytesBefore += a?.count ?? 0
    result.bytesAfter += b?.count ?? 0
    for (key, entries) in entriesA { overlays[key, default: OverlaySides()].before.formUnion(entries) }
    for (key, entries) in entriesB { overlays[key, default: OverlaySides()].after.formUnion(entries) }
    return false
  }

  /// The entries of a tile by overlay.
  private func entries(
    _ stored: [UInt8]?, _ tile: TileID, _ reader: (any TileArchiveReader)?
  ) throws -> [OverlayKey: Set<OverlayEntry>] {
    guard let stored, let reader else { return [:] }
    let plain = try reader.plain(stored)
    var found: [OverlayKey: Set<OverlayEntry>] = [:]
    do {
      for layer in try TileDecoder.decode(plain).layers {
        for feature in layer.features {
          found[OverlayKey(layer: layer.name, id: feature.id), default: []].insert(
            OverlayEntry(feature, extent: layer.extent, tile: tile.hilbertID))
        }
      }
    } catch {
      throw InspectionError("\(reader.path): tile \(tile): \(error)")
    }
    return found
  }

  /// Marks overlays that seem added or removed but are in tiles that are equal in both.
  private mutating func lookInEqualTiles(_ tiles: [(tile: TileID, reader: any TileArchiveReader)]) throws {
    var wanted = Set(overlays.filter { $0.value.before.isEmpty || $0.value.after.isEmpty }.keys)
    for (tile, reader) in tiles where !wanted.isEmpty {
      guard let plain = try reader.plainTile(tile) else { continue }
      try FeatureIDs.forEach(plain) { layer, id in
        let key = OverlayKey(layer: layer, id: id)
        if wanted.remove(key) != nil { overlays[key]?.isElsewhere = true }
      }
    }
  }
}

/// An overlay's entries in the tiles that differ.
struct OverlaySides {
  var before: Set<OverlayEntry> = []
  var after: Set<OverlayEntry> = []
  /// Whether tiles that are equal in both bundles show it too.
  var isElsewhere = false

  /// Adds the overlay's change to the counts of its layer.
  func count(into layer: inout BundleDiff.Layer, countsPoints: Bool) {
    let (gone, come) = (before.subtracting(after), after.subtracting(before))
    guard !gone.isEmpty || !come.isEmpty else { return }
    let path: WritableKeyPath<BundleDiff.Counts, Int> =
      if !isElsewhere, before.isEmpty { \.added } else if !isElsewhere, after.isEmpty { \.removed } else { \.changed }
    layer.overlays[keyPath: path] += 1
    if before.union(after).contains(where: \.isCluster) { layer.clusters[keyPath: path] += 1 }
    if path == \.changed {
      let (old, new) = (Set(gone.map(\.properties)), Set(come.map(\.properties)))
      if !old.isEmpty, !new.isEmpty, old != new { layer.properties += 1 }
      if Set(gone.map(\.place)) != Set(come.map(\.place)) {
        if gone.union(come).allSatisfy(\.isPoint) { layer.positions += 1 } else { layer.geometries += 1 }
      }
    }
    guard countsPoints, path != \.changed || !before.isEmpty && !after.isEmpty else { return }
    let difference = (after.map(\.points).max() ?? 0) - (before.map(\.points).max() ?? 0)
    if difference > 0 { layer.pointsIn += difference } else { layer.pointsOut -= difference }
  }
}
