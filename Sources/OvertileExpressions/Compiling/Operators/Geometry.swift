import OvertileCore
import OvertileShapes

/// `within` and `distance`: the position of a feature relative to a geometry that is written in the expression.
extension Operators {
  static let geometry: [String: OperatorRule] = [
    "within": OperatorRule(.exactly(1), within),
    "distance": OperatorRule(.exactly(1), distance),
  ]

  /// The geometry in the expression, for an operator that reads the feature's geometry.
  private static func reference(_ call: Call) throws(ExpressionError) -> ReferenceGeometry {
    call.compiler.noteRead()
    call.compiler.usesGeometry = true
    return try ReferenceGeometry(call.arguments[0], for: call.name)
  }

  /// Whether a feature of points or lines lies within polygons; false for all other features.
  private static func within(_ call: Call) throws(ExpressionError) -> Compiled {
    let reference = try reference(call)
    guard !reference.polygons.isEmpty else {
      throw call.error(.syntax, "expected a GeoJSON geometry that contains polygons", at: call.arguments[0].position)
    }
    let polygons = GridPolygons(reference.polygons)
    return Compiled(booleanAt: call.position) { frame in
      switch frame.geometryType?.simpleName {
      case "Point": polygons.contain(points: frame.parts.joined().map(GridPosition.init))
      case "LineString":
        polygons.contain(lines: frame.parts.map { UnwrappedPath(line: $0).positions.map(GridPosition.init) })
      default: false
      }
    }
  }

  /// The distance of a feature in meters; not a number for a feature without a geometry, or with a collection.
  private static func distance(_ call: Call) throws(ExpressionError) -> Compiled {
    let reference = MeasuredGeometry(try reference(call))
    return Compiled(numberAt: call.position) { frame in
      guard let geometry = frame.measuredGeometry, let first = frame.parts.first?.first else { return Number(.nan) }
      return Number(geometry.distance(from: reference, CheapRuler(latitude: first.latitude)))
    }
  }
}

extension Frame {
  /// The rings and lines of the feature, or one list with its points.
  fileprivate var parts: [[Position]] { elements.flatMap { $0 } }

  /// The rings of the feature's elements; none if the geometry is not known.
  private var elements: [[[Position]]] {
    let geometry = columns.geometry
    guard feature < geometry.featureCount else { return [] }
    return geometry.elements(ofFeature: feature).map { element in
      geometry.rings(ofElement: element).map { ring in
        geometry.coordinates(ofRing: ring).map { Position(longitude: geometry.x[$0], latitude: geometry.y[$0]) }
      }
    }
  }

  /// The geometry of a feature of points, lines or polygons; nil for all others.
  fileprivate var measuredGeometry: MeasuredGeometry? {
    switch geometryType?.simpleName {
    case "Point": MeasuredGeometry(points: Array(parts.joined()))
    case "LineString": MeasuredGeometry(lines: parts)
    case "Polygon": MeasuredGeometry(polygons: elements)
    default: nil
    }
  }
}
