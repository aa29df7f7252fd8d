import Foundation
import OvertileBundleFormat

/// The clusters of a layer by the number of their points, read from the file of their members.
package struct ClusterSizes: Sendable, Hashable {
  /// The layer.
  package var layer: String
  /// The clusters of all zooms; one that is shown at several zooms counts once.
  package var clusters = 0
  /// The clusters with 2 to 9 points, 10 to 99, and so on.
  package var decades: [Int] = []
  /// The largest cluster; the one with the lowest id if there are several.
  package var largest: MembersReader.Cluster?

  /// Counts the clusters of a file. O(clusters).
  ///
  /// - Throws: `BundleError.damaged`.
  package init(layer: String, _ members: MembersReader) throws {
    self.layer = layer
    for index in 0..<members.clusterCount {
      let cluster = try members.cluster(at: index)
      let decade = max(1, String(max(0, cluster.pointCount)).utf8.count) - 1
      while decades.count <= decade { decades.append(0) }
      decades[decade] += 1
      clusters += 1
      if cluster.pointCount > largest?.pointCount ?? 0 { largest = cluster }
    }
  }
}

extension TileSource {
  /// The clusters of the bundle's layers that have a file of members, in the order of the layers. O(clusters).
  ///
  /// Call `checkFiles()` first.
  ///
  /// - Throws: `BundleError`.
  package func clusterSizes() throws -> [ClusterSizes] {
    guard let manifest else { return [] }
    return try manifest.layers.compactMap { layer in
      guard let file = manifest.membersFile(of: layer.id) else { return nil }
      return try ClusterSizes(layer: layer.id, MembersReader(contentsOf: URL(fileURLWithPath: location(of: file))))
    }
  }
}
