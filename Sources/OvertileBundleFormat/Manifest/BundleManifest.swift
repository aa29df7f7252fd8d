import Foundation
import OvertileCore

/// The manifest of a bundle, `bundle.json`: its content and provenance.
///
/// Depends only on the features, the configuration and, in `software`, the versions of the libraries: no clock, path or host.
public struct BundleManifest: Sendable, Codable, Hashable {
  /// The file's name in a bundle.
  public static let fileName = BundleFileName.manifest
  /// The value of `format` in every bundle of this project.
  public static let formatName = "overtile-bundle"
  /// The latest version of the format that this library reads and writes.
  public static let currentFormatVersion = 2

  /// Always `formatName`.
  public var format = BundleManifest.formatName
  /// The version of the format, from 1: the first version that has the bundle's layout.
  public var formatVersion: Int
  /// The pipeline's name.
  public var name: String
  /// A sentence about the bundle.
  public var description: String?
  /// The attribution to show. Readers may treat it as HTML.
  public var attribution: String?
  /// The version of the data, in semantic versioning.
  public var version: String?
  /// The extent of all layers: west, south, east, north in degrees, west <= east; nil if there are no overlays.
  public var bounds: [Double]?
  /// The lowest zoom with tiles.
  public var minzoom: Int
  /// The highest zoom with tiles.
  public var maxzoom: Int
  /// How tiles are stored.
  public var tiles: TileStorage
  /// The layers, in the order of the configuration.
  public var layers: [Layer]
  /// The presets of cameras, in ascending order of their names; nil if the configuration names none.
  public var cameras: [CameraPreset]?
  /// The files of the bundle except the manifest, in ascending order of their paths.
  public var files: [File]
  /// The sources and versions that the bundle was made from.
  public var provenance: Provenance
  /// Versions by name: overtile, geos and, if PROJ converted coordinates, proj and projDatabase. No digest covers
  /// them, so another version that makes the same tiles makes the same bundle. Nil in older bundles; see `versions`.
  public var software: [String: String]?
  /// The SHA-256 digest of `digestedBytes()` in hexadecimal; nil in old bundles.
  public var digest: String?

  /// How tiles are stored.
  public struct TileStorage: Sendable, Codable, Hashable {
    /// `per-zoom`, `single` or `per-layer`.
    public var layout: String
    /// `pmtiles`, `mbtiles` or `directory`.
    public var container: String
    /// `mvt`.
    public var encoding: String
    /// Tile units along a side.
    public var extent: Int
    /// Tile units beyond each side.
    public var buffer: Int

    /// Makes a description.
    public init(layout: String, container: String, encoding: String, extent: Int, buffer: Int) {
      self.layout = layout
      self.container = container
      self.encoding = encoding
      self.extent = extent
      self.buffer = buffer
    }
  }

  /// One layer.
  public struct Layer: Sendable, Codable, Hashable {
    /// The name, which is also the name of the layer in the tiles.
    public var id: String
    /// `cluster`, `circle` or `shape`.
    public var kind: String
    /// A sentence about the layer.
    public var description: String?
    /// The lowest zoom.
    public var minzoom: Int
    /// The highest zoom.
    public var maxzoom: Int
    /// The type of each property in the tiles: "Number", "Boolean" or "String", which also means mixed.
    public var fields: NamedValues<String>
    /// West, south, east, north in degrees; nil if the layer is empty.
    public var bounds: [Double]?
    /// The extent of the layer, west, south, east, north in degrees, with circles at their real radius; west > east
    /// across the antimeridian. Nil if the layer is empty, and in older bundles.
    public var extent: [Double]?
    /// A camera that shows the whole layer in every view of at least 320 by 320 points; nil if the layer is empty.
    public var camera: CameraView?
    /// The source features in this layer.
    public var features: Int
    /// Per property of the source features: how many of `features` have a value; properties that depend on the zoom are
    /// not counted. Nil in older bundles.
    public var values: NamedValues<Int>?
    /// Per zoom, ascending: the counts of its overlays.
    public var zooms: [ZoomCounts]
    /// The pulse that an app animates, for circles that have one.
    public var pulse: Pulse?
    /// The model of the layer's circles and how they are drawn; nil for other kinds, and in older bundles.
    public var circle: CircleRules?
    /// How lines and polygons were simplified; nil for other kinds, and in older bundles.
    public var shape: ShapeRules?
    /// The aggregates of clusters, in the order of the configuration; nil without any, and in older bundles.
    public var aggregates: [Aggregate]?

