import OvertileFeatures
import OvertileTileArchive

extension ArchiveSummary {
  /// The metadata of a PMTiles archive, whose header states zooms, bounds and center. Keys ascend; deterministic.
  public func metadataJSON() -> [UInt8] {
    JSONNode.object(described).utf8
  }

  /// The `json` row of an MBTiles file: layers and statistics alone.
  func layersJSON() -> [UInt8] {
    JSONNode.object(layered).utf8
  }

  /// The rows of MBTiles' metadata, every value a text, in the order of the specification.
  func rows(format: String) -> [(name: String, value: String)] {
    let box = [bounds.west, bounds.south, bounds.east, bounds.north].map(JSONNode.text)
    let start = [JSONNode.text(center.longitude), JSONNode.text(center.latitude), "\(center.zoom)"]
    var rows = [
      ("name", name), ("format", format), ("bounds", box.joined(separator: ",")),
      ("center", start.joined(separator: ",")), ("minzoom", "\(minZoom)"), ("maxzoom", "\(maxZoom)"),
      ("type", "overlay"),
    ]
    if let attribution { rows.append(("attribution", attribution)) }
    if let description { rows.append(("description", description)) }
    rows.append(("json", String(decoding: layersJSON(), as: UTF8.self)))
    return rows
  }

  /// The `metadata.json` of a directory: the rows of MBTiles as members, which is what tippecanoe and GDAL read.
  func directoryJSON(fileExtension: String, compression: TileCompression) -> [UInt8] {
    var members: NamedValues<JSONNode> = [:]
    for (name, value) in rows(format: fileExtension) { members[name] = .string(value) }
    if compression == .gzip { members["compression"] = .string("gzip") }
    return JSONNode.object(members).utf8
  }

  private var described: NamedValues<JSONNode> {
    var members = layered
    members["name"] = .string(name)
    members["type"] = .string("overlay")
    if let description { members["description"] = .string(description) }
    if let attribution { members["attribution"] = .string(attribution) }
    return members
  }

  private var layered: NamedValues<JSONNode> {
    var members: NamedValues<JSONNode> = ["vector_layers": .array(vectorLayers.map(\.json))]
    if let tilestats {
      members["tilestats"] = .object([
        "layerCount": .integer(Int64(tilestats.count)), "layers": .array(tilestats.map(\.json)),
      ])
    }
    return members
  }
}

extension VectorLayer {
  fileprivate var json: JSONNode {
    var members: NamedValues<JSONNode> = [
      "id": .string(id), "fields": .object(fields.mapValues { .string($0.rawValue) }),
      "minzoom": .integer(Int64(minZoom)), "maxzoom": .integer(Int64(maxZoom)),
    ]
    if let description { members["description"] = .string(description) }
    return .object(members)
  }
}

extension LayerStatistics {
  fileprivate var json: JSONNode {
    .object([
      "layer": .string(layer), "count": .integer(Int64(featureCount)), "geometry": .string(geometry),
      "attributeCount": .integer(Int64(attributes.count)), "attributes": .array(attributes.map(\.json)),
    ])
  }
}

extension LayerStatistics.Attribute {
  // Types are in lower case here, other than in vector_layers.
  fileprivate var json: JSONNode {
    var members: NamedValues<JSONNode> = [
      "attribute": .string(name), "count": .integer(Int64(distinctValues)), "type": .string(type.rawValue.lowercased()),
      "values": .array(
        values.map { value in
          switch value {
          case .string(let text): .string(text)
          case .number(let number): .number(number)
          case .integer(let integer): .integer(integer)
          case .boolean(let boolean): .boolean(boolean)
          }
        }),
    ]
    if let minimum { members["min"] = .number(minimum) }
    if let maximum { members["max"] = .number(maximum) }
    return .object(members)
  }
}
