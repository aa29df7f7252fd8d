import MapMath
import OvertileCircles
import OvertileCore
import TestSupport

/// The results of pyproj and shapely for circles.
enum CircleOracle {
  private static let script = "Tests/CirclesTests/geod.py"

  struct Pairs: Encodable {
    var lat1: [Double] = []
    var lon1: [Double] = []
    var lat2: [Double] = []
    var lon2: [Double] = []
  }

  struct Rectangles: Encodable {
    var lat: [Double] = []
    var lon: [Double] = []
    var west: [Double] = []
    var east: [Double] = []
    var south: [Double] = []
    var north: [Double] = []

    mutating func add(_ center: Coordinate, _ tile: TileID) {
      let side = Double(WorldGrid.tileSide(zoom: Int(tile.z)))
      let (x, y) = (Double(tile.x) * side, Double(tile.y) * side)
      lat.append(center.latitude)
      lon.append(center.longitude)
      west.append(WorldGrid.longitude(x: x))
      east.append(WorldGrid.longitude(x: x + side))
      south.append(WorldGrid.latitude(y: y + side))
      north.append(WorldGrid.latitude(y: y))
    }
  }

  private struct Meters: Decodable { var meters: [Double] }
  private struct Polygons: Encodable { var polygons: [[[[[Double]]]]] }
  private struct Valid: Decodable { var valid: [Bool] }

  static func distances(_ pairs: Pairs) throws -> [Double] {
    try PythonOracle.run(script, pairs, as: Meters.self).meters
  }

  static func nearest(_ rectangles: Rectangles) throws -> [Double] {
    try PythonOracle.run(script, rectangles, as: Meters.self).meters
  }

  /// For each geometry, whether it is a valid multi-polygon.
  static func areValid(_ geometries: [WorldGeometry]) throws -> [Bool] {
    let polygons = geometries.map { g in
      g.polygonEnds.indices.map { p in
        g.rings(ofPolygon: p).map { ring in g.positions(ofRing: ring).map { [g.x[$0], g.y[$0]] } }
      }
    }
    return try PythonOracle.run(script, Polygons(polygons: polygons), as: Valid.self).valid
  }
}

/// Circles for property tests: everywhere, and often at poles, the antimeridian and the equator.
func randomCircle(
  _ random: inout SeededRandom, model: CircleModel, maximumRadius: Double, tileSize: Double = 512
) throws -> Circle {
  let latitudes: [Double] = [
    .random(in: -80...80, using: &random), .random(in: 84...90, using: &random),
    .random(in: -90 ... -84, using: &random), 0,
  ]
  let longitudes: [Double] = [
    .random(in: -180...180, using: &random), .random(in: 179...180, using: &random), -180, 180, 0,
  ]
  let center = Coordinate(
    latitude: latitudes.randomElement(using: &random) ?? 0, longitude: longitudes.randomElement(using: &random) ?? 0)
  // The product favors small circles.
  let share = Double.random(in: 0.001...1, using: &random) * Double.random(in: 0.001...1, using: &random)
  let radius = maximumRadius * share
  return try Circle(center: center, radius: radius, model: model, tileSize: tileSize)
}
