#if canImport(SwiftUI)
  import MapMath
  import SwiftUI

  extension ScreenPadding {
    /// Creates padding from SwiftUI insets. The layout direction determines which side is leading.
    public init(_ insets: SwiftUI.EdgeInsets, layoutDirection: LayoutDirection) {
      let (leading, trailing) = (Double(insets.leading), Double(insets.trailing))
      let leadsLeft = layoutDirection == .leftToRight
      self.init(
        top: Double(insets.top), left: leadsLeft ? leading : trailing, bottom: Double(insets.bottom),
        right: leadsLeft ? trailing : leading)
    }

    /// Returns the padding as SwiftUI insets. The layout direction determines which side is leading.
    public func swiftUIEdgeInsets(layoutDirection: LayoutDirection) -> SwiftUI.EdgeInsets {
      let leadsLeft = layoutDirection == .leftToRight
      return SwiftUI.EdgeInsets(
        top: CGFloat(top), leading: CGFloat(leadsLeft ? left : right), bottom: CGFloat(bottom),
        trailing: CGFloat(leadsLeft ? right : left))
    }
  }
#endif

#if canImport(SwiftUI) && canImport(MapKit)
  import MapKit

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  extension MapKitCamera {
    /// Creates a camera from a SwiftUI map camera.
    public init(_ camera: MapCamera) {
      self.init(
        center: Coordinate(camera.centerCoordinate), distanceMeters: camera.distance, heading: camera.heading,
        pitch: camera.pitch)
    }

    /// The camera as a SwiftUI map camera.
    public var mapCamera: MapCamera {
      MapCamera(
        centerCoordinate: center.clLocationCoordinate2D, distance: distanceMeters, heading: heading, pitch: pitch)
    }
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  extension MapPosition {
    /// Creates a position from the camera position of a SwiftUI map, or returns `nil` if the camera position shows a
    /// map item or the user has moved the map.
    ///
    /// After the user has moved the map, use the camera that `onMapCameraChange` provides.
    public init?(_ position: MapCameraPosition) {
      if let camera = position.camera {
        self = .camera(MapKitCamera(camera))
      } else if let region = position.region {
        self = .region(Region(region))
      } else if let rect = position.rect {
        self = .rect(MapRect(rect))
      } else if position.followsUserLocation {
        let fallback = position.fallbackPosition.flatMap { MapPosition($0) }
        self = .userLocation(followsHeading: position.followsUserHeading, fallback: fallback ?? .automatic)
      } else if position == .automatic {
        self = .automatic
      } else {
        return nil
      }
    }

    /// The position as the camera position of a SwiftUI map.
    public var mapCameraPosition: MapCameraPosition {
      switch self {
      case .automatic: .automatic
      case .region(let region): .region(region.mkCoordinateRegion)
      case .rect(let rect): .rect(rect.mkMapRect)
      case .camera(let camera): .camera(camera.mapCamera)
      case .userLocation(let followsHeading, let fallback):
        .userLocation(followsHeading: followsHeading, fallback: fallback.mapCameraPosition)
      }
    }
  }
#endif
