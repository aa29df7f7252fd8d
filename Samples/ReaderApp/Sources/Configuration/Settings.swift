import Foundation
import MapMath

/// What the app is told on its command line, and where its map begins.
public struct Settings: Sendable {
  /// The folder of the bundle.
  public let bundle: URL
  /// The file of the app's database.
  public let database: String
  /// The map view: the points of a phone.
  public let viewport = MapViewport(width: 390, height: 844)
  /// Where the map begins: the British Isles.
  public let camera = Camera(center: Coordinate(latitude: 54.5, longitude: -3.5), zoom512: 4.6)
  /// Points that stay free around what a camera shows.
  public let padding = ScreenPadding(all: 40)

  /// Takes the two arguments; nil when there are others.
  public init?(arguments: [String]) {
    guard arguments.count == 2 else { return nil }
    (bundle, database) = (URL(fileURLWithPath: arguments[0]), arguments[1])
  }
}
