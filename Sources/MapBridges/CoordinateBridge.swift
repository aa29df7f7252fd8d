#if canImport(CoreLocation)
  import CoreLocation
  import MapMath

  extension Coordinate {
    /// Makes the coordinate of Core Location's.
    public init(_ coordinate: CLLocationCoordinate2D) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// The coordinate as Core Location's.
    public var clLocationCoordinate2D: CLLocationCoordinate2D {
      CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
  }
#endif
