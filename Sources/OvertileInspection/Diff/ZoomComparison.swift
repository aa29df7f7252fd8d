import MapMath
import OvertileTileArchive

/// Compares the tiles of one zoom of two bundles, and their overlays by id.
///
/// Only tiles whose contents differ are decoded. An overlay that such tiles show in one bundle only may be in equal
/// tiles, too; these are searched for its id at the end.
struct ZoomComparison {
  private let before: TileSet
  private let after: TileSet
  private let clusterLayers: Set<String>
  private var result: BundleDiff.Zoom
  private var overlays: [OverlayKey: OverlaySides] = [:]

  /// A comparison of a zoom. `clusterLayers` are those whose overlays represent points.
  init(zoom: Int, before: TileSet, after: TileSet, clusterLayers: Set<String>) {
    (self.before, self.after, self.clusterLayers) = (before, after, clusterLayers)
    result = BundleDiff.Zoom(zoom: zoom)
  }

  /// The differences, or nil if there are none. O(tiles), and O(features) of those that differ.
  mutating func run() throws -> BundleDiff.Zoom? {
    let (a, b) = (try before.runs(zoom: result.zoom), try after.runs(zoom: result.zoom))
    var equal: [(tile: TileID, run: TileSet.Run)] = []
    try TileMerge.forEachTile(a, b) { tile, inA, inB in
      let isEqual = try compare(tile, inA, inB)
      if isEqual, let inA { equal.append((tile, inA)) }
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
  private mutating func compare(_ tile: TileID, _ inA: TileSet.Run?, _ inB: TileSet.Run?) throws -> Bool {
    let a = try inA.map { try before.stored(tile, in: $0) }
    let b = try inB.map { try after.stored(tile, in: $0) }
    if a == b { return true }
    let plainA = try inA.flatMap { run in try a.map { try before.plain($0, in: run) } }
    let plainB = try inB.flatMap { run in try b.map { try after.plain($0, in: run) } }
    if let inA, let inB, plainA == plainB, try before.content(of: inA) == after.content(of: inB) { return true }
    let entriesA = try entries(plainA, tile, inA, of: before)
    let entriesB = try entries(plainB, tile, inB, of: after)
    if inA != nil, inB != nil, entriesA == entriesB { return true }
    switch (inA, inB) {
    case (nil, _): result.tiles.added += 1
    case (_, nil): result.tiles.removed += 1
    default: result.tiles.changed += 1
    }
    result.bytesBefore += a?.count ?? 0
    result.bytesAfter += b?.count ?? 0
    for (key, entries) in entriesA { overlays[key, default: OverlaySides()].before += entries }
    for (key, entries) in entriesB { overlays[key, default: OverlaySides()].after += entries }
    return false
  }

  /// The entries of a tile by overlay, in an order of their own.
  private func entries(
    _ plain: [UInt8]?, _ tile: TileID, _ run: TileSet.Run?, of set: TileSet
  ) throws -> [OverlayKey: [OverlayEntry]] {
    guard let plain, let run else { return [:] }
    var found: [OverlayKey: [OverlayEntry]] = [:]
    do {
      try TileValues.forEach(plain, tile) { found[$0, default: []].append($1) }
    } catch {
      throw ChangesError("\(set.path(of: run)): tile \(tile): \(error)")
    }
    return found.mapValues { $0.sorted { ($0.geometry, $0.properties) < ($1.geometry, $1.properties) } }
  }

  /// Marks overlays that seem added or removed but are in tiles that are equal in both.
  private mutating func lookInEqualTiles(_ tiles: [(tile: TileID, run: TileSet.Run)]) throws {
    var wanted = Set(overlays.filter { $0.value.before.isEmpty || $0.value.after.isEmpty }.keys)
    for (tile, run) in tiles where !wanted.isEmpty {
      let plain = try before.plain(before.stored(tile, in: run), in: run)
      var found: [OverlayKey] = []
      try FeatureIDs.forEach(plain) { if wanted.contains($0) { found.append($0) } }
      for key in found {
        overlays[key]?.isElsewhere = true
        wanted.remove(key)
      }
    }
  }
}

/// An overlay's entries in the tiles that differ.
struct OverlaySides {
  var before: [OverlayEntry] = []
  var after: [OverlayEntry] = []
  /// Whether tiles that are equal in both bundles show it too.
  var isElsewhere = false

  /// Adds the overlay's change to the counts of its layer.
  func count(into layer: inout BundleDiff.Layer, countsPoints: Bool) {
    // The rest after equal entries are removed from both.
    let gone = Self.rest(before, without: after)
    let come = Self.rest(after, without: before)
    guard !gone.isEmpty || !come.isEmpty else { return }
    let isCluster = (before + after).contains { $0.isCluster }
    let path: WritableKeyPath<BundleDiff.Counts, Int> =
      if !isElsewhere, before.isEmpty { \.added } else if !isElsewhere, after.isEmpty { \.removed } else { \.changed }
    layer.overlays[keyPath: path] += 1
    if isCluster { layer.clusters[keyPath: path] += 1 }
    if path == \.changed {
      let (old, new) = (Set(gone.map(\.properties)), Set(come.map(\.properties)))
      if !old.isEmpty, !new.isEmpty, old != new { layer.properties += 1 }
      if Self.keyCounts(gone) != Self.keyCounts(come) {
        if (gone + come).allSatisfy(\.isPoint) { layer.positions += 1 } else { layer.geometries += 1 }
      }
    }
    guard countsPoints, path != \.changed || !before.isEmpty && !after.isEmpty else { return }
    let difference = (after.first?.points ?? 0) - (before.first?.points ?? 0)
    if difference > 0 { layer.pointsIn += difference } else { layer.pointsOut -= difference }
  }

  private static func rest(_ entries: [OverlayEntry], without others: [OverlayEntry]) -> [OverlayEntry] {
    var counts: [OverlayEntry: Int] = [:]
    for entry in others { counts[entry, default: 0] += 1 }
    return entries.filter { entry in
      guard let count = counts[entry], count > 0 else { return true }
      counts[entry] = count - 1
      return false
    }
  }

  private static func keyCounts(_ entries: [OverlayEntry]) -> [[UInt64]: Int] {
    Dictionary(entries.map { ([$0.tile, $0.geometry], 1) }, uniquingKeysWith: +)
  }
}
