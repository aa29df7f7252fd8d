import OvertileCore
import OvertileShapes

/// `within` and `distance`: the position of a feature relative to a geometry that is written in the expression.
extension Operators {
  static let geometry: [String: OperatorRule] = [
    "within": OperatorRule(.exactly(1), within),
    "distance": OperatorRule(.exactly(1), distance),
  ]

  /// Whether a feature of points or lines lies within polygons; false for all other features.
  private static func within(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let reference = try ReferenceGeometry(call.arguments[0], for: call.name)
    guard !reference.polygons.isEmpty else {
      throw ExpressionError(
        .syntax, call.name, call.arguments[0].position,
        "expected a GeoJSON geometry that contains polygons")
    }
    compiler.noteRead()
    compiler.usesGeometry = true
    let polygons = GridPolygons(reference.polygons)
    return Compiled(
      boolean: { frame in
        switch frame.geometryType?.simpleName {
        case "Point": polygons.contain(points: frame.parts.joined().map(GridPosition.init))
        case "LineString":
          polygons.contain(lines: frame.parts.map { UnwrappedPath(line: $0).positions.map(GridPosition.init) })
        default: false
        }
      }, call.position)
  }

  /// The distance of a feature in meters; not a number for a feature without a geometry, or with a collection.
  private static func distance(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let reference = MeasuredGeometry(try ReferenceGeometry(call.arguments[0], for: call.name))
    compiler.noteRead()
    compiler.usesGeometry = true
    return Compiled(
      number: { frame in
        guard let geometry = frame.measuredGeometry, let first = frame.parts.first?.first else { return Number(.nan) }
        return Number(geometry.distance(from: reference, CheapRuler(latitude: first.latitude)))
      }, call.position)
  }
}

extension Frame {
  /// The rings and lines of the feature, or one list with its points.
  fileprivate var parts: [[Position]] { elements.flatMap { $0.rings } }

  /// The feature's elements; none if the geometry is not known.
  private var elements: [(kind: ElementKind, rings: [[Position]])] {
    let geometry = columns.geometry
    guard feature < geometry.featureCount else { return [] }
    return geometry.elements(ofFeature: feature).map { element in
      let rings = geometry.rings(ofElement: element).map { ring in
        geometry.coordinates(ofRing: ring).map { Position(longitude: geometry.x[$0], latitude: geometry.y[$0]) }
      }
      return (geometry.elementKinds[element], rings)
    }
  }

  /// The geometry of a feature of points, lines or polygons; nil for all others.
  fileprivate var measuredGeometry: MeasuredGeometry? {
    switch geometryType?.simpleName {
    case "Point": MeasuredGeometry(points: elements.flatMap { $0.rings.joined() })
    case "LineString": MeasuredGeometry(lines: elements.flatMap { $0.rings })
    case "Polygon": MeasuredGeometry(polygons: elements.map(\.rings))
    default: nil
    }
  }
}
