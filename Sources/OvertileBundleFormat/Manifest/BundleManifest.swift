import Foundation
import OvertileCore

/// The manifest of a bundle, `bundle.json`, which describes the bundle's content and provenance.
///
/// The manifest depends only on the features, the configuration and, in `software`, the versions of the libraries. It
/// does not depend on the time, on paths or on the host.
public struct BundleManifest: Sendable, Codable, Hashable {
  /// The name of the manifest's file in a bundle.
  public static let fileName = BundleFileName.manifest
  /// The value of `format` in every bundle of this project.
  public static let formatName = "overtile-bundle"
  /// The latest format version that this library reads and writes.
  public static let currentFormatVersion = 2

  /// The name of the format, which is always `formatName`.
  public var format = BundleManifest.formatName
  /// The format version, starting at 1. It is the first version that supports the layout of the bundle.
  public var formatVersion: Int
  /// The name of the pipeline.
  public var name: String
  /// A sentence that describes the bundle.
  public var description: String?
  /// The attribution to show on maps. Readers may treat it as HTML.
  public var attribution: String?
  /// The version of the data, as a semantic version.
  public var version: String?
  /// The bounds of all layers: west, south, east and north in degrees, with west <= east; nil if there are no overlays.
  public var bounds: [Double]?
  /// The minimum zoom with tiles.
  public var minzoom: Int
  /// The maximum zoom with tiles.
  public var maxzoom: Int
  /// A description of how tiles are stored.
  public var tiles: TileStorage
  /// The layers, in the same order as in the configuration.
  public var layers: [Layer]
  /// The camera presets, sorted by name; nil if the configuration has none.
  public var cameras: [CameraPreset]?
  /// The files in the bundle except the manifest, sorted by path.
  public var files: [File]
  /// The sources and versions that the bundle was built from.
  public var provenance: Provenance
  /// The software versions by name: overtile, geos and, if PROJ converted coordinates, proj and projDatabase. No digest
  /// covers them, so a different version that makes the same tiles makes the same bundle. Nil in older bundles; see
  /// `versions`.
  public var software: [String: String]?
  /// The SHA-256 digest of `digestedBytes()` in hexadecimal; nil in older bundles.
  public var digest: String?

  /// A description of how tiles are stored.
  public struct TileStorage: Sendable, Codable, Hashable {
    /// The layout of the tiles: `per-zoom`, `single` or `per-layer`.
    public var layout: String
    /// The container of the tiles: `pmtiles`, `mbtiles` or `directory`.
    public var container: String
    /// The encoding of the tiles: `mvt`.
    public var encoding: String
    /// The number of tile units along a side of a tile.
    public var extent: Int
    /// The width of the buffer beyond each side, in tile units.
    public var buffer: Int

    /// Creates a description of the storage.
    public init(layout: String, container: String, encoding: String, extent: Int, buffer: Int) {
      self.layout = layout
      self.container = container
      self.encoding = encoding
      self.extent = extent
      self.buffer = buffer
    }
  }

  /// A layer in the bundle.
  public struct Layer: Sendable, Codable, Hashable {
    /// The name of the layer, in the manifest and in the tiles.
    public var id: String
    /// The kind of the layer: `cluster`, `circle` or `shape`.
    public var kind: String
    /// A sentence that describes the layer.
    public var description: String?
    /// The minimum zoom of the layer.
    public var minzoom: Int
    /// The maximum zoom of the layer.
    public var maxzoom: Int
    /// The type of each property in the tiles: "Number", "Boolean" or "String". "String" also stands for mixed types.
    public var fields: NamedValues<String>
    /// The bounds of the layer: west, south, east and north in degrees; nil if the layer is empty.
    public var bounds: [Double]?
    /// The extent of the layer with circles at their true radius: west, south, east and north in degrees, with west >
    /// east across the antimeridian. Nil if the layer is empty, and in older bundles.
    public var extent: [Double]?
    /// A camera that shows the whole layer in every view of at least 320 by 320 points; nil if the layer is empty.
    public var camera: CameraView?
    /// The number of source features in the layer.
    public var features: Int
    /// The number of source features that have a value, by property. Properties that depend on the zoom are not
    /// counted. Nil in older bundles.
    public var values: NamedValues<Int>?
    /// The counts of the overlays at each zoom, in ascending order.
    public var zooms: [ZoomCounts]
    /// The pulse that an app animates, if the circles have one.
    public var pulse: Pulse?
    /// The model of the layer's circles and the rules for drawing them; nil for other kinds of layers, and in older
    /// bundles.
    public var circle: CircleRules?
    /// The rules for simplifying lines and polygons; nil for other kinds of layers, and in older bundles.
    public var shape: ShapeRules?
    /// The aggregates of clusters, in the same order as in the configuration; nil if there are none, and in older
    /// bundles.
    public var aggregates: [Aggregate]?

