/// A position in degrees.
struct Position: Sendable, Hashable {
  var longitude: Double
  var latitude: Double

  /// The position some degrees further east.
  func moved(by degrees: Double) -> Position { Position(longitude: longitude + degrees, latitude: latitude) }
}

/// A geometry that is written in an expression as GeoJSON: the reference for `within` and `distance`.
struct ReferenceGeometry: Sendable {
  /// The points, each for itself.
  private(set) var points: [Position] = []
  /// The lines.
  private(set) var lines: [[Position]] = []
  /// The polygons: the exterior ring and its holes.
  private(set) var polygons: [[[Position]]] = []

  private let operatorName: String

  /// Reads a geometry, a feature or a collection of features.
  init(_ syntax: ExpressionSyntax, for operatorName: String) throws(ExpressionError) {
    self.operatorName = operatorName
    switch try type(of: syntax) {
    case "FeatureCollection":
      for feature in try list(member("features", of: syntax), "features") { try add(feature: feature) }
    case "Feature": try add(feature: syntax)
    default: try add(syntax)
    }
  }

  private mutating func add(feature: ExpressionSyntax) throws(ExpressionError) {
    guard try type(of: feature) == "Feature" else { throw wrong(feature, "expected a feature") }
    try add(member("geometry", of: feature))
  }

  private mutating func add(_ geometry: ExpressionSyntax) throws(ExpressionError) {
    let type = try type(of: geometry)
    guard Self.types.contains(type) else { throw wrong(geometry, "\"\(type)\" is not a supported geometry type") }
    let coordinates = try member("coordinates", of: geometry)
    switch type {
    case "Point": points.append(try position(coordinates))
    case "MultiPoint": points += try positions(coordinates)
    case "LineString": lines.append(try positions(coordinates))
    case "MultiLineString":
      for line in try list(coordinates, "lines") { lines.append(try positions(line)) }
    case "Polygon": polygons.append(try rings(coordinates))
    default:
      for polygon in try list(coordinates, "polygons") { polygons.append(try rings(polygon)) }
    }
  }

  private static let types: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
  ]

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
    return Position(longitude: longitude, latitude: latitude)
  }

  private func list(_ syntax: ExpressionSyntax, _ what: String) throws(ExpressionError) -> [ExpressionSyntax] {
    guard case .array(let items) = syntax.content, !items.isEmpty else {
      throw wrong(syntax, "expected a list of \(what)")
    }
    return items
  }

  private func type(of syntax: ExpressionSyntax) throws(ExpressionError) -> String {
    guard case .object(let members) = syntax.content,
      case .string(let type)? = members.last(where: { $0.key == "type" })?.value.content
    else { throw wrong(syntax, "expected an object with a \"type\" member, not an expression") }
    return type
  }

  private func member(_ key: String, of syntax: ExpressionSyntax) throws(ExpressionError) -> ExpressionSyntax {
    guard case .object(let members) = syntax.content, let member = members.last(where: { $0.key == key }) else {
      throw wrong(syntax, "the member \"\(key)\" is missing")
    }
    return member.value
  }

  private func wrong(_ syntax: ExpressionSyntax, _ text: String) -> ExpressionError {
    ExpressionError(.syntax, operatorName, syntax.position, "invalid GeoJSON geometry: " + text)
  }
}
