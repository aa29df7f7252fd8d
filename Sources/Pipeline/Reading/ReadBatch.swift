import Features
import MapMath

/// A batch of a source in longitude and latitude and on the world grid, identified, ready for the layers.
struct ReadBatch {
  /// The features; coordinates are longitude and latitude in degrees, longitudes perhaps beyond 180.
  let features: FeatureBatch
  /// Per coordinate: world grid units, wrapped.
  let worldX: [UInt32]
  /// Per coordinate: world grid units.
  let worldY: [UInt32]
  /// Per feature: whether all its coordinates could be transformed.
  let usable: [Bool]
  /// Who the features are.
  let identity: BatchIdentity
  /// The index of the file among the source's.
  let file: UInt32
  /// Coordinates beyond the map's latitudes, which stand on its edge.
  let beyondMap: Int

  /// Quantises and identifies a batch.
  init(_ features: FeatureBatch, usable: [Bool], file: UInt32, idProperty: String?) {
    let count = features.geometry.x.count
    var worldX = [UInt32](repeating: 0, count: count)
    var worldY = worldX
    var beyondMap = 0
    for index in 0..<count where features.geometry.x[index].isFinite && features.geometry.y[index].isFinite {
      let point = WorldPoint(
        Coordinate(latitude: features.geometry.y[index], longitude: features.geometry.x[index]))
      if abs(features.geometry.y[index]) > Mercator.maximumLatitude { beyondMap += 1 }
      worldX[index] = point.x
      worldY[index] = point.y
    }
    identity = BatchIdentity(features, worldX: worldX, worldY: worldY, idProperty: idProperty)
    self.features = features
    self.worldX = worldX
    self.worldY = worldY
    self.usable = usable
    self.file = file
    self.beyondMap = beyondMap
  }
}
