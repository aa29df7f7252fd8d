import OvertileBundleFormat
import OvertileCore

/// Whether the metadata of an archive are those of its bundle.
struct MetadataCheck {
  private let manifest: BundleManifest
  private let zooms: ClosedRange<Int>
  private let layer: String?
  private let location: Location

  /// Prepares for an archive of some zooms, of one layer or of all.
  init(_ manifest: BundleManifest, zooms: ClosedRange<Int>, layer: String?, location: Location) {
    self.manifest = manifest
    self.zooms = zooms
    self.layer = layer
    self.location = location
  }

  /// The metadata of a PMTiles archive: one JSON object.
  func checkPMTiles(_ json: [UInt8], into findings: inout Findings) {
    guard let members = Self.object(json, location, &findings) else { return }
    checkTexts(members.compactMapValues(\.string), &findings)
    checkLayers(members, &findings)
  }

  /// The rows of MBTiles, or the members of a folder's `metadata.json`.
  func checkRows(_ rows: [(name: String, value: String)], compression: String?, into findings: inout Findings) {
    if Set(rows.map(\.name)).count < rows.count {
      findings.add(.archiveMetadata, location, "the metadata contains the same name twice")
    }
    let values = NamedValues(rows.map { ($0.name, $0.value) }) { first, _ in first }
    checkTexts(values, &findings)
    let stated = StatedBounds(manifest, layer: layer)
    expect(values["format"], "pbf", "format", &findings)
    expect(values["minzoom"], "\(zooms.lowerBound)", "minzoom", &findings)
    expect(values["maxzoom"], "\(zooms.upperBound)", "maxzoom", &findings)
    expect(values["compression"], compression, "compression", &findings)
    checkNumbers(values["bounds"], stated.bounds, "bounds", &findings)
    checkNumbers(values["center"], stated.center + [Double(zooms.lowerBound)], "center", &findings)
    guard let members = Self.object(Array((values["json"] ?? "").utf8), location, &findings) else { return }
    checkLayers(members, &findings)
  }

  /// A JSON object; otherwise nil, and a finding.
  static func object(_ json: [UInt8], _ location: Location, _ findings: inout Findings) -> NamedValues<JSONValue>? {
    if case .object(let members)? = JSONValue(text: json) { return members }
    findings.add(.archiveMetadata, location, "the metadata is not a JSON object")
    return nil
  }

  private func checkTexts(_ members: NamedValues<String>, _ findings: inout Findings) {
    expect(members["name"], manifest.name, "name", &findings)
    expect(members["type"], "overlay", "type", &findings)
    expect(members["description"], manifest.description, "description", &findings)
    expect(members["attribution"], manifest.attribution, "attribution", &findings)
  }

  private func checkLayers(_ members: NamedValues<JSONValue>, _ findings: inout Findings) {
    let layers = manifest.layers.filter {
      $0.minzoom <= zooms.upperBound && $0.maxzoom >= zooms.lowerBound && (layer ?? $0.id) == $0.id
    }
    let found = members["vector_layers"]?.array ?? []
    expect(found.map { $0["id"]?.string ?? "" }, layers.map(\.id), "layer names", &findings)
    for (entry, layer) in zip(found, layers) where entry["id"]?.string == layer.id {
      var location = location
      location.layer = layer.id
      func expect<Value: Equatable & Sendable>(_ found: Value?, _ expected: Value?, _ what: String) {
        findings.expect(
          found, expected, .archiveMetadata, location, "the layer's metadata does not match the manifest: \(what)")
      }
      if case .object(let fields)? = entry["fields"] {
        expect(fields.compactMapValues(\.string), layer.fields, "fields")
      } else {
        expect(nil, layer.fields, "fields")
      }
      expect(entry["minzoom"]?.integer, max(layer.minzoom, zooms.lowerBound), "minimum zoom")
      expect(entry["maxzoom"]?.integer, min(layer.maxzoom, zooms.upperBound), "maximum zoom")
      expect(entry["description"]?.string, layer.description, "description")
    }
    for entry in members["tilestats"]?["layers"]?.array ?? [] {
      guard let layer = layers.first(where: { $0.id == entry["layer"]?.string }) else {
        findings.add(.archiveMetadata, location, "tilestats lists a layer that is not in the archive")
        continue
      }
      expect(entry["count"]?.integer, layer.features, "number of features in tilestats", &findings)
    }
  }

  private func checkNumbers(_ text: String?, _ expected: [Double], _ name: String, _ findings: inout Findings) {
    guard (text ?? "").split(separator: ",").map({ Double($0) }) != expected.map(Optional.init) else { return }
    findings.add(
      .archiveBounds, location, "the metadata does not match the bundle: \(name)", expected: "\(expected)",
      found: text ?? "nothing")
  }

  private func expect<Value: Equatable & Sendable>(
    _ found: Value?, _ expected: Value?, _ name: String, _ findings: inout Findings
  ) {
    findings.expect(found, expected, .archiveMetadata, location, "the metadata does not match the bundle: \(name)")
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
