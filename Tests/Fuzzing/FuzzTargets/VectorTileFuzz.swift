import MapMath
import OvertileVectorTile

/// Tiles: an error, or layers that can be written as GeoJSON.
@Sendable func fuzzVectorTile(_ bytes: [UInt8]) {
  guard let tile = try? TileDecoder.decode(bytes) else { return }
  for layer in tile.layers { precondition(!layer.features.contains { $0.properties.count > bytes.count }) }
  _ = tile.geoJSON(of: TileID(z: 3, x: 2, y: 5)!)
}
