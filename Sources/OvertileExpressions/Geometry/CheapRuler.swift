import OvertileCore

/// Distances in meters near a latitude, in a plane: degrees times the length of a degree there on the ellipsoid of
/// WGS84 (github.com/mapbox/cheap-ruler, which MapLibre uses). Good to 0.1% within some hundred kilometers.
struct CheapRuler: Sendable {
  /// Meters of a degree of longitude and of latitude.
  private let scale: (x: Double, y: Double)

  init(latitude: Double) {
    let radians = Double.pi / 180
    let flattening = 1 / 298.257223563
    let eccentricity = flattening * (2 - flattening)
    let meters = radians * 6378.137 * 1000
    let cosine = cos(latitude * radians)
    let w2 = 1 / (1 - eccentricity * (1 - cosine * cosine))
    let w = w2.squareRoot()
    scale = (meters * w * cosine, meters * w * w2 * (1 - eccentricity))
  }

  /// The distance of two positions, the shorter way around the world.
  func distance(_ a: Position, _ b: Position) -> Double {
    length(Self.wrapped(a.x - b.x), a.y - b.y)
  }

  /// The length of a step in degrees.
  func length(_ longitude: Double, _ latitude: Double) -> Double {
    let (dx, dy) = (longitude * scale.x, latitude * scale.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The distance of a position from a segment.
  func distance(_ point: Position, fromSegment a: Position, _ b: Position) -> Double {
    var (x, y) = (a.x, a.y)
    let (dx, dy) = ((b.x - x) * scale.x, (b.y - y) * scale.y)
    if dx != 0 || dy != 0 {
      let middle = (a.x + b.x) / 2
      let east = Self.wrapped(point.x - middle) + middle - x
      let t = (east * scale.x * dx + (point.y - y) * scale.y * dy) / (dx * dx + dy * dy)
      if t > 1 {
        (x, y) = (b.x, b.y)
      } else if t > 0 {
        x += dx / scale.x * t
        y += dy / scale.y * t
      }
    }
    return distance(point, Position(x: x, y: y))
  }

  /// The distance of two segments that do not cross.
  func distance(ofSegment a: Position, _ b: Position, fromSegment c: Position, _ d: Position) -> Double {
    min(
      min(distance(a, fromSegment: c, d), distance(b, fromSegment: c, d)),
      min(distance(c, fromSegment: a, b), distance(d, fromSegment: a, b)))
  }

  /// The same angle in -180...180.
  private static func wrapped(_ degrees: Double) -> Double {
    degrees.magnitude > 180 ? degrees.remainder(dividingBy: 360) : degrees
  }
}
