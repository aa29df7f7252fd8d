extension ArchiveSummary {
  /// The metadata of a PMTiles archive, whose header states zooms, bounds and centre. Keys ascend; deterministic.
  public func metadataJSON() -> [UInt8] {
    JSONNode.object(described).utf8
  }

  /// The `json` row of an MBTiles file: layers and statistics alone.
  func layersJSON() -> [UInt8] {
    JSONNode.object(layered).utf8
  }

  /// The `metadata.json` of a directory: the keys of TileJSON, but for `tilejson` itself, because the tile addresses
  /// are relative.
  func directoryJSON(fileExtension: String, compression: TileCompression) -> [UInt8] {
    var members = described
    members["tiles"] = .array([.string("{z}/{x}/{y}.\(fileExtension)")])
    members["format"] = .string(fileExtension)
    members["scheme"] = .string("xyz")
    members["minzoom"] = .integer(Int64(minZoom))
    members["maxzoom"] = .integer(Int64(maxZoom))
    members["bounds"] = .array([bounds.west, bounds.south, bounds.east, bounds.north].map { .number($0) })
    members["center"] = .array([
      .number(center.longitude), .number(center.latitude), .integer(Int64(center.zoom)),
    ])
    if compression == .gzip { members["compression"] = .string("gzip") }
    return JSONNode.object(members).utf8
  }

  private var described: [String: JSONNode] {
    var members = layered
    members["name"] = .string(name)
    members["type"] = .string("overlay")
    if let description { members["description"] = .string(description) }
    if let attribution { members["attribution"] = .string(attribution) }
    return members
  }

  private var layered: [String: JSONNode] {
    var members = ["vector_layers": JSONNode.array(vectorLayers.map(\.json))]
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
    var members: [String: JSONNode] = [
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
    var members: [String: JSONNode] = [
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