    /// Makes a layer.
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
    /// Distinct overlays in the tiles: clusters and single points, shapes, or circles. Circles dissolved into one shape
    /// are one overlay.
    public var overlays: Int
    /// The source points that the overlays represent; in a cluster layer the same at every zoom.
    public var points: Int
    /// Overlays that the configuration hides or drops at this zoom.
    public var hidden: Int
    /// Entries in tiles; an overlay has one entry per tile that it touches.
    public var entries: Int

    /// Makes the counts of a zoom.
    public init(zoom: Int, overlays: Int, points: Int, hidden: Int, entries: Int) {
      self.zoom = zoom
      self.overlays = overlays
      self.points = points
      self.hidden = hidden
      self.entries = entries
    }
  }

  /// An animation that an app runs on circles.
  public struct Pulse: Sendable, Codable, Hashable {
    /// The scale at the start and at the end.
    public var scale: [Double]
    /// The opacity at the start and at the end.
    public var opacity: [Double]
    /// The seconds from start to end.
    public var seconds: Double

    /// Makes a pulse.
    public init(scale: [Double], opacity: [Double], seconds: Double) {
      self.scale = scale
      self.opacity = opacity
      self.seconds = seconds
    }
  }

  /// One file of the bundle.
  public struct File: Sendable, Codable, Hashable {
    /// The path below the bundle.
    public var path: String
    /// `tiles` or `members`.
    public var role: String
    /// The lowest zoom in it, for tiles.
    public var minzoom: Int?
    /// The highest zoom in it, for tiles.
    public var maxzoom: Int?
    /// The layer of the members, or the only one in a file of tiles; nil for tiles of all layers.
    public var layer: String?
    /// The number of addressed tiles, for tiles.
    public var tiles: Int?
    /// The number of distinct tile contents, for tiles.
    public var contents: Int?
    /// `gzip` or `none`, for tiles.
    public var compression: String?
    /// The size in bytes.
    public var bytes: Int
    /// The SHA-256 digest, in hexadecimal; for a folder of tiles, the digest of its files' paths and digests.
    public var sha256: String

    /// Makes a file's entry.
    public init(path: String, role: String, bytes: Int, sha256: String) {
      self.path = path
      self.role = role
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// The sources and versions that the bundle was made from.
  public struct Provenance: Sendable, Codable, Hashable {
    /// The SHA-256 of the configuration's normal form.
    public var configuration: String
    /// The SHA-256 of the set of features.
    public var features: String
    /// The transformations of coordinates, in the order of the sources.
    public var reprojections: [Reprojection]
    /// The versions in older bundles.
    public var software: [String: String]?

    /// Makes a provenance.
    public init(configuration: String, features: String, reprojections: [Reprojection]) {
      self.configuration = configuration
      self.features = features
      self.reprojections = reprojections
    }
  }

  /// The conversion of a source's coordinates to longitude and latitude.
  public struct Reprojection: Sendable, Codable, Hashable {
    /// The source's name.
    public var source: String
    /// The source's coordinate reference system.
    public var crs: String
    /// The operation's name.
    public var operation: String
    /// The operation as a PROJ string, if PROJ has one.
    public var pipeline: String?
    /// The stated accuracy in meters, if it is known.
    public var accuracyMeters: Double?
    /// The greatest distance in meters, at the scale of the equator, between drawn lines and the edges of the source.
    /// Nil if the source has longitude and latitude, or no layer draws edges.
    public var edgeToleranceMeters: Double?
    /// Whether the operation is a ballpark one, without a datum shift.
    public var ballpark: Bool
    /// Grids that a better operation would have used.
    public var missingGrids: [String]

    /// Makes a record of a source's operation.
    public init(source: String, crs: String, operation: String) {
      self.source = source
      self.crs = crs
      self.operation = operation
      ballpark = false
      missingGrids = []
    }
  }

  /// The versions with which the bundle was made, by name.
  public var versions: [String: String] { software ?? provenance.software ?? [:] }

  /// Makes a manifest without layers or files.
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
