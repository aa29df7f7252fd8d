import MapMath
import OvertileFeatures

/// A JSON value of a GeoJSON text.
indirect enum GeoJSONNode: Encodable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)
  case list([GeoJSONNode])
  case object(NamedValues<GeoJSONNode>)

  init(_ value: PropertyValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .int(let value): .int(value)
      case .uint(let value): .uint(value)
      // JSON has no other numbers.
      case .double(let value): value.isFinite ? .double(value) : .null
      case .string(let value), .json(let value): .string(value)
      }
  }

  /// A position: longitude and latitude to seven decimals, about a centimetre.
  init(_ coordinate: Coordinate) {
    self = .list(
      [coordinate.longitude, coordinate.latitude].map { .double(($0 * 10_000_000).rounded() / 10_000_000) })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .uint(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  // MARK: Geometries

  static func point(_ coordinate: Coordinate) -> GeoJSONNode { geometry("Point", GeoJSONNode(coordinate)) }

  static func points(_ coordinates: [Coordinate]) -> GeoJSONNode {
    if coordinates.count == 1 { return point(coordinates[0]) }
    return geometry("MultiPoint", .list(coordinates.map { GeoJSONNode($0) }))
  }

  static func lines(_ lines: [[MapPoint]]) -> GeoJSONNode {
    let lists = lines.map { line in GeoJSONNode.list(line.map { GeoJSONNode($0.coordinate) }) }
    return lists.count == 1 ? geometry("LineString", lists[0]) : geometry("MultiLineString", .list(lists))
  }

  /// Rings backwards and closed: what runs clockwise with y to the south then is as RFC 7946 wants it.
  static func polygons(_ polygons: [MapPolygon]) -> GeoJSONNode {
    let lists = polygons.map { polygon in
      GeoJSONNode.list(
        polygon.rings.map { ring in
          .list((Array(ring.prefix(1)) + ring.reversed()).map { GeoJSONNode($0.coordinate) })
        })
    }
    return lists.count == 1 ? geometry("Polygon", lists[0]) : geometry("MultiPolygon", .list(lists))
  }

  private static func geometry(_ type: String, _ coordinates: GeoJSONNode) -> GeoJSONNode {
    .object(["type": .string(type), "coordinates": coordinates])
  }
}
