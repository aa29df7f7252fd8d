import Foundation
import OvertileCore
import OvertileTileArchive

/// A manifest made from the metadata of a single archive: TileJSON's names, as in PMTiles and MBTiles.
enum ArchiveManifest {
  private struct Metadata: Decodable {
    var name: String?
    var description: String?
    var attribution: String?
    var version: String?
    var layers: [Layer]?

    enum CodingKeys: String, CodingKey {
      case name, description, attribution, version
      case layers = "vector_layers"
    }

    init() {}

    /// An optional key with an invalid value counts as absent, as in TileJSON.
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try? values.decode(String.self, forKey: .name)
      description = try? values.decode(String.self, forKey: .description)
      attribution = try? values.decode(String.self, forKey: .attribution)
      version = try? values.decode(String.self, forKey: .version)
      layers = try? values.decode([Layer].self, forKey: .layers)
    }
  }

  private struct Layer: Decodable {
    var id: String
    var description: String?
    var minzoom: Int?
    var maxzoom: Int?
    var fields: NamedValues<String>?
  }

  /// The manifest of a PMTiles archive.
  static func manifest(_ header: PMTilesHeader, _ metadata: [UInt8], _ file: BundleFile) throws -> BundleManifest {
    let text = metadata.isEmpty ? Array("{}".utf8) : metadata
    guard let values = try? ExactJSON.decode(Metadata.self, from: text) else {
      throw file.damaged("the archive's metadata is not a JSON object")
    }
    guard header.minZoom <= header.maxZoom, header.maxZoom <= 31 else {
      throw file.damaged("the zoom range \(header.minZoom) to \(header.maxZoom) is invalid")
    }
    var manifest = manifest(
      values, container: .pmtiles, zooms: Int(header.minZoom)...Int(header.maxZoom), file)
    manifest.bounds = header.boundsE7.map { Double($0) / 1e7 }
    return manifest
  }

  /// The manifest of an MBTiles file, from the rows of its metadata.
  static func manifest(_ rows: [String: String], _ file: BundleFile) throws -> BundleManifest {
    guard rows["format"] ?? "pbf" == "pbf" else {
      throw BundleError.notABundle(
        file.name, reason: "the archive contains \(rows["format"] ?? "") tiles, not vector tiles")
    }
    var values = rows["json"].flatMap { try? ExactJSON.decode(Metadata.self, from: Array($0.utf8)) } ?? Metadata()
    values.name = rows["name"]
    values.description = rows["description"]
    values.attribution = rows["attribution"]
    values.version = rows["version"]
    let zooms = (low: rows["minzoom"].flatMap { Int($0) } ?? 0, high: rows["maxzoom"].flatMap { Int($0) } ?? 31)
    guard zooms.low >= 0, zooms.low <= zooms.high, zooms.high <= 31 else {
      throw file.damaged("the zoom range \(zooms.low) to \(zooms.high) is invalid")
    }
    var manifest = manifest(values, container: .mbtiles, zooms: zooms.low...zooms.high, file)
    let bounds = rows["bounds"]?.split(separator: ",").compactMap {
      Double($0.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite ? $0 : nil }
    }
    manifest.bounds = bounds?.count == 4 ? bounds : nil
    return manifest
  }

  private static func manifest(
    _ values: Metadata, container: TileContainer, zooms: ClosedRange<Int>, _ file: BundleFile
  ) -> BundleManifest {
    var manifest = BundleManifest(
      name: values.name ?? file.path,
      tiles: BundleManifest.TileStorage(
        layout: .single, container: container, encoding: .mvt, extent: 4096, buffer: 0),
      provenance: BundleManifest.Provenance(configuration: "", features: "", reprojections: []))
    (manifest.description, manifest.attribution) = (values.description, values.attribution)
    manifest.version = values.version
    (manifest.minzoom, manifest.maxzoom) = (zooms.lowerBound, zooms.upperBound)
    manifest.layers = (values.layers ?? []).map { entry in
      let low = min(max(entry.minzoom ?? zooms.lowerBound, zooms.lowerBound), zooms.upperBound)
      let high = min(max(entry.maxzoom ?? zooms.upperBound, low), zooms.upperBound)
      var layer = BundleManifest.Layer(id: entry.id, kind: "other", minzoom: low, maxzoom: high)
      layer.description = entry.description
      layer.fields = entry.fields ?? [:]
      return layer
    }
    return manifest
  }
}
