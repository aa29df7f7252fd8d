import MapMath
import OvertileFeatures

/// A rectangle of the map, in any of its forms.
struct AreaParameters {
  /// Exactly one of these is set.
  static let names = ["map-rect", "bounds"] + TileParameter.names

  /// The error of a rectangle that is invalid.
  static func wrong(_ parameters: QueryParameters, _ words: String) throws(QueryError) -> QueryError {
    let name = try parameters.one(of: names) ?? names[0]
    return parameters.wrong(name, parameters[name] ?? .null, words)
  }

  /// The rectangle; nil without one. Columns beyond 2^28 lie east of the 180th meridian.
  static func mapRect(_ parameters: QueryParameters) throws(QueryError) -> MapRect? {
    switch try parameters.one(of: names) {
    case "map-rect": return try parameters.mapRect("map-rect")
    case "bounds":
      guard let bounds = try parameters.bounds("bounds") else { return nil }
      let southwest = MapPoint(unwrapped: bounds.southwest)
      var northeast = MapPoint(unwrapped: bounds.northeast)
      if northeast.x < southwest.x { northeast.x += MapPoint.worldSide }
      return MapRect(minX: southwest.x, minY: northeast.y, maxX: northeast.x, maxY: southwest.y)
    case nil: return nil
    default: return try TileParameter.tile(parameters)?.mapRect
    }
  }
}

/// A tile by one of its names.
struct TileParameter {
  static let names = ["zxy", "quadkey", "hilbert-id"]

  /// The tile; nil without one.
  static func tile(_ parameters: QueryParameters) throws(QueryError) -> TileID? {
    guard let name = try parameters.one(of: names), let value = parameters[name] else { return nil }
    let tile: TileID?
    switch name {
    case "zxy":
      tile = zxy(value)
      guard tile != nil else {
        throw parameters.wrong(name, value, "a tile: zoom/column/row with a zoom from 0 to 31, such as 14/8802/5373")
      }
    case "quadkey":
      // A quadkey of digits alone may be read as a number, and then its leading zeros are gone.
      guard case .string(let key) = value, let keyed = TileID(quadkey: key) else {
        throw parameters.wrong(name, value, "a quadkey: a text of up to 31 digits from 0 to 3, such as \"12021032\"")
      }
      tile = keyed
    default:
      var id: UInt64?
      if case .string(let text) = value {
        id = UInt64(text)
      } else if let number = value.asNumber, number < 0x1p53 {
        id = UInt64(exactly: number)
      }
      tile = id.flatMap { TileID(hilbertID: $0) }
      guard tile != nil else {
        throw parameters.wrong(
          name, value, "a tile id of PMTiles: a whole number, in quotation marks in JSON from 2^53 up")
      }
    }
    return tile
  }

  private static func zxy(_ value: JSONValue) -> TileID? {
    guard case .string = value, let n = value.numbers(separator: "/"), n.count == 3 else { return nil }
    let whole = n.compactMap { Int(exactly: $0) }
    return whole.count == 3 ? TileID(z: whole[0], x: whole[1], y: whole[2]) : nil
  }
}
