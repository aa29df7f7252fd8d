import Foundation
import OvertileBundleFormat
import OvertileFeatures

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
    checkTexts(members, &findings)
    checkLayers(members, json, &findings)
    checkNames(members.keys, ["name", "type", "description", "attribution", "vector_layers", "tilestats"], &findings)
  }

  /// The rows of MBTiles, or the members of a folder's `metadata.json`.
  func checkRows(
    _ rows: [(name: String, value: String)], format: String, compression: String?, into findings: inout Findings
  ) {
    let names = rows.map(\.name)
    if Set(names).count < names.count {
      findings.add(.archiveMetadata, location, "a name occurs twice in the metadata")
    }
    let values = Dictionary(rows.map { ($0.name, $0.value) }) { first, _ in first }
    checkTexts(values, &findings)
    let summary = BoundsOfArchive(manifest.bounds(ofTilesOf: layer), zoom: zooms.lowerBound)
    expect(values["format"], format, "format", &findings)
    expect(values["minzoom"], "\(zooms.lowerBound)", "minzoom", &findings)
    expect(values["maxzoom"], "\(zooms.upperBound)", "maxzoom", &findings)
    expect(values["compression"], compression, "compression", &findings)
    checkNumbers(values["bounds"], summary.bounds, "bounds", &findings)
    checkNumbers(values["center"], summary.center + [Double(summary.zoom)], "center", &findings)
    checkNames(
      values.keys,
      [
        "name", "format", "bounds", "center", "minzoom", "maxzoom", "type", "attribution", "description", "json",
        "compression",
      ],
      &findings)
    let json = Array((values["json"] ?? "").utf8)
    guard let members = Self.object(json, location, &findings) else { return }
    checkLayers(members, json, &findings)
    checkNames(members.keys, ["vector_layers", "tilestats"], &findings)
  }

  /// A JSON object; otherwise nil, and a finding.
  static func object(_ json: [UInt8], _ location: Location, _ findings: inout Findings) -> [String: Any]? {
    if let object = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] { return object }
    findings.add(.archiveMetadata, location, "the metadata are not a JSON object")
    return nil
  }

  private func checkTexts(_ members: [String: Any], _ findings: inout Findings) {
    expect(members["name"] as? String, manifest.name, "name", &findings)
    expect(members["type"] as? String, "overlay", "type", &findings)
    expect(members["description"] as? String, manifest.description, "description", &findings)
    expect(members["attribution"] as? String, manifest.attribution, "attribution", &findings)
  }

  private func checkLayers(_ members: [String: Any], _ json: [UInt8], _ findings: inout Findings) {
    let layers = manifest.layers.filter {
      $0.minzoom <= zooms.upperBound && $0.maxzoom >= zooms.lowerBound && (layer ?? $0.id) == $0.id
    }
    let found = members["vector_layers"] as? [[String: Any]] ?? []
    expect(found.map { $0["id"] as? String ?? "" }, layers.map(\.id), "names of layers", &findings)
    let fields = Self.fields(json)
    for (index, (entry, layer)) in zip(found, layers).enumerated() where entry["id"] as? String == layer.id {
      var location = location
      location.layer = layer.id
      findings.expect(
        index < fields.count ? fields[index] : nil, layer.fields, .archiveMetadata, location,
        "the fields are not the manifest's"
      )
      findings.expect(
        entry["minzoom"] as? Int, max(layer.minzoom, zooms.lowerBound), .archiveMetadata, location,
        "the lowest zoom differs from the manifest's")
      findings.expect(
        entry["maxzoom"] as? Int, min(layer.maxzoom, zooms.upperBound), .archiveMetadata, location,
        "the highest zoom differs from the manifest's")
      findings.expect(
        entry["description"] as? String, layer.description, .archiveMetadata, location,
        "the description differs from the manifest's")
    }
    checkStatistics(members["tilestats"], layers, &findings)
  }

  /// The fields of each layer, whose names Foundation's dictionaries would not keep apart.
  private static func fields(_ json: [UInt8]) -> [NamedValues<String>?] {
    (JSONValue(text: json)?["vector_layers"]?.array ?? []).map { entry in
      guard case .object(let members)? = entry["fields"] else { return nil }
      let fields = members.compactMapValues(\.string)
      return fields.count == members.count ? fields : nil
    }
  }

  /// Checks the statistics of the source's features, which tiles do not hold as such, for consistency only.
  private func checkStatistics(_ statistics: Any?, _ layers: [BundleManifest.Layer], _ findings: inout Findings) {
    let statistics = statistics as? [String: Any] ?? [:]
    let entries = statistics["layers"] as? [[String: Any]] ?? []
    expect(statistics["layerCount"] as? Int, entries.count, "layerCount of tilestats", &findings)
    expect(entries.map { $0["layer"] as? String ?? "" }, layers.map(\.id), "layers of tilestats", &findings)
    for (entry, layer) in zip(entries, layers) {
      let attributes = entry["attributes"] as? [[String: Any]] ?? []
      let count = entry["count"] as? Int ?? -1
      if count < layer.features {
        findings.add(
          .archiveMetadata, Location(location.file, layer: layer.id),
          "tilestats count fewer features than the layer has",
          expected: "\(layer.features)", found: "\(count)")
      }
      expect(entry["attributeCount"] as? Int, attributes.count, "attributeCount of tilestats", &findings)
      for attribute in attributes {
        let (listed, count) = ((attribute["values"] as? [Any] ?? []).count, attribute["count"] as? Int ?? 0)
        // Long texts are counted and not listed; the features determine how many are to be listed.
        if listed > min(100, count) { expect(listed, min(100, count), "number of values in tilestats", &findings) }
      }
    }
  }

  private func checkNumbers(_ text: String?, _ expected: [Double], _ name: String, _ findings: inout Findings) {
    let numbers = (text ?? "").split(separator: ",").map { Double($0) }
    if numbers != expected.map(Optional.init) {
      findings.add(
        name == "bounds" || name == "center" ? .archiveBounds : .archiveMetadata, location,
        "\(name) of the metadata is not the bundle's",
        expected: "\(expected)", found: text ?? "nothing")
    }
  }

  private func checkNames(_ names: some Sequence<String>, _ known: Set<String>, _ findings: inout Findings) {
    for name in names.sorted() where !known.contains(name) {
      findings.add(.archiveMetadata, location, "\"\(name)\" does not belong in the metadata")
    }
  }

  private func expect<Value: Equatable & Sendable>(
    _ found: Value?, _ expected: Value?, _ name: String, _ findings: inout Findings
  ) {
    findings.expect(found, expected, .archiveMetadata, location, "\(name) of the metadata is not the bundle's")
  }
}
