import Features

/// The names of a cluster's own properties, as indices into the layer's keys.
struct ClusterKeys: Sendable {
  let cluster: UInt32
  let clusterID: UInt32
  let pointCount: UInt32
  let abbreviated: UInt32
  let expansionZoom: UInt32
  let bounds: UInt32

  /// The names and types for the manifest.
  static let fields: NamedValues<String> = [
    "cluster": "Boolean", "cluster_id": "Number", "point_count": "Number", "point_count_abbreviated": "String",
    "expansion_zoom": "Number", "bbox": "String",
  ]

  /// Adds the names to a table of keys.
  init(_ keys: inout ValueTable) {
    cluster = keys.intern(.string, "cluster")
    clusterID = keys.intern(.string, "cluster_id")
    pointCount = keys.intern(.string, "point_count")
    abbreviated = keys.intern(.string, "point_count_abbreviated")
    expansionZoom = keys.intern(.string, "expansion_zoom")
    bounds = keys.intern(.string, "bbox")
  }
}
