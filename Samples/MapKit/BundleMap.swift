// Copy this file into an app that shows a bundle with MKMapView. It needs the libraries MapBridges, MapMath and OverlayBundle.
import MapBridges
import MapKit
import MapMath
import OverlayBundle

/// Keeps a map view in step with a bundle: set it as the view's delegate, and keep it.
@MainActor
final class BundleMap: NSObject, MKMapViewDelegate {
  /// How overlays look.
  var color = UIColor.systemRed
  /// Called when a single point is tapped.
  var onSelect: (PointOverlay) -> Void = { _ in }
  /// Called when the bundle cannot be read.
  var onError: (any Error) -> Void = { _ in }

  private var bundle: BundleReader
  private weak var mapView: MKMapView?
  private var drawn: ViewportOverlays?
  private var annotations: [OverlayID: OverlayAnnotation] = [:]
  private var shapes: [OverlayID: [any MKOverlay]] = [:]
  private var reading: Task<Void, Never>?
  private var pulsing: Task<Void, Never>?

  init(_ bundle: BundleReader, on mapView: MKMapView) {
    (self.bundle, self.mapView) = (bundle, mapView)
    super.init()
    mapView.delegate = self
    update()
  }

  /// Reads what is in view, and draws what has changed.
  func update() {
    guard let mapView, let camera = mapView.overlayCamera else { return }
    reading?.cancel()
    reading = Task {
      do {
        let seen = try await bundle.overlays(seenFrom: camera, in: mapView.viewport)
        guard !Task.isCancelled else { return }
        apply(seen.changes(from: drawn), to: mapView)
        drawn = seen
      } catch BundleError.replaced {
        await goOver()
      } catch is CancellationError {
      } catch {
        onError(error)
      }
    }
  }

  /// Goes over to the bundle that was published since.
  private func goOver() async {
    do {
      bundle = try await bundle.refresh()
      update()
    } catch {
      onError(error)
    }
  }

  private func apply(_ changes: OverlayChanges, to mapView: MKMapView) {
    for overlay in changes.removed + changes.updated { remove(overlay.id, from: mapView) }
    for overlay in changes.updated + changes.inserted { add(overlay, to: mapView) }
    pulsing?.cancel()
    let circles = shapes.values.joined().compactMap { $0 as? CircleShape }.filter { $0.circle.pulse != nil }
    pulsing = circles.isEmpty ? nil : Task { [weak self] in await self?.pulse(circles) }
  }

  private func add(_ overlay: Overlay, to mapView: MKMapView) {
    if let annotation = OverlayAnnotation(overlay) {
      annotations[overlay.id] = annotation
      mapView.addAnnotation(annotation)
    }
    let parts = overlay.mapKitOverlays
    if !parts.isEmpty {
      shapes[overlay.id] = parts
      mapView.addOverlays(parts)
    }
  }

  private func remove(_ id: OverlayID, from mapView: MKMapView) {
    if let annotation = annotations.removeValue(forKey: id) { mapView.removeAnnotation(annotation) }
    if let parts = shapes.removeValue(forKey: id) { mapView.removeOverlays(parts) }
  }

  /// Lets circles draw again, twenty times a second.
  private func pulse(_ circles: [CircleShape]) async {
    while !Task.isCancelled, let mapView {
      for circle in circles { mapView.renderer(for: circle)?.setNeedsDisplay() }
      try? await Task.sleep(nanoseconds: 50_000_000)
    }
  }

  // The delegate of the map view.

  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) { update() }

  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
    guard let annotation = annotation as? OverlayAnnotation else { return nil }
    let found = mapView.dequeueReusableAnnotationView(withIdentifier: "overlay") as? MKMarkerAnnotationView
    let view = found ?? MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: "overlay")
    view.annotation = annotation
    // The bundle has clustered already: MapKit neither clusters markers nor leaves some out.
    view.clusteringIdentifier = nil
    view.displayPriority = .required
    view.markerTintColor = color
    view.glyphText = annotation.cluster?.abbreviatedCount
    view.canShowCallout = annotation.cluster == nil
    return view
  }

  func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation) {
    guard let annotation = annotation as? OverlayAnnotation else { return }
    if let cluster = annotation.cluster {
      let padding = UIEdgeInsets(top: 60, left: 60, bottom: 60, right: 60)
      mapView.setVisibleMapRect(cluster.bounds.mapRect.mkMapRect, edgePadding: padding, animated: true)
    } else if let point = annotation.point {
      onSelect(point)
    }
  }

  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer {
    if let circle = overlay as? CircleShape { return CircleRenderer(circle, color: color.cgColor) }
    if let lines = overlay as? MKMultiPolyline {
      let renderer = MKMultiPolylineRenderer(multiPolyline: lines)
      (renderer.strokeColor, renderer.lineWidth) = (color, 1)
      return renderer
    }
    guard let polygons = overlay as? MKMultiPolygon else { return MKOverlayRenderer(overlay: overlay) }
    let renderer = MKMultiPolygonRenderer(multiPolygon: polygons)
    renderer.fillColor = color.withAlphaComponent(0.2)
    return renderer
  }
}

/// A cluster, or a single point, on the map.
final class OverlayAnnotation: NSObject, MKAnnotation {
  let coordinate: CLLocationCoordinate2D
  let title: String?
  let cluster: ClusterOverlay?
  let point: PointOverlay?

