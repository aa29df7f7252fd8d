/// A geometry in degrees: that of a feature, or the reference of `within` and `distance`, which is written in the
/// expression as GeoJSON.
struct PlainGeometry: Sendable {
  /// The points, each for itself.
  var points: [Position] = []
  /// The lines.
  var lines: [[Position]] = []
  /// The polygons: the exterior ring and its holes.
  var polygons: [[[Position]]] = []

  /// The first position; nil for a geometry without any.
  var first: Position? { points.first ?? lines.first?.first ?? polygons.first?.first?.first }
}

/// Reads a geometry, a feature or a collection of features of an operator.
struct GeometryReader {
  private(set) var geometry = PlainGeometry()
  private let operatorName: String

  init(for operatorName: String) { self.operatorName = operatorName }

  /// Adds what the syntax describes.
  mutating func add(_ syntax: ExpressionSyntax) throws(ExpressionError) {
    guard case .string(let type)? = syntax["type"]?.content else {
      throw wrong(syntax, "expected an object with a \"type\" member, not an expression")
    }
    let key = ["FeatureCollection": "features", "Feature": "geometry"][type] ?? "coordinates"
    guard let content = syntax[key] else { throw wrong(syntax, "the member \"\(key)\" is missing") }
    switch type {
    case "FeatureCollection": for feature in try list(content, "features") { try add(feature) }
    case "Feature": try add(content)
    case "Point": geometry.points.append(try position(content))
    case "MultiPoint": geometry.points += try positions(content)
    case "LineString": geometry.lines.append(try positions(content))
    case "MultiLineString": for line in try list(content, "lines") { geometry.lines.append(try positions(line)) }
    case "Polygon": geometry.polygons.append(try rings(content))
    case "MultiPolygon": for part in try list(content, "polygons") { geometry.polygons.append(try rings(part)) }
    default: throw wrong(syntax, "\"\(type)\" is not a supported geometry type")
    }
  }

  private func rings(_ syntax: ExpressionSyntax) throws(ExpressionError) -> [[Position]] {
    try list(syntax, "rings").map { (ring) throws(ExpressionError) in try positions(ring) }
  }

  private func positions(_ syntax: ExpressionSyntax) throws(ExpressionError) -> [Position] {
    try list(syntax, "positions").map { (item) throws(ExpressionError) in try position(item) }
  }

  private func position(_ syntax: ExpressionSyntax) throws(ExpressionError) -> Position {
    guard case .array(let items) = syntax.content, items.count >= 2, let longitude = items[0].plainNumber,
      let latitude = items[1].plainNumber, longitude.magnitude <= 720, latitude.magnitude <= 90
    else { throw wrong(syntax, "a position must be [longitude, latitude] in degrees") }
    return Position(x: longitude, y: latitude)
  }

  private func list(_ syntax: ExpressionSyntax, _ what: String) throws(ExpressionError) -> [ExpressionSyntax] {
    guard case .array(let items) = syntax.content, !items.isEmpty else {
      throw wrong(syntax, "expected a list of \(what)")
    }
    return items
  }

  private func wrong(_ syntax: ExpressionSyntax, _ text: String) -> ExpressionError {
    ExpressionError(.syntax, operatorName, syntax.position, "invalid GeoJSON geometry: " + text)
  }
}
