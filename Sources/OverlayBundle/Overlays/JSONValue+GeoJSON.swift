import MapMath
import OvertileCore

/// The parts of a GeoJSON text.
extension JSONValue {
  /// A position: longitude and latitude to seven decimals, about a centimeter.
  init(_ coordinate: Coordinate) {
    self = .array(
      [coordinate.longitude, coordinate.latitude].map { .double(($0 * 10_000_000).rounded() / 10_000_000) })
  }

  static func point(_ coordinate: Coordinate) -> JSONValue { points([coordinate]) }

  static func points(_ coordinates: [Coordinate]) -> JSONValue {
    geometry("Point", coordinates.map { JSONValue($0) })
  }

  static func lines(_ lines: [[MapPoint]]) -> JSONValue {
    geometry("LineString", lines.map { line in .array(line.map { JSONValue($0.coordinate) }) })
  }

  /// Rings backwards and closed: a ring that runs clockwise with y to the south is then as RFC 7946 requires.
  static func polygons(_ polygons: [OverlayPolygon]) -> JSONValue {
    geometry(
      "Polygon",
      polygons.map { polygon in
        .array(
          polygon.rings.map { ring in
            .array((Array(ring.prefix(1)) + ring.reversed()).map { JSONValue($0.coordinate) })
          })
      })
  }

  /// A geometry of one part, or of several.
  private static func geometry(_ type: String, _ parts: [JSONValue]) -> JSONValue {
    .object([
      "type": .string(parts.count == 1 ? type : "Multi" + type),
      "coordinates": parts.count == 1 ? parts[0] : .array(parts),
    ])
  }
}
