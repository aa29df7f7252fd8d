/// A width and a height, in map points.
public struct MapSize: Sendable, Hashable, Codable {
  /// The width, in map points.
  public var width: Double
  /// The height, in map points.
  public var height: Double

  /// The size of the whole world, which is 2^28 map points per side.
  public static let world = MapSize(width: MapPoint.worldSide, height: MapPoint.worldSide)
  /// A size whose width and height are zero.
  public static let zero = MapSize(width: 0, height: 0)

  /// Creates a size from a width and a height, in map points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
