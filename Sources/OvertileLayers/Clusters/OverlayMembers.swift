import Foundation
import OvertileBundleFormat
import OvertileClustering
import OvertileCore
import OvertileReading

/// The members of the clusters of a layer, read from its overlays. Memory: 16 bytes a cluster.
///
/// A class, since the generic writer copies its source at every call: the columns of a structure are retained one by
/// one.
final class OverlayMembers: MembersSource {
  private let layer: ClusterOverlays
  private let hierarchy: ClusterHierarchy
  private let properties: LayerProperties
  private let withProperties: Bool
  /// Per cluster: its id.
  private let clusterIDs: Column<UInt64>
  /// The clusters, numbered from 0, in the order of their ids.
  private let order: Column<UInt32>
  /// Per cluster: its index in that order.
  private let positions: Column<UInt32>
  /// The most bytes of a property.
  private let longest: Int

  /// Orders the clusters. O(clusters).
  init(_ layer: ClusterOverlays, withProperties: Bool) {
    self.layer = layer
    self.withProperties = withProperties
    (hierarchy, properties) = (layer.hierarchy, layer.properties)
    clusterIDs = layer.clusterIDs
    let order = DigestOrder.ascending(clusterIDs)
    var positions = Column<UInt32>(repeating: 0, count: order.count)
    for (position, cluster) in order.enumerated() { positions[Int(cluster)] = UInt32(position) }
    (self.order, self.positions) = (order, positions)
    longest = Self.longestPayload(properties.keys) + Self.longestPayload(properties.values) + Self.overhead
  }

  var clusterCount: Int { order.count }
  var childCount: Int { hierarchy.childCount }
  var leafCount: Int { hierarchy.pointCount }
  var tables: (keys: ValueTable, values: ValueTable)? {
    leafCount > 0 && (withProperties || hasOnlyIDs) ? (properties.keys, properties.values) : nil
  }
  var hasOnlyIDs: Bool { !withProperties && layer.tags.hasOriginalIDs }

  func append(clusters: Range<Int>, to run: inout [MembersCluster]) {
    for index in clusters {
      let ordinal = Int(order[index])
      let node = hierarchy.pointCount + ordinal
      let leaves = hierarchy.leafRange(of: node)
      run.append(
        MembersCluster(
          id: clusterIDs[ordinal], zoom: hierarchy.nodes.createdZooms[node], x: hierarchy.nodes.x[node],
          y: hierarchy.nodes.y[node], leaves: UInt32(leaves.lowerBound)..<UInt32(leaves.upperBound),
          childCount: hierarchy.children(ofCluster: node).count))
    }
  }

  func append(childrenOf clusters: Range<Int>, to run: inout [MembersChild]) {
    let points = hierarchy.pointCount
    for index in clusters {
      for child in hierarchy.children(ofCluster: points + Int(order[index])) {
        let child = Int(child)
        run.append(
          child < points
            ? .leaf(UInt32(truncatingIfNeeded: hierarchy.leafRange(of: child).lowerBound))
            : .cluster(positions[child - points]))
      }
    }
  }

  func append(leaves: Range<Int>, to run: inout [MembersLeaf]) {
    for index in leaves {
      run.append(MembersLeaf(id: layer.leaves.ids[index], x: layer.leaves.x[index], y: layer.leaves.y[index]))
    }
  }

  func append(tagsOf leaves: Range<Int>, to run: inout MembersTags) throws {
    for (row, id) in zip(layer.leaves.rows[leaves], layer.leaves.ids[leaves]) {
      let start = run.keys.count
      if withProperties {
        properties.forEachEntry(ofRow: Int(row)) { key, value in
          run.keys.append(key)
          run.values.append(value)
        }
      }
      if let original = layer.tags.originalID(ofRow: row, id: id) {
        run.keys.append(original.key)
        run.values.append(original.value)
      }
      run.ends.append(run.keys.count)
      if (run.keys.count - start) * longest > BundleSizes.member { try checkSize(of: run, from: start) }
    }
  }

  private func checkSize(of run: MembersTags, from start: Int) throws {
    let bytes = (start..<run.keys.count).reduce(0) { sum, entry in
      sum + properties.keys.payloadByteCount(run.keys[entry]) + properties.values.payloadByteCount(run.values[entry])
        + Self.overhead
    }
    try BundleSizes.check("a member of a cluster in layer \"\(layer.name)\"", bytes, most: BundleSizes.member)
  }

  /// The bytes that a property takes beside its name and its value: their kinds and numbers.
  private static let overhead = 12

  private static func longestPayload(_ table: ValueTable) -> Int {
    (0..<UInt32(table.count)).reduce(0) { max($0, table.payloadByteCount($1)) }
  }
}

extension ClusterOverlays {
  /// Writes the members of the clusters into a file.
  package func writeMembers(withProperties: Bool, to url: URL) throws {
    try MembersWriter.write(OverlayMembers(self, withProperties: withProperties), to: url)
  }
}
