import MapMath
import OverlayBundle
import OvertileCore

@testable import OvertileVectorTile

/// A manifest with a layer of each kind, and features to put into tiles.
enum OverlayFixtures {
  static let manifest: BundleManifest = {
    var manifest = BundleManifest(
      name: "test",
      tiles: BundleManifest.TileStorage(
        layout: .single, container: .pmtiles, extent: 4096, buffer: 64),
      provenance: BundleManifest.Provenance(configuration: "", features: "", reprojections: []))
    var circles = BundleManifest.Layer(id: "circles", kind: "circle", minzoom: 2, maxzoom: 6)
    circles.circle = BundleManifest.CircleRules(model: "mapkit", tileSizePixels: 512, chordErrorPixels: 0.25)
    circles.circle?.draw = ["center", "ring"]
    circles.circle?.dotBelowPixels = 2
    manifest.layers = [
      BundleManifest.Layer(id: "points", kind: "cluster", minzoom: 0, maxzoom: 4), circles,
      BundleManifest.Layer(id: "shapes", kind: "shape", minzoom: 0, maxzoom: 8),
      BundleManifest.Layer(id: "plainCircles", kind: "circle", minzoom: 0, maxzoom: 6),
    ]
    manifest.maxzoom = 8
    return manifest
  }()

  static let cluster: [String: PropertyValue] = [
    "cluster": .bool(true), "cluster_id": .int(1 << 52), "point_count": .int(1234),
    "point_count_abbreviated": .string("1.2k"), "expansion_zoom": .int(5), "bbox": .string("[170,-20,-175.5,10]"),
    "total": .double(2.5),
  ]

  static let circle: [String: PropertyValue] = [
    "part": .string("ring"), "center_longitude": .double(13.4), "center_latitude": .double(52.5),
    "radius_m": .int(50_000), "radius_map_points": .double(550_415.7), "radius_px": .double(16.8), "mag": .double(4.5),
    "pulse_scale_from": .double(0.8), "pulse_scale_to": .double(1.2), "pulse_opacity_from": .double(0.5),
    "pulse_opacity_to": .double(0.05), "pulse_seconds": .int(2),
  ]

  static func tile(_ layer: String, _ features: [DecodedFeature]) -> DecodedTile {
    var tile = DecodedTile()
    tile.layers = [DecodedLayer(name: layer, version: 2, extent: 4096, features: features)]
    return tile
  }

  static func feature(_ id: UInt64?, _ geometry: TileGeometry, _ properties: [String: PropertyValue]) -> DecodedFeature
  {
    DecodedFeature(
      id: id, geometry: geometry,
      properties: properties.sorted { $0.key < $1.key }.map { DecodedProperty(name: $0.key, value: $0.value) })
  }

  static func point(_ x: Int32, _ y: Int32) -> TileGeometry {
    var geometry = TileGeometry(kind: .points)
    geometry.append(x: x, y: y)
    geometry.endPart()
    return geometry
  }

  /// A polygon or line of parts.
  static func geometry(_ kind: TileGeometry.Kind, _ parts: [[(Int32, Int32)]]) -> TileGeometry {
    var geometry = TileGeometry(kind: kind)
    for part in parts {
      for (x, y) in part { geometry.append(x: x, y: y) }
      geometry.endPart()
    }
    return geometry
  }

  /// The overlays of one tile.
  static func overlays(_ tile: TileID, _ content: DecodedTile) async throws -> [Overlay] {
    try await OverlayReader(manifest: manifest) { $0 == tile ? content : nil }.overlays(of: tile)
  }
}
