// Copy this file and BundleMap.swift into an app that shows a bundle with SwiftUI's Map (iOS 17). They need the libraries
// MapBridges, MapMath and OverlayBundle.
import MapBridges
import MapKit
import MapMath
import OverlayBundle
import SwiftUI

/// A map with the overlays of a bundle, which follow its camera.
struct BundleContentMap: View {
  @State var bundle: BundleReader
  @State private var overlays: [Overlay] = []
  @State private var reading: Task<Void, Never>?

  var body: some View {
    GeometryReader { geometry in
      Map {
        ForEach(overlays) { overlay in OverlayContent(overlay: overlay) }
      }
      .onMapCameraChange { context in
        let viewport = MapViewport(width: geometry.size.width, height: geometry.size.height)
        guard let camera = try? MapMath.Camera(MapKitCamera(context.camera), in: viewport) else { return }
        reading?.cancel()
        reading = Task {
          do {
            let seen = try await overlays(from: camera, in: viewport)
            if !Task.isCancelled { overlays = seen }
          } catch {
            if !Task.isCancelled { print("The overlays cannot be read: \(error.localizedDescription)") }
          }
        }
      }
    }
  }

  /// The overlays in view, of the new bundle if another one was published meanwhile.
  private func overlays(from camera: MapMath.Camera, in viewport: MapViewport) async throws -> [Overlay] {
    do {
      return try await bundle.overlays(seenFrom: camera, in: viewport).overlays
    } catch BundleError.replaced {
      bundle = try await bundle.refresh()
      return try await bundle.overlays(seenFrom: camera, in: viewport).overlays
    }
  }
}

/// An overlay as content of SwiftUI's map.
struct OverlayContent: MapContent {
  let overlay: Overlay
  var color = Color.red

  var body: some MapContent {
    switch overlay {
    case .cluster(let cluster):
      Annotation("", coordinate: cluster.position.clLocationCoordinate2D) {
        Text(cluster.abbreviatedCount).padding(8).background(color, in: Circle())
      }
    case .point(let point):
      Marker(point.properties["name"]?.string ?? "", coordinate: point.position.clLocationCoordinate2D).tint(color)
    case .circle(let circle) where circle.isDot || !circle.drawsRing:
      Annotation("", coordinate: circle.center.clLocationCoordinate2D) {
        Circle().fill(color).frame(width: 6, height: 6)
      }
    case .circle(let circle): polygons(circle.polygons())
    case .dissolvedCircles(let shape): polygons(shape.polygons, stroked: shape.outline)
    case .shape(let shape): polygons(shape.polygons, stroked: shape.lines + shape.outline)
    case .feature: polygons([])
    }
  }

  /// The polygons without their edges, which run along tiles, and the lines to stroke.
  @MapContentBuilder
  private func polygons(_ polygons: [OverlayPolygon], stroked lines: [[MapPoint]] = []) -> some MapContent {
    ForEach(polygons, id: \.self) { polygon in
      MapPolygon(polygon.mkPolygon).foregroundStyle(color.opacity(0.2))
    }
    ForEach(lines, id: \.self) { line in
      MapPolyline(points: line.map(\.mkMapPoint)).stroke(color, lineWidth: 1)
    }
  }
}
