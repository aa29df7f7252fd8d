import Features
import Foundation
import MapMath
import OverlayBundle
import Shapes

extension Tour {
  /// Prints what a viewport shows: the zoom of each layer's tiles, and how many overlays of each kind.
  func show(_ seen: ViewportOverlays) {
    let zooms = bundle.manifest.layers.compactMap { layer in seen.zoom(ofLayer: layer.id).map { "\(layer.id) \($0)" } }
    print("zooms: \(zooms.joined(separator: ", "))")
    var (markers, circles, outlines) = (0, 0, 0)
    for shape in seen.overlays.compactMap({ Shape($0) }) {
      switch shape {
      case .marker: markers += 1
      case .circle: circles += 1
      case .outline: outlines += 1
      }
    }
    print("in view: \(markers) markers, \(circles) circles, \(outlines) outlines")
  }

  /// Prints a camera.
  func show(_ camera: Camera, of name: String) {
    let center = String(format: "%.4f, %.4f", camera.center.latitude, camera.center.longitude)
    print("camera of \(name): \(center) at zoom \(String(format: "%.2f", camera.zoom512))")
  }

  /// Prints favorites.
  func show(_ title: String, _ places: [Favorite]) {
    print("\(title): \(places.count)")
    for place in places { print("  \(place.number) \(place.name), \(Int(place.elevation)) ft") }
  }
}
