import OvertileCore

/// The metadata of an archive, whatever its container and origin; missing values are nil or empty.
package struct ArchiveMetadata: Sendable, Hashable {
  /// A layer, as in `vector_layers` of TileJSON.
  package struct Layer: Sendable, Hashable {
    /// The name in the tiles.
    package var id: String
    /// A sentence about the layer.
    package var description: String?
    /// The lowest zoom.
    package var minzoom: Int?
    /// The highest zoom.
    package var maxzoom: Int?
    /// By name: a type or a description.
    package var fields: NamedValues<String>
    /// The number of features that `tilestats` states.
    package var features: Int?
  }

  /// The name.
  package var name: String?
  /// A sentence about it.
  package var description: String?
  /// The attribution.
  package var attribution: String?
  /// The version of the data.
  package var version: String?
  /// The program that wrote it.
  package var generator: String?
  /// The content of the tiles, as MBTiles spell it.
  package var format: String?
  /// West, south, east, north in degrees.
  package var bounds: [Double]?
  /// Longitude, latitude, zoom.
  package var center: [Double]?
  /// The lowest zoom in the metadata.
  package var minZoom: Int?
  /// The highest zoom in the metadata.
  package var maxZoom: Int?
  /// The layers, in the order of the metadata.
  package var layers: [Layer] = []
  /// Whether the text is not a JSON object.
  package var isUnreadable = false

  /// Reads the values that are there and skips those of a wrong type.
  package init(json text: [UInt8]) {
    guard let root = JSONValue(text: text), case .object = root else {
      isUnreadable = true
      return
    }
    (name, description, attribution) = (root["name"]?.string, root["description"]?.string, root["attribution"]?.string)
    version = root["version"]?.string ?? root["version"]?.number.map { "\($0)" }
    (generator, format) = (root["generator"]?.string, root["format"]?.string)
    bounds = Self.numbers(root["bounds"], count: 4)
    center = Self.numbers(root["center"], count: 3)
    (minZoom, maxZoom) = (root["minzoom"]?.integer, root["maxzoom"]?.integer)
    // In MBTiles and folders the layers are in a text of JSON.
    let layered = root["vector_layers"] == nil ? root["json"]?.string.flatMap { JSONValue(text: Array($0.utf8)) } : root
    let counts = Self.counts(layered?["tilestats"] ?? root["tilestats"])
    layers = (layered?["vector_layers"]?.array ?? []).compactMap { Self.layer($0, counts) }
  }

  /// The metadata of a reader, with the values of the PMTiles header.
  package init(_ reader: any TileArchiveReader) throws {
    self.init(json: try reader.metadataJSON(), (reader as? PMTilesReader)?.header)
  }

  /// The metadata in a text, with the values of the PMTiles header if there is one.
  package init(json text: [UInt8], _ header: PMTilesHeader?) {
    self.init(json: text)
    guard let header else { return }
    (minZoom, maxZoom) = (Int(header.minZoom), Int(header.maxZoom))
    // Writers that know no bounds write zeros.
    bounds = header.boundsE7.contains { $0 != 0 } ? header.boundsE7.map { Double($0) / 1e7 } : nil
    let isStated = header.centerZoom != 0 || header.centerE7.contains { $0 != 0 }
    center = isStated ? header.centerE7.map { Double($0) / 1e7 } + [Double(header.centerZoom)] : nil
  }

  /// Numbers in an array, or separated by commas in a text.
  private static func numbers(_ value: JSONValue?, count: Int) -> [Double]? {
    let items = value?.array ?? value?.string?.split(separator: ",").map { JSONValue.string(String($0)) } ?? []
    let numbers = items.compactMap(\.number)
    return items.count == count && numbers.count == count ? numbers : nil
  }

  /// Feature counts by layer.
  private static func counts(_ tilestats: JSONValue?) -> [String: Int] {
    let pairs = (tilestats?["layers"]?.array ?? []).compactMap { layer -> (String, Int)? in
      guard let name = layer["layer"]?.string, let count = layer["count"]?.integer else { return nil }
      return (name, count)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func layer(_ value: JSONValue, _ counts: [String: Int]) -> Layer? {
    guard let id = value["id"]?.string else { return nil }
    var fields: NamedValues<String> = [:]
    if case .object(let members)? = value["fields"] { fields = members.mapValues { $0.string ?? "" } }
    return Layer(
      id: id, description: value["description"]?.string.flatMap { $0.isEmpty ? nil : $0 },
      minzoom: value["minzoom"]?.integer, maxzoom: value["maxzoom"]?.integer, fields: fields, features: counts[id])
  }
}
