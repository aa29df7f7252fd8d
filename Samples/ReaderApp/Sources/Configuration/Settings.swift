import Foundation
import MapMath

/// The app's command line, and the start of its map.
public struct Settings: Sendable {
  /// The folder of the bundle.
  public let bundle: URL
  /// The file of the app's database.
  public let database: String
  /// The map view: the points of a phone.
  public let viewport = MapViewport(width: 390, height: 844)
  /// The first center of the map: the British Isles.
  public let camera = Camera(center: Coordinate(latitude: 54.5, longitude: -3.5), zoom512: 4.6)
  /// The points that stay free around a camera's target.
  public let padding = ScreenPadding(all: 40)

  /// Takes the two arguments; nil when there are others.
  public init?(arguments: [String]) {
    guard arguments.count == 2 else { return nil }
    (bundle, database) = (URL(fileURLWithPath: arguments[0]), arguments[1])
  }
}
