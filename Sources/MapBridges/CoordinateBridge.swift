#if canImport(CoreLocation)
  import CoreLocation
  import MapMath

  extension Coordinate {
    /// Creates a coordinate from a Core Location coordinate.
    public init(_ coordinate: CLLocationCoordinate2D) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// The coordinate as a Core Location coordinate.
    public var clLocationCoordinate2D: CLLocationCoordinate2D {
      CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
  }
#endif
