#if canImport(MapKit)
  import CoreLocation
  import MapKit
  import MapMath

  extension MapPoint {
    /// Creates a point from a MapKit point.
    public init(_ point: MKMapPoint) { self.init(x: point.x, y: point.y) }

    /// The point as a MapKit point.
    public var mkMapPoint: MKMapPoint { MKMapPoint(x: x, y: y) }
  }

  extension MapSize {
    /// Creates a size from a MapKit size.
    public init(_ size: MKMapSize) { self.init(width: size.width, height: size.height) }

    /// The size as a MapKit size.
    public var mkMapSize: MKMapSize { MKMapSize(width: width, height: height) }
  }

  extension MapRect {
    /// Creates a rectangle from a MapKit rectangle. MapKit's null rectangle becomes `MapRect.null`.
    public init(_ rect: MKMapRect) { self.init(origin: MapPoint(rect.origin), size: MapSize(rect.size)) }

    /// The rectangle as a MapKit rectangle. `MapRect.null` becomes MapKit's null rectangle.
    public var mkMapRect: MKMapRect { MKMapRect(origin: origin.mkMapPoint, size: size.mkMapSize) }
  }

  extension Region {
    /// Creates a region from a MapKit region.
    public init(_ region: MKCoordinateRegion) {
      self.init(
        center: Coordinate(region.center),
        span: Region.Span(latitudeDelta: region.span.latitudeDelta, longitudeDelta: region.span.longitudeDelta))
    }

    /// The region as a MapKit region, unchanged. A map view throws an exception for a region that it cannot show, so
    /// call `clampedToMap()` first.
    public var mkCoordinateRegion: MKCoordinateRegion {
      MKCoordinateRegion(
        center: center.clLocationCoordinate2D,
        span: MKCoordinateSpan(latitudeDelta: span.latitudeDelta, longitudeDelta: span.longitudeDelta))
    }
  }

  #if !os(watchOS)
    extension MapKitCamera {
      /// Creates a camera from a MapKit camera.
      @MainActor public init(_ camera: MKMapCamera) {
        self.init(
          center: Coordinate(camera.centerCoordinate), distanceMeters: camera.centerCoordinateDistance,
          heading: camera.heading, pitch: Double(camera.pitch))
      }

      /// A new MapKit camera that has the same values.
      @MainActor public var mkMapCamera: MKMapCamera {
        MKMapCamera(
          lookingAtCenter: center.clLocationCoordinate2D, fromDistance: distanceMeters, pitch: CGFloat(pitch),
          heading: heading)
      }
    }
  #endif
#endif
