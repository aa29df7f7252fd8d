#if canImport(CoreLocation)
  import CoreLocation
  import MapMath

  extension Coordinate {
    /// Makes a coordinate from one of Core Location.
    public init(_ coordinate: CLLocationCoordinate2D) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// The coordinate as a Core Location value.
    public var clLocationCoordinate2D: CLLocationCoordinate2D {
      CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
  }
#endif
