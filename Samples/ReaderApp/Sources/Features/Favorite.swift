import GRDB
import MapMath
import OverlayBundle

/// An overlay that the user wants to find again. Its layer and id identify it, tonight and tomorrow.
public struct Favorite: Codable, Sendable, Hashable, FetchableRecord, PersistableRecord {
  /// The overlay's layer.
  public var layer: String
  /// The overlay's number in its layer.
  public var number: Int64
  /// The name to show.
  public var name: String
  /// Feet above the sea.
  public var elevation: Double
  /// Degrees.
  public var latitude: Double
  /// Degrees.
  public var longitude: Double

  /// The coordinate.
  public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  /// Makes one from an airport; nil if the bundle says too little about it.
  public init?(_ point: PointOverlay) {
    guard let number = point.id.number, case .string(let name)? = point.properties["name"],
      let elevation = point.properties["elevation_ft"]?.number
    else { return nil }
    (layer, self.number, self.name, self.elevation) = (point.id.layer, Int64(number), name, elevation)
    (latitude, longitude) = (point.position.latitude, point.position.longitude)
  }
}
