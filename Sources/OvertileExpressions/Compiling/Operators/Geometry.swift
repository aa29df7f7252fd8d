import OvertileCore
import OvertileShapes

/// `within` and `distance`: the position of a feature relative to a geometry that is written in the expression.
extension Operators {
  static let geometry: [String: OperatorRule] = [
    "within": OperatorRule(1, within),
    "distance": OperatorRule(1, distance),
  ]

  /// The geometry in the expression, for an operator that reads the feature's geometry.
  private static func reference(_ call: Call) throws(ExpressionError) -> PlainGeometry {
    call.compiler.noteRead()
    var reader = GeometryReader(for: call.name)
    try reader.add(call.arguments[0])
    return reader.geometry
  }

  /// Whether a feature of points or lines lies within polygons; false for all other features.
  ///
  /// As in MapLibre, a feature that touches a border is not within, and a line must lie in one of the polygons. The world
  /// grid is finer than the tiles that MapLibre decides on.
  private static func within(_ call: Call) throws(ExpressionError) -> Compiled {
    let areas = try reference(call).polygons.map { Area($0, on: .grid, \.onGrid) }
    guard !areas.isEmpty else {
      throw call.error(.syntax, "expected a GeoJSON geometry that contains polygons", at: call.arguments[0].position)
    }
    return Compiled(booleanAt: call.position) { frame in
      let feature = frame.geometry
      guard feature.first != nil, feature.polygons.isEmpty else { return false }
      let lines = feature.points.map { [$0] } + feature.lines.map { UnwrappedPath(line: $0).positions }
      return lines.allSatisfy { line in
        let line = line.map(\.onGrid)
        return areas.contains { $0.contains(line: line) }
      }
    }
  }

  /// The distance of a feature in meters; not a number for a feature without a geometry, or with a collection.
  private static func distance(_ call: Call) throws(ExpressionError) -> Compiled {
    let reference = MeasuredGeometry(try reference(call))
    return Compiled(numberAt: call.position) { frame in
      let feature = frame.geometry
      guard let first = feature.first else { return Number(.nan) }
      return Number(MeasuredGeometry(feature).distance(from: reference, CheapRuler(latitude: first.y)))
    }
  }
}

extension Frame {
  /// The geometry of a feature of points, lines or polygons; empty for all others, and if it is not known.
  fileprivate var geometry: PlainGeometry {
    let geometry = columns.geometry
    guard feature < geometry.featureCount else { return PlainGeometry() }
    let elements = geometry.elements(ofFeature: feature).map { element in
      geometry.rings(ofElement: element).map { ring in
        geometry.coordinates(ofRing: ring).map { Position(x: geometry.x[$0], y: geometry.y[$0]) }
      }
    }
    return switch geometryType?.simpleName {
    case "Point": PlainGeometry(points: elements.flatMap { $0.flatMap { $0 } })
    case "LineString": PlainGeometry(lines: elements.flatMap { $0 })
    case "Polygon": PlainGeometry(polygons: elements)
    default: PlainGeometry()
    }
  }
}