    /// Creates a layer.
    public init(id: String, kind: String, minzoom: Int, maxzoom: Int) {
      self.id = id
      self.kind = kind
      self.minzoom = minzoom
      self.maxzoom = maxzoom
      fields = [:]
      features = 0
      zooms = []
    }
  }

  /// The counts of a layer at one zoom.
  public struct ZoomCounts: Sendable, Codable, Hashable {
    /// The zoom.
    public var zoom: Int
    /// The number of distinct overlays in the tiles: clusters and single points, shapes, or circles. Circles that are
    /// dissolved into one shape count as one overlay.
    public var overlays: Int
    /// The number of source points that the overlays represent. In a cluster layer, it is the same at every zoom.
    public var points: Int
    /// The number of overlays that the configuration hides or drops at this zoom.
    public var hidden: Int
    /// The number of entries in the tiles. An overlay has one entry in each tile that it touches.
    public var entries: Int

    /// Creates the counts of a zoom.
    public init(zoom: Int, overlays: Int, points: Int, hidden: Int, entries: Int) {
      self.zoom = zoom
      self.overlays = overlays
      self.points = points
      self.hidden = hidden
      self.entries = entries
    }
  }

  /// An animation of circles that an app runs.
  public struct Pulse: Sendable, Codable, Hashable {
    /// The scale at the start and at the end.
    public var scale: [Double]
    /// The opacity at the start and at the end.
    public var opacity: [Double]
    /// The duration from start to end, in seconds.
    public var seconds: Double

    /// Creates a pulse.
    public init(scale: [Double], opacity: [Double], seconds: Double) {
      self.scale = scale
      self.opacity = opacity
      self.seconds = seconds
    }
  }

  /// A file in the bundle.
  public struct File: Sendable, Codable, Hashable {
    /// The path of the file, relative to the bundle.
    public var path: String
    /// The role of the file: `tiles` or `members`.
    public var role: String
    /// The minimum zoom of a file of tiles.
    public var minzoom: Int?
    /// The maximum zoom of a file of tiles.
    public var maxzoom: Int?
    /// The layer of a file of members, or the only layer in a file of tiles; nil for tiles with all layers.
    public var layer: String?
    /// The number of tiles that can be requested from a file of tiles.
    public var tiles: Int?
    /// The number of distinct tile contents in a file of tiles.
    public var contents: Int?
    /// The compression of a file of tiles: `gzip` or `none`.
    public var compression: String?
    /// The size of the file in bytes.
    public var bytes: Int
    /// The SHA-256 digest in hexadecimal. For a folder of tiles, it is the digest of the paths and digests of its
    /// files.
    public var sha256: String

    /// Creates the entry of a file.
    public init(path: String, role: String, bytes: Int, sha256: String) {
      self.path = path
      self.role = role
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// The sources and versions that the bundle was built from.
  public struct Provenance: Sendable, Codable, Hashable {
    /// The SHA-256 digest of the configuration's normal form.
    public var configuration: String
    /// The SHA-256 digest of the set of features.
    public var features: String
    /// The coordinate transformations, in the order of the sources.
    public var reprojections: [Reprojection]
    /// The software versions by name, which only older bundles have here.
    public var software: [String: String]?

    /// Creates a provenance record.
    public init(configuration: String, features: String, reprojections: [Reprojection]) {
      self.configuration = configuration
      self.features = features
      self.reprojections = reprojections
    }
  }

  /// A conversion of a source's coordinates to longitude and latitude.
  public struct Reprojection: Sendable, Codable, Hashable {
    /// The source's name.
    public var source: String
    /// The source's coordinate reference system.
    public var crs: String
    /// The operation's name.
    public var operation: String
    /// The operation as a PROJ string, if PROJ has one.
    public var pipeline: String?
    /// The accuracy of the operation in meters, if it is known.
    public var accuracyMeters: Double?
    /// The maximum distance in meters, at the scale of the equator, between drawn lines and the edges in the source.
    /// Nil if the source has longitude and latitude, or if no layer draws edges.
    public var edgeToleranceMeters: Double?
    /// Whether the operation is a ballpark transformation, without a datum shift.
    public var ballpark: Bool
    /// The grids that a better operation would have used.
    public var missingGrids: [String]

    /// Creates a record of a source's operation.
    public init(source: String, crs: String, operation: String) {
      self.source = source
      self.crs = crs
      self.operation = operation
      ballpark = false
      missingGrids = []
    }
  }

  /// The software versions that the bundle was made with, by name.
  public var versions: [String: String] { software ?? provenance.software ?? [:] }

  /// Creates a manifest without layers or files.
  public init(name: String, tiles: TileStorage, provenance: Provenance) {
    self.name = name
    self.tiles = tiles
    self.provenance = provenance
    formatVersion = tiles.tileLayout?.formatVersion ?? BundleManifest.currentFormatVersion
    minzoom = 0
    maxzoom = 0
    layers = []
    files = []
  }
}
