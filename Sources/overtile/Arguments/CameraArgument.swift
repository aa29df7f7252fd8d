import ArgumentParser
import MapMath

/// A camera as an argument: latitude, longitude, the zoom of Mapbox and MapLibre, and optionally bearing and pitch.
struct CameraArgument: ExpressibleByArgument {
  let camera: Camera

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (3...5).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1], let zoom = numbers[2]
    else { return nil }
    let turned = numbers.dropFirst(3)
    guard !turned.contains(nil) else { return nil }
    let angles = turned.compactMap { $0 } + [0, 0]
    camera = Camera(
      center: Coordinate(latitude: latitude, longitude: longitude), zoom512: zoom, bearing: angles[0], pitch: angles[1])
    guard camera.isValid else { return nil }
  }
}

/// A view's size in points, as "390x844".
struct ViewportArgument: ExpressibleByArgument {
  let viewport: MapViewport

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    viewport = MapViewport(width: width, height: height)
    guard viewport.isValid else { return nil }
  }
}
