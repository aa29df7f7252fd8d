import OvertileCore
import OvertileTileArchive

extension ArchiveSummary {
  /// The metadata of a PMTiles archive, as deterministic JSON with ascending keys. The header contains zooms, bounds
  /// and center.
  package func metadataJSON() -> [UInt8] {
    JSONValue.object(described).utf8
  }

  /// The metadata rows of MBTiles, every value a text, in the order of the specification.
  func rows() -> [(name: String, value: String)] {
    var rows = [
      ("name", name), ("format", TileContent.vectorTile.fileExtension),
      ("bounds", bounds.map(JSONValue.text).joined(separator: ",")),
      ("center", center.map(JSONValue.text).joined(separator: ",")), ("minzoom", "\(minZoom)"),
      ("maxzoom", "\(maxZoom)"), ("type", "overlay"),
    ]
    if let attribution { rows.append(("attribution", attribution)) }
    if let description { rows.append(("description", description)) }
    rows.append(("json", String(decoding: JSONValue.object(layered).utf8, as: UTF8.self)))
    return rows
  }

  /// The `metadata.json` of a directory. Its members are the rows of MBTiles, as tippecanoe and GDAL expect.
  package func directoryJSON(compression: TileCompression) -> [UInt8] {
    var members: NamedValues<JSONValue> = [:]
    for (name, value) in rows() { members[name] = .string(value) }
    if compression == .gzip { members["compression"] = .string(compression.rawValue) }
    return JSONValue.object(members).utf8
  }

  private var described: NamedValues<JSONValue> {
    let told = ["name", "type", "attribution", "description"]
    return rows().filter { told.contains($0.name) }.reduce(into: layered) { $0[$1.name] = .string($1.value) }
  }

  /// The layers and the statistics: the `json` row of an MBTiles file.
  private var layered: NamedValues<JSONValue> {
    var members: NamedValues<JSONValue> = ["vector_layers": .array(vectorLayers.map(\.json))]
    if let tilestats {
      members["tilestats"] = .object([
        "layerCount": .int(Int64(tilestats.count)), "layers": .array(tilestats),
      ])
    }
    return members
  }
}

extension VectorLayer {
  /// The layer in the form of `vector_layers`. Source: TileJSON 3.0.0.
  package var json: JSONValue {
    var members: NamedValues<JSONValue> = [
      "id": .string(id), "fields": .object(fields.mapValues { .string($0.rawValue) }),
      "minzoom": .int(Int64(minZoom)), "maxzoom": .int(Int64(maxZoom)),
    ]
    if let description { members["description"] = .string(description) }
    return .object(members)
  }
}
