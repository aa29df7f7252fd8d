import OvertileBundleFormat
import OvertileCore

/// Whether the metadata of an archive are those of its bundle.
struct MetadataCheck {
  /// What does not hold.
  private(set) var findings: Findings
  private let manifest: BundleManifest
  private let zooms: ClosedRange<Int>
  private let layer: String?
  private let location: Location

  /// Prepares for an archive of some zooms, of one layer or of all.
  init(_ manifest: BundleManifest, zooms: ClosedRange<Int>, layer: String?, location: Location, findings: Findings) {
    (self.manifest, self.zooms, self.layer) = (manifest, zooms, layer)
    (self.location, self.findings) = (location, findings.fresh)
  }

  /// The metadata of a PMTiles archive: the members of one JSON object.
  mutating func check(_ members: NamedValues<JSONValue>) {
    checkTexts(members.compactMapValues(\.string))
    checkLayers(members)
  }

  /// The rows of MBTiles, or the members of a folder's `metadata.json`.
  mutating func check(_ rows: [(name: String, value: String)], compression: String?) {
    if Set(rows.map(\.name)).count < rows.count {
      findings.add(.archiveMetadata, location, "the metadata contains the same name twice")
    }
    let values = NamedValues(rows.map { ($0.name, $0.value) }) { first, _ in first }
    checkTexts(values)
    let stated = StatedBounds(manifest, layer: layer)
    expect(values["format"], "pbf", "format")
    expect(values["minzoom"], "\(zooms.lowerBound)", "minzoom")
    expect(values["maxzoom"], "\(zooms.upperBound)", "maxzoom")
    expect(values["compression"], compression, "compression")
    checkNumbers(values["bounds"], stated.bounds, "bounds")
    checkNumbers(values["center"], stated.center + [Double(zooms.lowerBound)], "center")
    if let members = Self.object(Array((values["json"] ?? "").utf8), location, &findings) { checkLayers(members) }
  }

  /// A JSON object; otherwise nil, and a finding.
  static func object(_ json: [UInt8], _ location: Location, _ findings: inout Findings) -> NamedValues<JSONValue>? {
    if case .object(let members)? = JSONValue(text: json) { return members }
    findings.add(.archiveMetadata, location, "the metadata is not a JSON object")
    return nil
  }

  private mutating func checkTexts(_ members: NamedValues<String>) {
    expect(members["name"], manifest.name, "name")
    expect(members["type"], "overlay", "type")
    expect(members["description"], manifest.description, "description")
    expect(members["attribution"], manifest.attribution, "attribution")
  }

  private mutating func checkLayers(_ members: NamedValues<JSONValue>) {
    let layers = manifest.layers.filter {
      $0.minzoom <= zooms.upperBound && $0.maxzoom >= zooms.lowerBound && (layer ?? $0.id) == $0.id
    }
    let found = members["vector_layers"]?.array ?? []
    expect(found.map { $0["id"]?.string ?? "" }, layers.map(\.id), "layer names")
    for (entry, layer) in zip(found, layers) where entry["id"]?.string == layer.id {
      var fields: NamedValues<String>?
      if case .object(let members)? = entry["fields"] { fields = members.compactMapValues(\.string) }
      expect(fields, layer.fields, "fields", of: layer.id)
      expect(entry["minzoom"]?.integer, max(layer.minzoom, zooms.lowerBound), "minimum zoom", of: layer.id)
      expect(entry["maxzoom"]?.integer, min(layer.maxzoom, zooms.upperBound), "maximum zoom", of: layer.id)
      expect(entry["description"]?.string, layer.description, "description", of: layer.id)
    }
    for entry in members["tilestats"]?["layers"]?.array ?? [] {
      guard let layer = layers.first(where: { $0.id == entry["layer"]?.string }) else {
        findings.add(.archiveMetadata, location, "tilestats lists a layer that is not in the archive")
        continue
      }
      expect(entry["count"]?.integer, layer.features, "number of features in tilestats")
    }
  }

  private mutating func checkNumbers(_ text: String?, _ expected: [Double], _ name: String) {
    guard (text ?? "").split(separator: ",").map({ Double($0) }) != expected.map(Optional.init) else { return }
    findings.add(
      .archiveBounds, location, "the metadata does not match the bundle: \(name)", expected: "\(expected)",
      found: text ?? "nothing")
  }

  private mutating func expect<Value: Equatable & Sendable>(
    _ found: Value?, _ expected: Value?, _ name: String, of layer: String? = nil
  ) {
    var location = location
    location.layer = layer
    let what = layer == nil ? "metadata does not match the bundle" : "layer's metadata does not match the manifest"
    findings.expect(found, expected, .archiveMetadata, location, "the \(what): \(name)")
  }
}

/// The bounds and the center that an archive of a bundle states.
struct StatedBounds {
  /// West, south, east, north in degrees.
  let bounds: [Double]
  /// Longitude and latitude in degrees: the middle of what its layers show.
  let center: [Double]

  /// Those of an archive of one layer, or of all; of the whole map if there is nothing.
  init(_ manifest: BundleManifest, layer: String?) {
    let own = layer.map { id in manifest.layers.first { $0.id == id }?.bounds } ?? manifest.bounds
    let box = own ?? [-180, -85.0511287, 180, 85.0511287]
    let extent = manifest.extent { (layer ?? $0.id) == $0.id } ?? DegreeBox(box)
    center = extent?.middle ?? [0, 0]
    bounds = DegreeBox.bounds(box, around: center)
  }
}
