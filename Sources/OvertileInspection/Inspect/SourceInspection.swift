import MapMath
import OvertileBundleFormat
import OvertileFeatures
import OvertileTileArchive

/// What a bundle or an archive holds, for people and, encoded, for programs. What it does not say is absent.
public struct SourceInspection: Sendable, Encodable {
  /// Where the layers were learnt.
  public enum LayerOrigin: String, Sendable, Encodable {
    /// From the bundle's manifest.
    case manifest
    /// From the archive's own metadata.
    case metadata
    /// From the largest tiles, since the metadata says nothing: there may be more.
    case sample
    /// From every tile.
    case tiles
    /// From nowhere: the tiles are no vector tiles.
    case none
  }

  /// A layer.
  public struct Layer: Sendable, Encodable {
    /// The name in the tiles.
    public var id: String
    /// `cluster`, `circle` or `shape`, for a bundle's layer.
    public var kind: String?
    /// A sentence about the layer.
    public var description: String?
    /// The lowest zoom.
    public var minzoom: Int?
    /// The highest zoom.
    public var maxzoom: Int?
    /// By name: the type, or what an archive says in its place.
    public var fields: NamedValues<String> = [:]
    /// The source's features, as the manifest or `tilestats` counts them.
    public var features: Int?
    /// The entries in tiles by zoom, where they are known.
    public var zooms: [LayerZoom] = []
    /// The starting camera of a bundle's layer, as the manifest has it.
    public var camera: BundleManifest.CameraView?
  }

  /// A layer at a zoom.
  public struct LayerZoom: Sendable, Encodable {
    /// The zoom.
    public var zoom: Int
    /// Entries in tiles; a feature has one in each tile that it touches.
    public var entries: Int
    /// Distinct overlays, for a bundle.
    public var overlays: Int?
  }

  /// Tiles that share stored bytes.
  public struct Duplicates: Sendable, Encodable {
    /// Tiles beyond the first of their content.
    public var tiles: UInt64
    /// Bytes that were not stored twice.
    public var bytes: UInt64
  }

  /// A tile and its stored bytes.
  public struct Tile: Sendable, Encodable {
    /// The address, z/x/y.
    public var tile: String
    /// The stored bytes.
    public var bytes: Int
  }

  /// The folder or file.
  public var path: String
  /// `bundle` or `archive`.
  public var kind: String
  /// The name.
  public var name: String?
  /// A sentence about it.
  public var description: String?
  /// Whom to name.
  public var attribution: String?
  /// The version of the data.
  public var version: String?
  /// The program that wrote it, as an archive says.
  public var generator: String?
  /// `pmtiles`, `mbtiles` or `directory`; nil for a bundle without archives.
  public var container: String?
  /// `per-zoom` or `single`, for a bundle.
  public var layout: String?
  /// `mvt`, `geojson`, `png` ...
  public var content: String?
  /// The compressions of the archives, ascending.
  public var compression: [String] = []
  /// The lowest zoom with tiles.
  public var minzoom: Int?
  /// The highest zoom with tiles.
  public var maxzoom: Int?
  /// West, south, east, north in degrees.
  public var bounds: [Double]?
  /// Longitude, latitude, zoom.
  public var center: [Double]?
  /// Where the layers were learnt.
  public var layersFrom = LayerOrigin.none
  /// The layers.
  public var layers: [Layer] = []
  /// All tiles.
  public var tiles: UInt64?
  /// The stored bytes of all tiles, shared ones counted each time.
  public var tileBytes: UInt64?
  /// The bytes of all files; of a folder of tiles, of its tiles.
  public var fileBytes: UInt64?
  /// Tiles and bytes per zoom, ascending.
  public var zooms: [TileSurvey.Zoom] = []
  /// The largest tiles.
  public var largestTiles: [Tile] = []
  /// What sharing saves; nil where the container does not tell.
  public var duplicates: Duplicates?
  /// The cameras of a bundle, as the manifest has them.
  public var cameras: [BundleManifest.CameraPreset]?
  /// What a bundle was made from.
  public var provenance: BundleManifest.Provenance?
  /// What the archive leaves open, or says wrongly.
  public var notes: [String] = []
}
