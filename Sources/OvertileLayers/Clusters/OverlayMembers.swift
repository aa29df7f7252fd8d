import Foundation
import OvertileBundleFormat
import OvertileClustering
import OvertileCore
import OvertileReading

extension ClusterOverlays {
  /// Writes the members of the clusters into a file. Memory: 16 bytes a cluster.
  package func writeMembers(withProperties: Bool, to url: URL) throws {
    let clusterIDs = clusterIDs
    let order = RadixSort.order(of: clusterIDs)
    let points = hierarchy.pointCount
    let hasOnlyIDs =
      !withProperties && (0..<points).contains { tags.originalID(ofRow: leaves.rows[$0], id: leaves.ids[$0]) != nil }
    let hasProperties = points > 0 && (withProperties || hasOnlyIDs)
    var writer = try MembersWriter(
      url, clusters: order.count, children: hierarchy.childCount, leaves: points,
      tables: hasProperties ? (properties.keys, properties.values) : nil, hasOnlyIDs: hasOnlyIDs)
    for ordinal in order {
      let node = points + Int(ordinal)
      let leaves = hierarchy.leafRange(of: node)
      try writer.addCluster(
        id: clusterIDs[Int(ordinal)], zoom: hierarchy.nodes.createdZooms[node], x: hierarchy.nodes.x[node],
        y: hierarchy.nodes.y[node], leaves: UInt32(leaves.lowerBound)..<UInt32(leaves.upperBound),
        childCount: hierarchy.children(ofCluster: node).count)
    }
    try writeChildren(of: order, to: &writer)
    for leaf in 0..<points { try writer.addLeaf(id: leaves.ids[leaf], x: leaves.x[leaf], y: leaves.y[leaf]) }
    if hasProperties { try writeProperties(withProperties, to: &writer) }
    try writer.finish()
  }

  /// Writes the children of clusters, by their indices in the order of the clusters.
  private func writeChildren(of order: Column<UInt32>, to writer: inout MembersWriter) throws {
    let points = hierarchy.pointCount
    var positions = Column<UInt32>(repeating: 0, count: order.count)
    for (position, cluster) in order.enumerated() { positions[Int(cluster)] = UInt32(position) }
    for ordinal in order {
      for child in hierarchy.children(ofCluster: points + Int(ordinal)) {
        let child = Int(child)
        try writer.add(
          child < points
            ? .leaf(UInt32(truncatingIfNeeded: hierarchy.leafRange(of: child).lowerBound))
            : .cluster(positions[child - points]))
      }
    }
  }

  /// Writes the properties of all points with their original ids, or these alone.
  private func writeProperties(_ withProperties: Bool, to writer: inout MembersWriter) throws {
    let properties = properties
    // The bytes that a property takes beside its name and its value: their kinds and numbers.
    let overhead = 12
    let longest = Self.longestPayload(properties.keys) + Self.longestPayload(properties.values) + overhead
    func forEachProperty(of leaf: Int, _ body: (UInt32, UInt32) throws -> Void) rethrows {
      let row = leaves.rows[leaf]
      if withProperties { try properties.forEachEntry(ofRow: Int(row), body) }
      if let original = tags.originalID(ofRow: row, id: leaves.ids[leaf]) { try body(original.key, original.value) }
    }
    for leaf in 0..<hierarchy.pointCount {
      var count = 0
      try writer.beginProperties()
      try forEachProperty(of: leaf) { key, value in
        count += 1
        try writer.addProperty(key: key, value: value)
      }
      guard count * longest > BundleSizes.member else { continue }
      var bytes = 0
      forEachProperty(of: leaf) { key, value in
        bytes += properties.keys.payloadByteCount(key) + properties.values.payloadByteCount(value) + overhead
      }
      try BundleSizes.check("a member of a cluster in layer \"\(name)\"", bytes, most: BundleSizes.member)
    }
  }

  private static func longestPayload(_ table: ValueTable) -> Int {
    (0..<UInt32(table.count)).reduce(0) { max($0, table.payloadByteCount($1)) }
  }
}

extension BundleSizes {
  /// Throws if a part of a bundle would be larger than readers take: then none of it is published.
  ///
  /// - Parameter what: the part, as the beginning of a sentence.
  /// - Throws: `PipelineError.badData`.
  package static func check(_ what: String, _ bytes: Int, most: Int) throws {
    guard bytes > most else { return }
    throw PipelineError.badData(
      "\(what) would be \(MemoryBound.text(bytes)), but readers accept at most \(MemoryBound.text(most)). Keep fewer "
        + "properties (`properties: {keep: [...]}`), or use shorter names")
  }
}
