import OvertileBundleFormat
import OvertileCore
import OvertileVectorTile

/// The names of a cluster's own properties, as indices into the layer's keys.
package struct ClusterKeys: Sendable {
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

  /// Begins the feature of a cluster, and adds its own properties.
  @inline(__always)
  func write(_ record: ClusterRecords.Record, into encoder: inout TileEncoder) {
    encoder.beginFeature(id: record.id)
    encoder.tag(key: cluster, bool: true)
    encoder.tag(key: clusterID, int: Int64(record.id))
    encoder.tag(key: pointCount, int: Int64(record.count))
    encoder.tag(key: abbreviated, string: ClusterText.abbreviated(record.count))
    encoder.tag(key: expansionZoom, int: Int64(record.expansionZoom))
    ClusterText.withBounds(record.bounds) { encoder.tag(key: bounds, utf8: $0) }
  }
}
