import OvertileBundleFormat
import OvertileFeatures

/// The names of a cluster's own properties, as indices into the layer's keys.
struct ClusterKeys: Sendable {
  let cluster: UInt32
  let clusterID: UInt32
  let pointCount: UInt32
  let abbreviated: UInt32
  let expansionZoom: UInt32
  let bounds: UInt32

  /// Adds the names to a table of keys.
  init(_ keys: inout ValueTable) {
    cluster = keys.intern(.string, TileProperty.cluster)
    clusterID = keys.intern(.string, TileProperty.clusterID)
    pointCount = keys.intern(.string, TileProperty.pointCount)
    abbreviated = keys.intern(.string, TileProperty.abbreviatedCount)
    expansionZoom = keys.intern(.string, TileProperty.expansionZoom)
    bounds = keys.intern(.string, TileProperty.bounds)
  }
}
