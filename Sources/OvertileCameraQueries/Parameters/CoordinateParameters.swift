import MapMath
import OvertileFeatures

extension QueryParameters {
  private static let positionWords = "a coordinate: latitude,longitude in degrees, such as 52.52,13.405"

  /// A coordinate that may be missing: "latitude,longitude", or an object with these two members.
  func coordinate(_ name: String) throws(QueryError) -> Coordinate? {
    guard let value = self[name] else { return nil }
    return try coordinate(value, name)
  }

  /// Coordinates: one, or a list of them.
  func coordinates(_ name: String) throws(QueryError) -> [Coordinate] {
    guard let value = self[name] else { return [] }
    guard case .array(let list) = value else { return [try coordinate(value, name)] }
    if list.contains(where: \.isNumber) { throw ambiguous(name, value) }
    var coordinates: [Coordinate] = []
    for item in list { coordinates.append(try coordinate(item, name)) }
    return coordinates
  }

  /// A ring of coordinates: a text of coordinates separated by spaces, or a list of them.
  func ring(_ name: String) throws(QueryError) -> [Coordinate]? {
    guard let value = self[name] else { return nil }
    var ring: [Coordinate] = []
    if case .string(let text) = value {
      for part in text.split(separator: " ") { ring.append(try coordinate(.string(String(part)), name)) }
    } else {
      ring = try coordinates(name)
    }
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard ring.count >= 3 else {
      throw wrong(name, value, "a ring: three coordinates or more, such as \"52.4,13.2 52.6,13.3 52.5,13.6\"")
    }
    return ring
  }

  /// A circle that may be missing: "latitude,longitude,radius", or an object with latitude, longitude and radius.
  func circle(_ name: String) throws(QueryError) -> (center: Coordinate, radiusMeters: Double)? {
    guard let value = self[name] else { return nil }
    let words = "a circle: latitude,longitude,radius, such as 52.52,13.405,500m"
    var parts: [JSONValue?] = []
    switch value {
    case .string(let text):
      parts = text.split(separator: ",", omittingEmptySubsequences: false).map { .string(String($0)) }
    case .object(let members):
      parts = ["latitude", "longitude", "radius"].map { members[$0] }
      if members.count != 3 { throw wrong(name, value, words) }
    default: throw wrong(name, value, words)
    }
    guard parts.count == 3, let latitude = parts[0]?.asNumber, let longitude = parts[1]?.asNumber,
      let radius = parts[2].flatMap(QueryParameters.meters)
    else { throw wrong(name, value, words) }
    guard NumberForm.radius.holds(radius) else { throw wrong(name, value, "a circle with " + NumberForm.radius.words) }
    return (try coordinate(latitude, longitude, value, name), radius)
  }

  private func coordinate(_ value: JSONValue, _ name: String) throws(QueryError) -> Coordinate {
    switch value {
    case .object(let members):
      guard members.count == 2, let latitude = members["latitude"]?.asNumber,
        let longitude = members["longitude"]?.asNumber
      else { throw wrong(name, value, "a place: {\"latitude\": 52.52, \"longitude\": 13.405}") }
      return try coordinate(latitude, longitude, value, name)
    case .string:
      guard let numbers = value.numbers(), numbers.count == 2 else { throw wrong(name, value, Self.positionWords) }
      return try coordinate(numbers[0], numbers[1], value, name)
    case .array: throw ambiguous(name, value)
    default: throw wrong(name, value, Self.positionWords)
    }
  }

  private func coordinate(
    _ latitude: Double, _ longitude: Double, _ value: JSONValue, _ name: String
  ) throws(QueryError) -> Coordinate {
    guard NumberForm.latitude.holds(latitude) else {
      let isSwapped = abs(latitude) <= 360 && NumberForm.latitude.holds(longitude)
      let hint = isSwapped ? "; latitude comes first, unlike in GeoJSON" : ""
      throw wrong(name, value, "in range: the latitude \(JSONValue.text(latitude)) is beyond -90...90\(hint)")
    }
    guard NumberForm.longitude.holds(longitude) else {
      throw wrong(name, value, "in range: the longitude \(JSONValue.text(longitude)) is beyond -360...360")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A list of two numbers could be in either order.
  private func ambiguous(_ name: String, _ value: JSONValue) -> QueryError {
    wrong(
      name, value,
      "a coordinate whose order is certain; write \"latitude,longitude\" or {\"latitude\": 52.52, \"longitude\": 13.405}"
    )
  }
}
