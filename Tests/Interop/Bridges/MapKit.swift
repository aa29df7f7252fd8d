// The names and types of MapKit, and of its part for SwiftUI, that the bridges use, as in its headers.
@_exported import CoreLocation

public struct MKMapPoint {
  public var x, y: Double
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

public struct MKMapSize {
  public var width, height: Double
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

public struct MKMapRect {
  public var origin: MKMapPoint
  public var size: MKMapSize
  public init(origin: MKMapPoint, size: MKMapSize) { (self.origin, self.size) = (origin, size) }
}

public struct MKCoordinateSpan {
  public var latitudeDelta, longitudeDelta: CLLocationDegrees
  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
  }
}

public struct MKCoordinateRegion {
  public var center: CLLocationCoordinate2D
  public var span: MKCoordinateSpan
  public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) { (self.center, self.span) = (center, span) }
}

@MainActor public class MKMapCamera {
  public var centerCoordinate: CLLocationCoordinate2D
  public var centerCoordinateDistance: CLLocationDistance
  public var pitch: CGFloat
  public var heading: CLLocationDirection
  public init(
    lookingAtCenter: CLLocationCoordinate2D, fromDistance: CLLocationDistance, pitch: CGFloat,
    heading: CLLocationDirection
  ) {
    (centerCoordinate, centerCoordinateDistance) = (lookingAtCenter, fromDistance)
    (self.pitch, self.heading) = (pitch, heading)
  }
}

public struct MapCamera: Equatable {
  public var centerCoordinate: CLLocationCoordinate2D
  public var distance, heading, pitch: Double
  public init(
    centerCoordinate: CLLocationCoordinate2D, distance: Double, heading: Double = 0, pitch: Double = 0
  ) {
    self.centerCoordinate = centerCoordinate
    (self.distance, self.heading, self.pitch) = (distance, heading, pitch)
  }
  public static func == (a: MapCamera, b: MapCamera) -> Bool { a.distance == b.distance }
}

public struct MapCameraPosition: Equatable {
  public private(set) var camera: MapCamera?
  public private(set) var region: MKCoordinateRegion?
  public private(set) var rect: MKMapRect?
  public private(set) var followsUserLocation = false
  public private(set) var followsUserHeading = false
  public private(set) var positionedByUser = false
  private var fallback: [MapCameraPosition] = []
  public var fallbackPosition: MapCameraPosition? { fallback.first }

  public static var automatic: MapCameraPosition { MapCameraPosition() }
  public static func camera(_ camera: MapCamera) -> MapCameraPosition { .automatic.with { $0.camera = camera } }
  public static func region(_ region: MKCoordinateRegion) -> MapCameraPosition {
    .automatic.with { $0.region = region }
  }
  public static func rect(_ rect: MKMapRect) -> MapCameraPosition { .automatic.with { $0.rect = rect } }
  public static func userLocation(
    followsHeading: Bool = false, fallback: MapCameraPosition
  ) -> MapCameraPosition {
    .automatic.with {
      ($0.followsUserLocation, $0.followsUserHeading, $0.fallback) = (true, followsHeading, [fallback])
    }
  }
  /// Only here: whether a user has moved the map.
  public static var movedByUser: MapCameraPosition { .automatic.with { $0.positionedByUser = true } }
  public static func == (a: MapCameraPosition, b: MapCameraPosition) -> Bool {
    let isPlain = [a, b].allSatisfy { $0.camera == nil && $0.region == nil && $0.rect == nil }
    return isPlain && a.followsUserLocation == b.followsUserLocation && a.positionedByUser == b.positionedByUser
  }
  private func with(_ change: (inout MapCameraPosition) -> Void) -> MapCameraPosition {
    var position = self
    change(&position)
    return position
  }
}
