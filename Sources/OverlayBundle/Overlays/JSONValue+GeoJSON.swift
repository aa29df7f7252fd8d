import MapMath
import OvertileCore

/// The parts of a GeoJSON text.
extension JSONValue {
  /// A position: longitude and latitude to seven decimals, about a centimeter.
  init(_ coordinate: Coordinate) {
    self = .array(
      [coordinate.longitude, coordinate.latitude].map { .double(($0 * 10_000_000).rounded() / 10_000_000) })
  }

  static func point(_ coordinate: Coordinate) -> JSONValue { geometry("Point", JSONValue(coordinate)) }

  static func points(_ coordinates: [Coordinate]) -> JSONValue {
    if coordinates.count == 1 { return point(coordinates[0]) }
    return geometry("MultiPoint", .array(coordinates.map { JSONValue($0) }))
  }

  static func lines(_ lines: [[MapPoint]]) -> JSONValue {
    let lists = lines.map { line in JSONValue.array(line.map { JSONValue($0.coordinate) }) }
    return lists.count == 1 ? geometry("LineString", lists[0]) : geometry("MultiLineString", .array(lists))
  }

  /// Rings backwards and closed: a ring that runs clockwise with y to the south is then as RFC 7946 requires.
  static func polygons(_ polygons: [OverlayPolygon]) -> JSONValue {
    let lists = polygons.map { polygon in
      JSONValue.array(
        polygon.rings.map { ring in
          .array((Array(ring.prefix(1)) + ring.reversed()).map { JSONValue($0.coordinate) })
        })
    }
    return lists.count == 1 ? geometry("Polygon", lists[0]) : geometry("MultiPolygon", .array(lists))
  }

  private static func geometry(_ type: String, _ coordinates: JSONValue) -> JSONValue {
    .object(["type": .string(type), "coordinates": coordinates])
  }
}
