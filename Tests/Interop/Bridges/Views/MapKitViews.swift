public import SwiftUI
// The names and types of MapKit's views, and of its part for SwiftUI, that the tutorial uses, as in its headers.
@_exported public import UIKit

public protocol MKAnnotation: NSObjectProtocol {
  var coordinate: CLLocationCoordinate2D { get }
  var title: String? { get }
}

public struct MKFeatureDisplayPriority: Sendable {
  public static let required = MKFeatureDisplayPriority()
}

@MainActor open class MKAnnotationView: UIView {
  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {}
  open var annotation: (any MKAnnotation)?
  open var clusteringIdentifier: String?
  open var displayPriority = MKFeatureDisplayPriority.required
  open var canShowCallout = false
}

@MainActor open class MKMarkerAnnotationView: MKAnnotationView {
  open var glyphText: String?
  open var markerTintColor: UIColor?
}

public typealias MKZoomScale = CGFloat

public protocol MKOverlay: MKAnnotation {
  var boundingMapRect: MKMapRect { get }
}

extension MKOverlay {
  public var title: String? { nil }
}

open class MKShape: NSObject, MKOverlay {
  public var coordinate: CLLocationCoordinate2D { .init(latitude: 0, longitude: 0) }
  public var boundingMapRect: MKMapRect {
    MKMapRect(origin: MKMapPoint(x: 0, y: 0), size: MKMapSize(width: 0, height: 0))
  }
}

public final class MKPolygon: MKShape {
  public init(points: UnsafePointer<MKMapPoint>, count: Int) {}
  public init(points: UnsafePointer<MKMapPoint>, count: Int, interiorPolygons: [MKPolygon]?) {}
}

public final class MKPolyline: MKShape {
  public init(points: UnsafePointer<MKMapPoint>, count: Int) {}
}

public final class MKMultiPolygon: MKShape {
  public init(_ polygons: [MKPolygon]) {}
}

public final class MKMultiPolyline: MKShape {
  public init(_ polylines: [MKPolyline]) {}
}

// Of no actor: the map draws on other threads.
open class MKOverlayRenderer: NSObject {
  public let overlay: any MKOverlay
  public init(overlay: any MKOverlay) { self.overlay = overlay }
  open func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {}
  open func point(for mapPoint: MKMapPoint) -> CGPoint { .zero }
  open func setNeedsDisplay() {}
}

open class MKOverlayPathRenderer: MKOverlayRenderer {
  open var fillColor: UIColor?
  open var strokeColor: UIColor?
  open var lineWidth: CGFloat = 0
}

public final class MKMultiPolygonRenderer: MKOverlayPathRenderer {
  public init(multiPolygon: MKMultiPolygon) { super.init(overlay: multiPolygon) }
}

public final class MKMultiPolylineRenderer: MKOverlayPathRenderer {
  public init(multiPolyline: MKMultiPolyline) { super.init(overlay: multiPolyline) }
}

@MainActor public protocol MKMapViewDelegate: NSObjectProtocol {
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView?
  func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation)
  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
}

@MainActor open class MKMapView: UIView {
  open weak var delegate: (any MKMapViewDelegate)?
  open var camera = MKMapCamera(
    lookingAtCenter: .init(latitude: 0, longitude: 0), fromDistance: 1, pitch: 0, heading: 0)
  open var region = MKCoordinateRegion(
    center: .init(latitude: 0, longitude: 0), span: .init(latitudeDelta: 1, longitudeDelta: 1))
  open func addAnnotation(_ annotation: any MKAnnotation) {}
  open func removeAnnotation(_ annotation: any MKAnnotation) {}
  open func addOverlays(_ overlays: [any MKOverlay]) {}
  open func removeOverlays(_ overlays: [any MKOverlay]) {}
  open func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? { nil }
  open func setCamera(_ camera: MKMapCamera, animated: Bool) {}
  open func dequeueReusableAnnotationView(withIdentifier identifier: String) -> MKAnnotationView? { nil }
  open func setVisibleMapRect(_ mapRect: MKMapRect, edgePadding insets: UIEdgeInsets, animated: Bool) {}
}

@MainActor public protocol MapContent {
  associatedtype Body: MapContent
  @MapContentBuilder var body: Body { get }
}

extension MapContent where Body == Never {
  public var body: Never { fatalError() }
}

extension Never: MapContent {}

/// Only here: content that a builder made, or a modifier.
public struct BuiltContent: MapContent {
  public typealias Body = Never
}

@resultBuilder public struct MapContentBuilder {
  public static func buildBlock<each Content: MapContent>(_ content: repeat each Content) -> BuiltContent {
    BuiltContent()
  }
  public static func buildIf<Content: MapContent>(_ content: Content?) -> BuiltContent { BuiltContent() }
  public static func buildEither(first: some MapContent) -> BuiltContent { BuiltContent() }
  public static func buildEither(second: some MapContent) -> BuiltContent { BuiltContent() }
}

extension MapContent {
  public func tint(_ tint: some ShapeStyle) -> some MapContent { BuiltContent() }
  public func foregroundStyle(_ style: some ShapeStyle) -> some MapContent { BuiltContent() }
  public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some MapContent { BuiltContent() }
}

extension ForEach: MapContent where Content: MapContent {
  public typealias Body = Never
  public init(_ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(standIn: ())
  }
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @MapContentBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(standIn: ())
  }
}

public struct Marker: MapContent {
  public typealias Body = Never
  public init(_ title: some StringProtocol, coordinate: CLLocationCoordinate2D) {}
}

public struct Annotation<Content: View>: MapContent {
  public typealias Body = Never
  public init(
    _ title: some StringProtocol, coordinate: CLLocationCoordinate2D, @ViewBuilder content: () -> Content
  ) {}
}

public struct MapPolygon: MapContent {
  public typealias Body = Never
  public init(_ polygon: MKPolygon) {}
}

public struct MapPolyline: MapContent {
  public typealias Body = Never
  public init(points: [MKMapPoint]) {}
}

public struct MapCameraUpdateContext {
  public let camera: MapCamera
  public let region: MKCoordinateRegion
}

public struct Map: View {
  public init(@MapContentBuilder content: () -> some MapContent) {}
  public var body: Never { fatalError() }
}

extension View {
  public func onMapCameraChange(_ action: @escaping @MainActor (MapCameraUpdateContext) -> Void) -> some View { self }
}
