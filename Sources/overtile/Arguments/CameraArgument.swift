import ArgumentParser
import MapMath

/// A camera as an argument: latitude, longitude, the zoom of Mapbox and MapLibre, and optionally bearing and pitch.
struct CameraArgument: ExpressibleByArgument {
  let camera: Camera

  init?(argument: String) {
    guard let numbers = [Double](argument, counts: 3...5) else { return nil }
    let angles = numbers.dropFirst(3) + [0, 0]
    camera = Camera(
      center: Coordinate(latitude: numbers[0], longitude: numbers[1]), zoom512: numbers[2], bearing: angles[3],
      pitch: angles[4])
    guard camera.isValid else { return nil }
  }
}

/// A view's size in points, as "390x844".
struct ViewportArgument: ExpressibleByArgument {
  let viewport: MapViewport

  init?(argument: String) {
    guard let sides = [Double](argument.lowercased(), counts: 2...2, separator: "x") else { return nil }
    viewport = MapViewport(width: sides[0], height: sides[1])
    guard viewport.isValid else { return nil }
  }
}

extension [Double] {
  /// So many finite numbers between separators; nil for another text.
  init?(_ text: String, counts: ClosedRange<Int>, separator: Character = ",") {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    self = parts.compactMap { Double($0) }.filter(\.isFinite)
    guard count == parts.count, counts.contains(count) else { return nil }
  }
}
