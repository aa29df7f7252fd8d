public import SwiftUI
// The names and types of MapKit's views, and of its part for SwiftUI, that the tutorial uses, as in its headers.
@_exported public import UIKit

public protocol MKAnnotation: NSObjectProtocol {
  var coordinate: CLLocationCoordinate2D { get }
  var title: String? { get }
}

@MainActor open class MKAnnotationView: UIView {
  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {}
}

@MainActor open class MKMarkerAnnotationView: MKAnnotationView {
  open var glyphText: String?
}

@MainActor public protocol MKMapViewDelegate: NSObjectProtocol {
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView?
  func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation)
}

@MainActor open class MKMapView: UIView {
  open weak var delegate: (any MKMapViewDelegate)?
  open var camera = MKMapCamera(
    lookingAtCenter: .init(latitude: 0, longitude: 0), fromDistance: 1, pitch: 0, heading: 0)
  open var region = MKCoordinateRegion(
    center: .init(latitude: 0, longitude: 0), span: .init(latitudeDelta: 1, longitudeDelta: 1))
  open func addAnnotation(_ annotation: any MKAnnotation) {}
  open func removeAnnotation(_ annotation: any MKAnnotation) {}
  open func setVisibleMapRect(_ mapRect: MKMapRect, edgePadding insets: UIEdgeInsets, animated: Bool) {}
}

@MainActor public protocol MapContent {}

@resultBuilder public struct MapContentBuilder {
  public static func buildBlock<Content: MapContent>(_ content: Content) -> Content { content }
  public static func buildIf<Content: MapContent>(_ content: Content?) -> Content? { content }
}

extension Optional: MapContent where Wrapped: MapContent {}

extension ForEach: MapContent where Content: MapContent {
  public init(_ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content) {
    self.init(standIn: ())
  }
}

public struct Marker: MapContent {
  public init(_ title: some StringProtocol, coordinate: CLLocationCoordinate2D) {}
}

public struct MapCameraUpdateContext {
  public let region: MKCoordinateRegion
}

public struct Map: View {
  public init(@MapContentBuilder content: () -> some MapContent) {}
  public var body: Never { fatalError() }
}

extension View {
  public func onMapCameraChange(_ action: @escaping @MainActor (MapCameraUpdateContext) -> Void) -> some View { self }
}
