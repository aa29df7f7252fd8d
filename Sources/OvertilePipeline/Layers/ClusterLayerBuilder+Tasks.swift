import OvertileBundleFormat
import OvertileClustering

extension ClusterLayerBuilder {
  /// The overlays of a task, which sees some points of the layer: with the ids that they have unless others have the same.
  ///
  /// O(points log points).
  ///
  /// - Parameters:
  ///   - rows: the properties of the points.
  ///   - items: per point, in canonical order, its row.
  ///   - points: the points in canonical order.
  ///   - hierarchy: their clusters.
  func overlays(
    _ rows: LayerRows, items: [UInt32], points: ShardNodes, _ hierarchy: ClusterHierarchy
  ) throws -> ClusterOverlays {
    let ids = items.indices.map { index in
      FeatureIdentities.presumedID(stableKey: points.keys[index], ownID: rows.ownIDs[Int(items[index])])
    }
    let (tags, keys, aggregates) = try tagged(rows, items, ids: ids, points.weights, hierarchy)
    // Rows came by cells: those of a tile are near one another already.
    let leaves = LeafColumns(hierarchy, ids: ids, rows: items)
    let records = ClusterRecords(hierarchy, ids: hierarchy.presumedClusterIDs(stableKeys: points.keys))
    return ClusterOverlays(
      name: layer.name.value, zooms: layer.zooms,
      manifest: BundleManifest.Layer(id: layer.name.value, kind: .cluster, zooms: layer.zooms), hierarchy: hierarchy,
      leaves: leaves, records: records, tags: tags, keys: keys, aggregates: aggregates, grid: grid)
  }

  /// The points and clusters whose ids are not those that a task writes, numbered as in `ClusterZoom.entries`: since others
  /// have the same, or since their key is that of another item, which a task may not see. Empty for none. O(points).
  ///
  /// - Parameter ids: per point, in canonical order, its id.
  func revised(_ overlays: ClusterOverlays, _ items: CanonicalItems, ids: [UInt64]) -> [Bool] {
    let (hierarchy, points) = (overlays.hierarchy, items.count)
    var isRepeat = [Bool](repeating: false, count: items.repeats.isEmpty ? 0 : points)
    for item in items.repeats { isRepeat[Int(item)] = true }
    guard hasRevised(overlays, items, ids: ids) else { return [] }
    var revised: [Int] = []
    for (leaf, point) in hierarchy.leaves.enumerated() {
      let point = Int(point)
      let presumed = FeatureIdentities.presumedID(stableKey: items.keys[point], ownID: items.ownIDs[point])
      if ids[point] != presumed || !isRepeat.isEmpty && isRepeat[point] { revised.append(leaf) }
    }
    for (cluster, presumed) in hierarchy.presumedClusterIDs(stableKeys: items.keys).enumerated() {
      let number = Int(overlays.records.numbers[cluster])
      let center = Int(hierarchy.ranks[points + cluster])
      if overlays.records.records[number].id != presumed || !isRepeat.isEmpty && isRepeat[center] {
        revised.append(points + number)
      }
    }
    guard !revised.isEmpty else { return [] }
    var all = [Bool](repeating: false, count: hierarchy.nodeCount)
    for item in revised { all[item] = true }
    return all
  }

  /// Whether there are any such points or clusters: in their own order, since mostly there are none.
  private func hasRevised(_ overlays: ClusterOverlays, _ items: CanonicalItems, ids: [UInt64]) -> Bool {
    guard items.repeats.isEmpty else { return true }
    let hierarchy = overlays.hierarchy
    for (point, id) in ids.enumerated()
    where id != FeatureIdentities.presumedID(stableKey: items.keys[point], ownID: items.ownIDs[point]) { return true }
    for (cluster, presumed) in hierarchy.presumedClusterIDs(stableKeys: items.keys).enumerated()
    where overlays.records.records[Int(overlays.records.numbers[cluster])].id != presumed { return true }
    return false
  }
}
