/// A width and a height in map points.
public struct MapSize: Sendable, Hashable, Codable {
  /// Map points eastward.
  public var width: Double
  /// Map points southward.
  public var height: Double

  /// The size of the whole world: 2^28 a side.
  public static let world = MapSize(width: MapPoint.worldSide, height: MapPoint.worldSide)
  /// No size at all.
  public static let zero = MapSize(width: 0, height: 0)

  /// Makes a size from map points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