  /// Nil for what is no marker.
  init?(_ overlay: Overlay) {
    switch overlay {
    case .cluster(let cluster):
      (self.cluster, point, title) = (cluster, nil, cluster.abbreviatedCount)
      coordinate = cluster.position.clLocationCoordinate2D
    case .point(let point):
      (cluster, self.point, title) = (nil, point, point.properties["name"]?.string)
      coordinate = point.position.clLocationCoordinate2D
    default: return nil
    }
    super.init()
  }
}

extension Overlay {
  /// The overlays of MapKit that draw this one; none for markers.
  fileprivate var mapKitOverlays: [any MKOverlay] {
    switch self {
    case .cluster, .point: []
    case .circle(let circle): [CircleShape(circle)]
    case .dissolvedCircles(let shape): Self.overlays(filled: shape.polygons, stroked: shape.outline)
    case .shape(let shape): Self.overlays(filled: shape.polygons, stroked: shape.lines + shape.outline)
    case .feature(let feature):
      Self.overlays(
        filled: feature.clippedFeatures.flatMap(\.polygons), stroked: feature.clippedFeatures.flatMap(\.lines))
    }
  }

  /// One overlay for all parts, which leaves no seam between tiles, and one for the lines, which leave out the cuts.
  private static func overlays(filled polygons: [OverlayPolygon], stroked lines: [[MapPoint]]) -> [any MKOverlay] {
    var overlays: [any MKOverlay] = []
    if !polygons.isEmpty { overlays.append(MKMultiPolygon(polygons.map(\.mkPolygon))) }
    if !lines.isEmpty {
      overlays.append(MKMultiPolyline(lines.map { MKPolyline(points: $0.map(\.mkMapPoint), count: $0.count) }))
    }
    return overlays
  }
}

extension OverlayPolygon {
  /// The polygon of MapKit, with its holes.
  var mkPolygon: MKPolygon {
    let holes = holes.map { MKPolygon(points: $0.map(\.mkMapPoint), count: $0.count) }
    return MKPolygon(points: exterior.map(\.mkMapPoint), count: exterior.count, interiorPolygons: holes)
  }
}

/// A circle; its rectangle is that of the largest step of the pulse, so that MapKit does not cut it.
final class CircleShape: NSObject, MKOverlay {
  let circle: CircleOverlay
  let coordinate: CLLocationCoordinate2D
  let boundingMapRect: MKMapRect
  /// The radius of a dot in points of the screen.
  static let dotRadius = 3.0

  init(_ circle: CircleOverlay) {
    self.circle = circle
    coordinate = circle.center.clLocationCoordinate2D
    let dot = Self.dotRadius * MapPoint.worldSide / Zoom(level: Double(circle.zoom), tileSize: 512).worldSide
    boundingMapRect = circle.boundingMapRect.inset(dx: -dot, dy: -dot).mkMapRect
  }
}

/// Draws a circle at the present step of its pulse. MapKit calls it on any thread, for one part of the map after the other.
final class CircleRenderer: MKOverlayRenderer {
  private let circle: CircleOverlay
  private let color: CGColor

  init(_ shape: CircleShape, color: CGColor) {
    (circle, self.color) = (shape.circle, color)
    super.init(overlay: shape)
  }

  override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {
    let zoom = Zoom(scale: Double(zoomScale), tileSize: 512).level.rounded(.down)
    let appearance = circle.appearance(atZoom: max(circle.zoom, Int(zoom)))
    guard appearance != .hidden else { return }
    let step = circle.pulse?.step(atSeconds: Date().timeIntervalSinceReferenceDate) ?? (scale: 1, opacity: 0.3)
    if appearance == .full, circle.drawsRing {
      for polygon in circle.polygons(scale: step.scale) {
        context.addLines(between: polygon.exterior.map { point(for: $0.mkMapPoint) })
        context.closePath()
      }
      context.setFillColor(color.copy(alpha: step.opacity) ?? color)
      context.fillPath()
    }
    if appearance == .dot || circle.drawsCenter {
      let middle = point(for: MapPoint(circle.center).mkMapPoint)
      let radius = CGFloat(CircleShape.dotRadius) / zoomScale
      context.setFillColor(color)
      context.fillEllipse(in: CGRect(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius))
    }
  }
}

extension MKMapView {
  /// The zoom of the map with 512-point tiles, as Mapbox, MapLibre and bundles count, also of a map that is turned or pitched.
  /// Setting it keeps center, heading and pitch.
  var zoomLevel: Double {
    get { overlayCamera?.zoom512 ?? 0 }
    set { setZoomLevel(newValue, animated: false) }
  }

  /// Sets the zoom; see `zoomLevel`.
  func setZoomLevel(_ zoom: Double, animated: Bool) {
    guard var camera = overlayCamera else { return }
    camera.zoom512 = zoom
    guard let target = try? MapKitCamera(camera, in: viewport) else { return }
    setCamera(target.mkMapCamera, animated: animated)
  }

  /// The size of the view.
  var viewport: MapViewport { MapViewport(width: Double(bounds.width), height: Double(bounds.height)) }

  /// The camera of the view; nil before it has a size. Without pitch it is made of the region, which MapKit documents.
  var overlayCamera: MapMath.Camera? {
    camera.pitch > 0
      ? try? MapMath.Camera(MapKitCamera(camera), in: viewport)
      : try? MapMath.Camera(region: Region(region), in: viewport, bearing: camera.heading)
  }
}
