import MapMath
import OvertileCore

extension DecodedTile {
  /// Returns the tile as a GeoJSON FeatureCollection in UTF-8.
  ///
  /// Positions consist of a longitude and a latitude, in degrees, with at most 7 decimal places. In the buffer of a
  /// tile at the antimeridian, longitudes can be outside the range -180...180. Exterior rings run counterclockwise, as
  /// RFC 7946 requires. Each feature has the foreign member `layer`, which contains the name of the layer. Numbers that
  /// JSON cannot represent, such as infinity, are written as null.
  ///
  /// If `tile` is `nil`, positions are in tile units instead, with x increasing eastward and y increasing southward. In
  /// this case, the collection has the foreign member `positions`, which describes these units, and each feature has
  /// the foreign member `extent`, which contains the number of units along each side of the tile.
  ///
  /// - Parameter tile: The ID of the tile, or `nil` to write positions in tile units.
  /// - Complexity: O(n), where n is the size of the tile.
  public func geoJSON(of tile: TileID?) -> [UInt8] {
    TileGeoJSONWriter.text(of: self, tile: tile, name: nil)
  }

  /// Returns the tile as GeoJSON on one line, in the format of `geoJSON(of:)`.
  ///
  /// The collection begins with the foreign member `tile`, which contains the tile's address in the form z/x/y.
  /// Positions are in tile units if `inTileUnits` is `true`. Otherwise, positions consist of a longitude and a
  /// latitude, in degrees.
  public func geoJSONLine(of tile: TileID, inTileUnits: Bool = false) -> [UInt8] {
    TileGeoJSONWriter.text(of: self, tile: inTileUnits ? nil : tile, name: tile)
  }
}

/// Writes the features of one tile as GeoJSON.
private struct TileGeoJSONWriter {
  let tile: TileID?
  var out = JSONText()
  private var isFirst = true
  private var extent = 4096.0

  /// With a tile, positions are converted to longitude and latitude. With a name, the collection states it.
  static func text(of decoded: DecodedTile, tile: TileID?, name: TileID?) -> [UInt8] {
    var writer = TileGeoJSONWriter(tile: tile)
    let member = name.map { #""tile":"\#($0)","# } ?? ""
    let positions = tile == nil ? #""positions":"tile units, x to the east, y to the south","# : ""
    writer.out.append(raw: #"{"type":"FeatureCollection",\#(member)\#(positions)"features":["#)
    for layer in decoded.layers {
      for feature in layer.features { writer.append(feature, of: layer) }
    }
    writer.out.append(raw: "]}\n")
    return writer.out.bytes
  }

  private mutating func append(_ feature: DecodedFeature, of layer: DecodedLayer) {
    extent = Double(layer.extent)
    out.append(raw: isFirst ? #"{"type":"Feature","layer":"# : #",{"type":"Feature","layer":"#)
    isFirst = false
    out.append(string: layer.name)
    if tile == nil { out.append(raw: #","extent":\#(layer.extent)"#) }
    if let id = feature.id { out.append(raw: #","id":\#(id)"#) }
    out.append(raw: #","geometry":"#)
    append(feature.geometry)
    out.append(raw: #","properties":{"#)
    for (index, property) in feature.properties.enumerated() {
      if index > 0 { out.append(raw: ",") }
      out.append(string: property.name)
      out.append(raw: ":")
      out.append(value: property.value)
    }
    out.append(raw: "}}")
  }

  private mutating func append(_ geometry: TileGeometry) {
    switch geometry.kind {
    case .points: append("Point", geometry.x.indices) { $0.position(geometry, $1) }
    case .lines: append("LineString", geometry.partEnds.indices) { $0.line(geometry, $1) }
    case .polygons:
      let polygons = geometry.polygonParts
      append("Polygon", polygons.indices) { $0.list(polygons[$1]) { $0.ring(geometry, $1) } }
    }
  }

  /// Writes a geometry of one item, or of several.
  private mutating func append(_ type: String, _ items: Range<Int>, _ each: (inout TileGeoJSONWriter, Int) -> Void) {
    let isMulti = items.count > 1
    out.append(raw: #"{"type":"\#(isMulti ? "Multi" : "")\#(type)","coordinates":"#)
    list(items, brackets: isMulti, each)
    out.append(raw: "}")
  }

  private mutating func list(
    _ range: Range<Int>, brackets: Bool = true, _ each: (inout TileGeoJSONWriter, Int) -> Void
  ) {
    if brackets { out.append(raw: "[") }
    for index in range {
      if index > range.lowerBound { out.append(raw: ",") }
      each(&self, index)
    }
    if brackets { out.append(raw: "]") }
  }

  private mutating func line(_ geometry: TileGeometry, _ part: Int) {
    list(geometry.positions(ofPart: part)) { $0.position(geometry, $1) }
  }

  /// Writes a ring backwards and closed. A ring that is clockwise with y to the south is then counter-clockwise on the
  /// map.
  private mutating func ring(_ geometry: TileGeometry, _ part: Int) {
    let ring = geometry.positions(ofPart: part)
    list(0..<ring.count + 1) { writer, step in
      writer.position(geometry, step == 0 ? ring.lowerBound : ring.upperBound - step)
    }
  }

  private mutating func position(_ geometry: TileGeometry, _ index: Int) {
    guard let tile else { return out.append(raw: "[\(geometry.x[index]),\(geometry.y[index])]") }
    let side = Double(UInt64(1) << UInt64(tile.z))
    out.append(raw: "[")
    out.append(degrees: Mercator.longitude(x: (Double(tile.x) + Double(geometry.x[index]) / extent) / side))
    out.append(raw: ",")
    out.append(degrees: Mercator.latitude(y: (Double(tile.y) + Double(geometry.y[index]) / extent) / side))
    out.append(raw: "]")
  }
}
