// The names and types of Mapbox Maps 11 that the bridges use, and some that are the same as MapMath's.
@_exported import CoreLocation
@_exported import UIKit

public struct CameraOptions {
  public var center: CLLocationCoordinate2D?
  public var padding: UIEdgeInsets?
  public var anchor: CGPoint?
  public var zoom: CGFloat?
  public var bearing: CLLocationDirection?
  public var pitch: CGFloat?
  public init(
    center: CLLocationCoordinate2D? = nil, padding: UIEdgeInsets? = nil, anchor: CGPoint? = nil, zoom: CGFloat? = nil,
    bearing: CLLocationDirection? = nil, pitch: CGFloat? = nil
  ) {
    (self.center, self.padding, self.anchor) = (center, padding, anchor)
    (self.zoom, self.bearing, self.pitch) = (zoom, bearing, pitch)
  }
}

public struct CameraState {
  public var center: CLLocationCoordinate2D
  public var padding: UIEdgeInsets
  public var zoom: CGFloat
  public var bearing: CLLocationDirection
  public var pitch: CGFloat
  public init(
    center: CLLocationCoordinate2D, padding: UIEdgeInsets, zoom: CGFloat, bearing: CLLocationDirection, pitch: CGFloat
  ) {
    (self.center, self.padding, self.zoom, self.bearing, self.pitch) = (center, padding, zoom, bearing, pitch)
  }
}

public struct Viewport {}
public class EdgeInsets {}
public struct Region {}
public struct Camera {}
