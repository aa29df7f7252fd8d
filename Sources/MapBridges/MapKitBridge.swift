#if canImport(MapKit)
  import CoreLocation
  import MapKit
  import MapMath

  extension MapPoint {
    /// Makes the point of MapKit's.
    public init(_ point: MKMapPoint) { self.init(x: point.x, y: point.y) }

    /// The point as MapKit's.
    public var mkMapPoint: MKMapPoint { MKMapPoint(x: x, y: y) }
  }

  extension MapSize {
    /// Makes the size of MapKit's.
    public init(_ size: MKMapSize) { self.init(width: size.width, height: size.height) }

    /// The size as MapKit's.
    public var mkMapSize: MKMapSize { MKMapSize(width: width, height: height) }
  }

  extension MapRect {
    /// Makes the rectangle of MapKit's; its null is ours.
    public init(_ rect: MKMapRect) { self.init(origin: MapPoint(rect.origin), size: MapSize(rect.size)) }

    /// The rectangle as MapKit's; our null is its.
    public var mkMapRect: MKMapRect { MKMapRect(origin: origin.mkMapPoint, size: size.mkMapSize) }
  }

  extension Region {
    /// Makes the region of MapKit's.
    public init(_ region: MKCoordinateRegion) {
      self.init(
        center: Coordinate(region.center),
        span: Region.Span(latitudeDelta: region.span.latitudeDelta, longitudeDelta: region.span.longitudeDelta))
    }

    /// The region as MapKit's, unchanged. A map view throws at a region that no map can show: pass it `clampedToMap()`.
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
