import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The content of a bundle or an archive, for people and, encoded, for programs. Missing values are absent.
package struct SourceInspection: Sendable, Encodable {
  /// The source of the layers.
  package enum LayerOrigin: String, Sendable, Encodable {
    /// From the bundle's manifest.
    case manifest
    /// From the archive's own metadata.
    case metadata
    /// From the largest tiles, since the metadata names no layers: there may be more.
    case sample
    /// From every tile.
    case tiles
    /// From nowhere: the tiles are not vector tiles.
    case none
  }

  /// A layer.
  package struct Layer: Sendable, Encodable {
    /// The name in the tiles.
    package var id: String
    /// `cluster`, `circle` or `shape`, for a bundle's layer.
    package var kind: String?
    /// A sentence about the layer.
    package var description: String?
    /// The lowest zoom.
    package var minzoom: Int?
    /// The highest zoom.
    package var maxzoom: Int?
    /// By name: the type, or an archive's description.
    package var fields: NamedValues<String> = [:]
    /// The source's features, as the manifest or `tilestats` counts them.
    package var features: Int?
    /// The entries in tiles by zoom, if they are known.
    package var zooms: [LayerZoom] = []
    /// The starting camera of a bundle's layer, as in the manifest.
    package var camera: BundleManifest.CameraView?
  }

  /// A layer at a zoom.
  package struct LayerZoom: Sendable, Encodable {
    /// The zoom.
    package var zoom: Int
    /// Entries in tiles; a feature has one in each tile that it touches.
    package var entries: Int
    /// Distinct overlays, for a bundle.
    package var overlays: Int?
  }

  /// Tiles that share stored bytes.
  package struct Duplicates: Sendable, Encodable {
    /// Tiles beyond the first of their content.
    package var tiles: UInt64
    /// Bytes that were not stored twice.
    package var bytes: UInt64
  }

  /// A tile and its stored bytes.
  package struct Tile: Sendable, Encodable {
    /// The address, z/x/y.
    package var tile: String
    /// The stored bytes.
    package var bytes: Int
  }

  /// The folder or file.
  package var path: String
  /// `bundle` or `archive`.
  package var kind: String
  /// The name.
  package var name: String?
  /// A sentence about it.
  package var description: String?
  /// The attribution.
  package var attribution: String?
  /// The version of the data.
  package var version: String?
  /// The program that wrote it, as the archive states.
  package var generator: String?
  /// `pmtiles`, `mbtiles` or `directory`; nil for a bundle without archives.
  package var container: String?
  /// `per-zoom`, `single` or `per-layer`, for a bundle.
  package var layout: String?
  /// `mvt`, `geojson`, `png` ...
  package var content: String?
  /// The compressions of the archives, ascending.
  package var compression: [String] = []
  /// The lowest zoom with tiles.
  package var minzoom: Int?
  /// The highest zoom with tiles.
  package var maxzoom: Int?
  /// West, south, east, north in degrees.
  package var bounds: [Double]?
  /// Longitude, latitude, zoom.
  package var center: [Double]?
  /// The source of the layers.
  package var layersFrom = LayerOrigin.none
  /// The layers.
  package var layers: [Layer] = []
  /// All tiles.
  package var tiles: UInt64?
  /// The stored bytes of all tiles, shared ones counted each time.
  package var tileBytes: UInt64?
  /// The bytes of all files; for a folder of tiles, of its tiles.
  package var fileBytes: UInt64?
  /// Tiles and bytes per zoom, ascending.
  package var zooms: [TileSizes] = []
  /// The largest tiles.
  package var largestTiles: [Tile] = []
  /// The savings of sharing; nil if the container does not state it.
  package var duplicates: Duplicates?
  /// The cameras of a bundle, as in the manifest.
  package var cameras: [BundleManifest.CameraPreset]?
  /// The sources of a bundle.
  package var provenance: BundleManifest.Provenance?
  /// The versions with which a bundle was made.
  package var software: [String: String]?
  /// Missing or wrong statements of the archive.
  package var notes: [String] = []
}
