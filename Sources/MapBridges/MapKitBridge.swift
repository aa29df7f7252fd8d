#if canImport(MapKit)
  import CoreLocation
  import MapKit
  import MapMath

  extension MapPoint {
    /// Makes a point from one of MapKit.
    public init(_ point: MKMapPoint) { self.init(x: point.x, y: point.y) }

    /// The point as a MapKit value.
    public var mkMapPoint: MKMapPoint { MKMapPoint(x: x, y: y) }
  }

  extension MapSize {
    /// Makes a size from one of MapKit.
    public init(_ size: MKMapSize) { self.init(width: size.width, height: size.height) }

    /// The size as a MapKit value.
    public var mkMapSize: MKMapSize { MKMapSize(width: width, height: height) }
  }

  extension MapRect {
    /// Makes a rectangle from one of MapKit. MapKit's null rectangle becomes `MapRect.null`.
    public init(_ rect: MKMapRect) { self.init(origin: MapPoint(rect.origin), size: MapSize(rect.size)) }

    /// The rectangle as a MapKit value. `MapRect.null` becomes MapKit's null rectangle.
    public var mkMapRect: MKMapRect { MKMapRect(origin: origin.mkMapPoint, size: size.mkMapSize) }
  }

  extension Region {
    /// Makes a region from one of MapKit.
    public init(_ region: MKCoordinateRegion) {
      self.init(
        center: Coordinate(region.center),
        span: Region.Span(latitudeDelta: region.span.latitudeDelta, longitudeDelta: region.span.longitudeDelta))
    }

    /// The region as a MapKit value, unchanged. A map view throws an exception for a region that no map can show, so
    /// pass it `clampedToMap()`.
    public var mkCoordinateRegion: MKCoordinateRegion {
      MKCoordinateRegion(
        center: center.clLocationCoordinate2D,
        span: MKCoordinateSpan(latitudeDelta: span.latitudeDelta, longitudeDelta: span.longitudeDelta))
    }
  }

  #if !os(watchOS)
    extension MapKitCamera {
      /// Makes the camera of MapKit's.
      @MainActor public init(_ camera: MKMapCamera) {
        self.init(
          center: Coordinate(camera.centerCoordinate), distanceMeters: camera.centerCoordinateDistance,
          heading: camera.heading, pitch: Double(camera.pitch))
      }

      /// A new camera of MapKit's.
      @MainActor public var mkMapCamera: MKMapCamera {
        MKMapCamera(
          lookingAtCenter: center.clLocationCoordinate2D, fromDistance: distanceMeters, pitch: CGFloat(pitch),
          heading: heading)
      }
    }
  #endif
#endif
