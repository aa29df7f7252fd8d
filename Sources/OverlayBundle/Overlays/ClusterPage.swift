import Foundation
import OvertileCore

/// A cluster with its children and one page of its leaves.
public struct ClusterPage: Sendable, Hashable {
  /// The name of the cluster's layer.
  public var layer: String
  /// The cluster to which the children and leaves belong.
  public var cluster: LayerMembers.Cluster
  /// The children of the cluster. They replace the cluster when it is split.
  public var children: [LayerMembers.Member]
  /// The leaves on the page. The order of the leaves never changes.
  public var leaves: [PointOverlay]
  /// The number of the page, starting at 1.
  public var page: Int
  /// The maximum number of leaves on a page. Only the last page can have fewer leaves.
  public var pageSize: Int

  /// The number of pages that are needed to list all leaves of the cluster.
  public var pageCount: Int { (max(cluster.pointCount, 1) - 1) / max(pageSize, 1) + 1 }
  /// The first zoom at which the cluster is split.
  public var expansionZoom: Int { cluster.zoom + 1 }
}

extension BundleReader {
  /// Returns the given cluster, along with the cluster's children and one page of leaves. For details, see
  /// `members(ofCluster:in:page:size:)`.
  public func members(of cluster: ClusterOverlay, page: Int = 1, size: Int = 100) async throws -> ClusterPage? {
    guard let id = cluster.id.number else { return nil }
    return try await members(ofCluster: id, in: cluster.id.layer, page: page, size: size)
  }

  /// Returns the cluster with the given id, along with the cluster's children and one page of leaves. Returns `nil` if
  /// the bundle does not contain members for the layer, or if the layer does not contain such a cluster.
  ///
  /// - Parameters:
  ///   - id: The id of the cluster in the tiles, which is the `number` of the cluster's `OverlayID`.
  ///   - layer: The name of the layer.
  ///   - page: The number of the page to return, starting at 1. Pages after the last one have no leaves.
  ///   - size: The maximum number of leaves on a page. A number less than 1 is treated as 1.
  /// - Throws: Any error that `BundleReader` throws.
  /// - Complexity: O(n), where n is the number of children plus the number of leaves on the page.
  public func members(
    ofCluster id: UInt64, in layer: String, page: Int = 1, size: Int = 100
  ) async throws -> ClusterPage? {
    let (page, size) = (max(page, 1), max(size, 1))
    let (offset, overflows) = (page - 1).multipliedReportingOverflow(by: size)
    guard let members = try await members(of: layer), let cluster = try await members.cluster(id: id),
      let children = try await members.children(of: id),
      let leaves = try await members.leaves(of: id, offset: overflows ? .max : offset, limit: size)
    else { return nil }
    return ClusterPage(
      layer: layer, cluster: cluster, children: children, leaves: leaves.map { PointOverlay($0, layer: layer) },
      page: page, pageSize: size)
  }
}

extension PointOverlay {
  /// Creates a point overlay from the given leaf, which belongs to a cluster in the given layer.
  public init(_ leaf: LayerMembers.Leaf, layer: String) {
    self.init(
      id: OverlayID(layer: layer, id: leaf.id), position: leaf.position.coordinate, properties: leaf.properties)
  }
}

extension ClusterPage {
  /// Returns the children and leaves as a GeoJSON FeatureCollection of Points, encoded in UTF-8.
  ///
  /// The foreign member `member` of each feature is `child` or `leaf`. A child that is a cluster has the properties
  /// `cluster`, `cluster_id`, `point_count`, and `expansion_zoom`. The foreign members of the collection are `layer`,
  /// `cluster` (the cluster as a Feature), `page`, `page_size`, and `pages`. The members of all JSON objects are sorted
  /// by name.
  public func geoJSON() throws -> Data {
    let members = children.map { $0.geoJSON(layer: layer, "child") } + leaves.map { $0.geoJSON("leaf") }
    let text = try ExactJSON.encode(
      JSONValue.object([
        "type": .string("FeatureCollection"), "features": .array(members), "layer": .string(layer),
        "cluster": LayerMembers.Member.cluster(cluster).geoJSON(layer: layer, "self"), "page": .int(Int64(page)),
        "page_size": .int(Int64(pageSize)), "pages": .int(Int64(pageCount)),
      ]))
    return Data(text + [0x0A])
  }
}

extension LayerMembers.Member {
  /// A child or leaf of a layer as a GeoJSON Feature whose foreign member `member` is its role; see
  /// `ClusterPage.geoJSON()`.
  package func geoJSON(layer: String, _ role: String) -> JSONValue {
    switch self {
    case .leaf(let leaf): return PointOverlay(leaf, layer: layer).geoJSON(role)
    case .cluster(let cluster):
      return .object([
        "type": .string("Feature"), "id": .uint(cluster.id), "member": .string(role),
        "geometry": .point(cluster.position.coordinate),
        "properties": .object([
          TileProperty.cluster: .bool(true), TileProperty.clusterID: .uint(cluster.id),
          TileProperty.pointCount: .int(Int64(cluster.pointCount)),
          TileProperty.expansionZoom: .int(Int64(cluster.zoom + 1)),
        ]),
      ])
    }
  }
}

extension PointOverlay {
  fileprivate func geoJSON(_ role: String) -> JSONValue {
    .object([
      "type": .string("Feature"), "id": .uint(id.number ?? 0), "member": .string(role),
      "geometry": .point(position), "properties": .object(properties.mapValues { JSONValue($0) }),
    ])
  }
}
