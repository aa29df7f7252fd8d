import OvertileBundleFormat
import OvertileConfiguration
import OvertileFeatures

/// The properties of the points of all tasks: one table of names and one of values, and what archives and the manifest say.
struct JoinedProperties: Sendable {
  /// The names of properties in tiles, and the values.
  let summary: PropertySummary
  /// Per task and key: the key here.
  let keyMaps: [[UInt32]]
  /// Per task and value: the value here.
  let valueMaps: [[UInt32]]
  /// The facts about all features, by which tiles of tasks are judged.
  let facts: TagFacts
  /// The tags of those roots that are points.
  let tags: FeatureTags
  /// The own names of clusters among the keys of the tags.
  let clusterKeys: ClusterKeys
  /// The aggregates of clusters.
  let aggregates: JoinedAggregates
  /// Per root that is a point, by ascending rank: its row among the tags.
  let rows: [UInt32]
  /// The types of the properties, by name.
  let fields: NamedValues<String>

  /// Joins the properties of roots; nil if what a task saw does not agree with what all did. O(values and roots).
  init?(_ roots: JoinedRoots, _ layer: LayerConfiguration, aggregates configured: [AggregateConfiguration]) throws {
    let reserved = TileProperty.ofClusters.keys
    var (keys, values) = (ValueTable(), ValueTable())
    var (keyMaps, valueMaps): ([[UInt32]], [[UInt32]]) = ([], [])
    for task in roots.tasks {
      keyMaps.append(keys.merge(task.leaves.properties.keys))
      valueMaps.append(values.merge(task.leaves.properties.values))
    }
    let names = TileNames(keys, reserved: reserved)
    let areNamedAlike = roots.tasks.allSatisfy { task in
      let own = TileNames(task.leaves.properties.keys, reserved: reserved)
      return own.renamed.allSatisfy { names.name(of: $0.property) == $0.name }
    }
    guard areNamedAlike else { return nil }
    var summary = PropertySummary(keys: names.table, values: values)
    for (task, maps) in zip(roots.tasks, zip(keyMaps, valueMaps)) {
      summary.add(task.leaves.properties, keyMap: maps.0, valueMap: maps.1)
    }
    let lone = try LoneRoots(roots, keys: keys)
    var tags = FeatureTags(
      lone.rows, try ExtraColumns(layer), items: lone.items, ids: lone.ids, reserved: reserved)
    var properties = tags.properties
    clusterKeys = ClusterKeys(&properties.keys)
    aggregates = try JoinedAggregates(configured, roots, properties: &properties)
    tags = tags.with(properties)
    let idTypes = roots.tasks.reduce(UInt8(0)) { $0 | $1.leaves.idTypes }
    let id = idTypes == 0 ? nil : (name: tags.nameOfIDs, types: idTypes)
    facts = TagFacts(
      sourceIDName: id?.name, renamed: names.renamed.map { TagFacts.Renaming(property: $0, name: $1) },
      numberTypes: aggregates.results.numberTypes)
    guard roots.tasks.allSatisfy({ [facts] in facts.agree(withThoseOfSome: $0.leaves.facts) }) else { return nil }
    fields = summary.fields(id: id)
    (self.summary, self.keyMaps, self.valueMaps, self.tags, rows) = (summary, keyMaps, valueMaps, tags, lone.items)
  }
}

/// The rows of those roots that are points.
private struct LoneRoots {
  var rows: LayerRows
  /// Per root that is a point, by ascending rank: its row.
  var items: [UInt32] = []
  var ids: [UInt64] = []

  /// Copies the rows. O(their entries).
  ///
  /// - Parameter keys: the names of all tasks' properties, which come first.
  init(_ roots: JoinedRoots, keys: ValueTable) throws {
    rows = try LayerRows(extraColumns: 0)
    _ = rows.properties.keys.merge(keys)
    // Per task: the number of each of its roots among those that are points.
    let lone = roots.tasks.map { task in
      var next = 0
      return (0..<task.subtrees.rootCount).map { root -> Int in
        defer { next += task.count(ofRoot: root) == 1 ? 1 : 0 }
        return next
      }
    }
    for (task, root) in roots.order where roots.tasks[task].count(ofRoot: root) == 1 {
      let (found, leaves) = (roots.tasks[task], roots.tasks[task].leaves)
      var batch = RowBatch(extraColumns: 0)
      leaves.forEachEntry(ofRoot: root) { key, value in
        batch.properties.keyIndices.append(batch.properties.keys.intern(key, of: leaves.properties.keys))
        batch.properties.valueIndices.append(batch.properties.values.intern(value, of: leaves.properties.values))
      }
      batch.properties.rowEnds.append(UInt32(truncatingIfNeeded: batch.properties.keyIndices.count))
      let (own, source) = leaves.lonePoints[lone[task][root]]
      batch.ownIDs.append(own)
      batch.sourceIDs.append(
        source == LayerRows.noValue ? source : batch.properties.values.intern(source, of: leaves.properties.values))
      items.append(UInt32(truncatingIfNeeded: rows.count))
      ids.append(leaves.point(Int(found.subtrees.rootItems[root])).id)
      try rows.append(batch)
    }
    try rows.finish()
  }
}
