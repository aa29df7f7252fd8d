// The names and types of MapLibre Native that the bridges use, as in its headers.
@_exported import CoreLocation

@MainActor public class MLNMapCamera {
  public var centerCoordinate: CLLocationCoordinate2D
  public var altitude: CLLocationDistance
  public var pitch: CGFloat
  public var heading: CLLocationDirection
  public init(
    lookingAtCenter: CLLocationCoordinate2D, altitude: CLLocationDistance, pitch: CGFloat,
    heading: CLLocationDirection
  ) {
    (centerCoordinate, self.altitude, self.pitch, self.heading) = (lookingAtCenter, altitude, pitch, heading)
  }
}

// The rule of MapLibre Native: 30 degrees of view, meters on a sphere.
private func tall(_ zoom: Double, _ latitude: Double, _ size: CGSize) -> Double {
  cos(latitude * .pi / 180) * 2 * .pi * 6_378_137 / (512 * exp2(zoom)) * Double(size.height)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func MLNAltitudeForZoomLevel(
  _ zoomLevel: Double, _ pitch: CGFloat, _ latitude: CLLocationDegrees, _ size: CGSize
) -> CLLocationDistance {
  tall(zoomLevel, latitude, size) / 2 / tan(.pi / 12) * cos(Double(pitch) * .pi / 180)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func MLNZoomLevelForAltitude(
  _ altitude: CLLocationDistance, _ pitch: CGFloat, _ latitude: CLLocationDegrees, _ size: CGSize
) -> Double {
  log2(tall(0, latitude, size) / 2 / tan(.pi / 12) * cos(Double(pitch) * .pi / 180) / altitude)
}
