import Clustering
import Configuration
import Foundation
import OverlayBundle

/// Writes the members of cluster layers into a bundle.
struct MembersFiles {
  private let configuration: PipelineConfiguration

  /// Prepares the members of a run.
  init(_ configuration: PipelineConfiguration) {
    self.configuration = configuration
  }

  /// Writes one file per cluster layer that keeps members.
  func write(
    _ layers: [any OverlayLayer], into folder: URL, cancellation: Cancellation
  ) throws -> [BundleManifest.File] {
    var files: [BundleManifest.File] = []
    for (layer, overlays) in zip(configuration.layers, layers) {
      guard case .cluster(let options) = layer.kind, options.members != .none,
        let clusters = overlays as? ClusterOverlays
      else { continue }
      try cancellation.check()
      let name = "members.\(Self.fileName(layer.name.value)).bin"
      let url = folder.appendingPathComponent(name)
      try MembersWriter.write(clusters.members(withProperties: options.members == .full), to: url)
      let digest = try FileDigest.file(url.path)
      var file = BundleManifest.File(path: name, role: "members", bytes: digest.bytes, sha256: digest.sha256)
      file.layer = layer.name.value
      files.append(file)
    }
    return files
  }

  /// A layer's name with everything but letters, digits, "-" and "_" percent-encoded.
  static func fileName(_ name: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    return name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
  }
}

extension ClusterOverlays {
  /// The members of all clusters, in the form of the bundle's file.
  func members(withProperties: Bool) -> ClusterMembers {
    var members = ClusterMembers()
    let order = clusterIDs.indices.sorted { clusterIDs[$0] < clusterIDs[$1] }
    var place = [UInt32](repeating: 0, count: order.count)
    for (index, ordinal) in order.enumerated() { place[ordinal] = UInt32(index) }
    var leafPlace = [UInt32](repeating: 0, count: hierarchy.pointCount)
    for (index, point) in hierarchy.leaves.enumerated() {
      let point = Int(point)
      leafPlace[point] = UInt32(index)
      members.leafIDs.append(pointIDs[point])
      members.leafX.append(hierarchy.x[point])
      members.leafY.append(hierarchy.y[point])
      if withProperties { members.leafRows.append(rows[point]) }
    }
    if withProperties { members.properties = tags.properties }
    for ordinal in order {
      let node = hierarchy.pointCount + ordinal
      let leaves = hierarchy.leafRange(of: node)
      members.clusterIDs.append(clusterIDs[ordinal])
      members.clusterZooms.append(hierarchy.createdZooms[node])
      members.clusterX.append(hierarchy.x[node])
      members.clusterY.append(hierarchy.y[node])
      members.clusterLeaves.append(UInt32(leaves.lowerBound)..<UInt32(leaves.upperBound))
      let first = UInt32(members.children.count)
      for child in hierarchy.children(ofCluster: node) {
        let child = Int(child)
        members.children.append(
          hierarchy.isCluster(child) ? .cluster(place[child - hierarchy.pointCount]) : .leaf(leafPlace[child]))
      }
      members.clusterChildren.append(first..<UInt32(members.children.count))
    }
    return members
  }
}
