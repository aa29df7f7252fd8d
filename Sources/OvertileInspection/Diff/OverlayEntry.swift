import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileVectorTile

/// An overlay of a layer at one zoom.
struct OverlayKey: Hashable {
  var layer: String
  var id: UInt64?
}

/// An overlay's presence in one tile, its geometry and its properties as hashes.
struct OverlayEntry: Hashable {
  /// The tile's Hilbert id.
  let tile: UInt64
  let geometry: Int
  /// In any order. Types count: 1, 1.0, "1" and true are four values.
  let properties: Int
  /// Whether the geometry is one point.
  let isPoint: Bool
  /// The number of points that it represents.
  let points: Int
  let isCluster: Bool

  /// The entry of a decoded feature.
  init(_ feature: DecodedFeature, extent: UInt32, tile: UInt64) {
    var hasher = Hasher()
    hasher.combine(extent)
    hasher.combine(feature.geometry)
    (self.tile, geometry) = (tile, hasher.finalize())
    properties = feature.properties.reduce(0) { $0 &+ $1.hashValue }
    isPoint = feature.geometry.kind == .points && feature.geometry.x.count == 1
    // The property, 1 without it; no more than a cluster can have, so that sums fit.
    let stated = feature[TileProperty.pointCount]?.number.flatMap(Int.init(exactly:))
    points = min(max(stated ?? 1, 0), Int(UInt32.max))
    isCluster = feature[TileProperty.cluster] == .bool(true)
  }
}
