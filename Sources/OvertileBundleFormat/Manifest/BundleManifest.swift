import Foundation
import OvertileCore

/// The manifest of a bundle, which is stored in `bundle.json` and describes the bundle's content and provenance.
///
/// The manifest depends only on the features, the configuration, and, in `software`, the versions of the libraries. It
/// does not depend on the time, the paths, or the host.
public struct BundleManifest: Sendable, Codable, Hashable {
  /// The name of the manifest file in a bundle.
  public static let fileName = BundleFileName.manifest
  /// The value of `format` in every bundle that this project writes.
  public static let formatName = "overtile-bundle"
  /// The latest format version that this library reads and writes.
  public static let currentFormatVersion = 2

  /// The name of the format, which is always `formatName`.
  public var format = BundleManifest.formatName
  /// The format version, starting at 1. This value is the earliest version that supports the layout of the tiles.
  public var formatVersion: Int
  /// The name of the pipeline.
  public var name: String
  /// A sentence that describes the bundle, or `nil` if there is no description.
  public var description: String?
  /// The attribution to show on maps, or `nil` if there is no attribution. The text can contain HTML.
  public var attribution: String?
  /// The semantic version of the data, or `nil` if the data has no version.
  public var version: String?
  /// The bounds of all layers, in degrees, in the order west, south, east, and north, or `nil` if there are no
  /// overlays. West is never greater than east.
  public var bounds: [Double]?
  /// The minimum zoom for which the bundle has tiles.
  public var minzoom = 0
  /// The maximum zoom for which the bundle has tiles.
  public var maxzoom = 0
  /// A description of how the tiles are stored.
  public var tiles: TileStorage
  /// The layers, in the same order as in the configuration.
  public var layers: [Layer] = []
  /// The camera presets, sorted by name, or `nil` if the configuration has no presets.
  public var cameras: [CameraPreset]?
  /// The files in the bundle except the manifest, sorted by path.
  public var files: [File] = []
  /// The sources and versions from which the bundle was built.
  public var provenance: Provenance
  /// The software versions, by name, or `nil` in older bundles.
  ///
  /// The names are `overtile`, `geos`, and, if PROJ converted coordinates, `proj` and `projDatabase`. These versions
  /// are not part of any digest, so different versions that produce the same tiles produce bundles with the same
  /// digest.
  public var software: [String: String]?
  /// The SHA-256 digest of the manifest's JSON text without the members `digest` and `software`, in hexadecimal, or
  /// `nil` in older bundles.
  public var digest: String?

  /// A description of how the tiles of a bundle are stored.
  public struct TileStorage: Sendable, Codable, Hashable {
    /// The layout of the tiles: `per-zoom`, `single`, or `per-layer`.
    public var layout: String
    /// The container format of the tiles: `pmtiles`, `mbtiles`, or `directory`.
    public var container: String
    /// The encoding of the tiles, which is always `mvt`.
    public var encoding = TileStorage.vectorTiles
    /// The number of tile units along each side of a tile.
    public var extent: Int
    /// The width of the buffer beyond each side of a tile, in tile units.
    public var buffer: Int
  }

  /// A description of a layer in the bundle.
  public struct Layer: Sendable, Codable, Hashable {
    /// The name of the layer in the manifest and in the tiles.
    public var id: String
    /// The kind of layer: `cluster`, `circle`, or `shape`.
    public var kind: String
    /// A sentence that describes the layer, or `nil` if there is no description.
    public var description: String?
    /// The minimum zoom of the layer.
    public var minzoom: Int
    /// The maximum zoom of the layer.
    public var maxzoom: Int
    /// The types of the properties in the tiles, by property name. A type is `Number`, `Boolean`, or `String`. A
    /// property with values of mixed types has the type `String`.
    public var fields: NamedValues<String> = [:]
    /// The bounds of the layer, in degrees, in the order west, south, east, and north, or `nil` if the layer is empty.
    public var bounds: [Double]?
    /// The extent of the layer, in degrees, in the order west, south, east, and north. The extent encloses circles at
    /// their true radius. If the extent crosses the antimeridian, west is greater than east. This value is `nil` in
    /// older bundles and if the layer is empty.
    public var extent: [Double]?
    /// A camera that shows the whole layer in every view of at least 320 by 320 points, or `nil` if the layer is empty.
    public var camera: CameraView?
    /// The number of source features in the layer.
    public var features = 0
    /// For each property name, the number of source features that have a value for that property. This value is `nil`
    /// in older bundles. Properties that depend on the zoom are not counted.
    public var values: NamedValues<Int>?
    /// The counts of overlays at each zoom, in ascending order of zoom.
    public var zooms: [ZoomCounts] = []
    /// The pulse with which an app animates the layer's circles, or `nil` if the layer has no pulse.
    public var pulse: Pulse?
    /// The model of the layer's circles and the rules for drawing them. This value is `nil` for other kinds of layers
    /// and in older bundles.
    public var circle: CircleRules?
    /// The rules for simplifying lines and polygons. This value is `nil` for other kinds of layers and in older
    /// bundles.
    public var shape: ShapeRules?
    /// The aggregates of the layer's clusters, in the same order as in the configuration, or `nil` if there are no
    /// aggregates. The value is also `nil` in older bundles.
    public var aggregates: [Aggregate]?

    /// Creates an empty layer with the given name, kind, and zoom range.
    public init(id: String, kind: String, minzoom: Int, maxzoom: Int) {
      self.id = id
      self.kind = kind
      self.minzoom = minzoom
      self.maxzoom = maxzoom
    }
  }

  /// The counts of overlays and source points in a layer at one zoom.
  public struct ZoomCounts: Sendable, Codable, Hashable {
    /// The zoom to which the counts apply.
    public var zoom: Int
    /// The number of distinct overlays in the tiles. Depending on the kind of layer, the overlays are clusters and
    /// single points, circles, or shapes. Circles that are dissolved into one shape count as one overlay.
    public var overlays: Int
    /// The number of source points that the overlays represent. In a cluster layer, this number is the same at every
    /// zoom.
    public var points: Int
    /// The number of overlays that the configuration hides or drops at this zoom.
    public var hidden: Int
    /// The number of entries in the tiles. Each overlay has one entry in every tile that it touches.
    public var entries: Int

    /// Creates counts for the given zoom.
    public init(zoom: Int, overlays: Int, points: Int, hidden: Int, entries: Int) {
      self.zoom = zoom
      self.overlays = overlays
      self.points = points
      self.hidden = hidden
      self.entries = entries
    }
  }

  /// A repeating animation that an app applies to the circles of a layer.
  public struct Pulse: Sendable, Codable, Hashable {
    /// The scales at the start and end of the pulse.
    public var scale: [Double]
    /// The opacities at the start and end of the pulse.
    public var opacity: [Double]
    /// The duration of the pulse, in seconds.
    public var seconds: Double

    /// Creates a pulse with the given scales and opacities, and with the given duration, in seconds.
    public init(scale: [Double], opacity: [Double], seconds: Double) {
      self.scale = scale
      self.opacity = opacity
      self.seconds = seconds
    }
  }

  /// A description of a file in the bundle.
  public struct File: Sendable, Codable, Hashable {
    /// The path of the file, relative to the bundle.
    public var path: String
    /// The role of the file: `tiles` or `members`.
    public var role: String
    /// The minimum zoom of the tiles in the file, or `nil` if the file does not contain tiles.
    public var minzoom: Int?
    /// The maximum zoom of the tiles in the file, or `nil` if the file does not contain tiles.
    public var maxzoom: Int?
    /// The name of the only layer in the file, or `nil` if the file contains tiles with all layers.
    public var layer: String?
    /// The number of tiles that can be requested from the file, or `nil` if the file does not contain tiles.
    public var tiles: Int?
    /// The number of distinct tile contents in the file, or `nil` if the file does not contain tiles.
    public var contents: Int?
    /// The compression of the tiles in the file: `gzip` or `none`. The value is `nil` if the file does not contain
    /// tiles.
    public var compression: String?
    /// The size of the file, in bytes.
    public var bytes: Int
    /// The SHA-256 digest of the file, in hexadecimal. For a folder of tiles, the digest is computed from the paths and
    /// digests of the files in the folder.
    public var sha256: String
  }

  /// The sources and versions from which a bundle was built.
  public struct Provenance: Sendable, Codable, Hashable {
    /// The SHA-256 digest of the normalized configuration, in hexadecimal.
    public var configuration: String
    /// The SHA-256 digest of all features, in hexadecimal.
    public var features: String
    /// The coordinate transformations, in the order of the sources.
    public var reprojections: [Reprojection]

    /// Creates a provenance record with the given coordinate transformations and the given digests of the configuration
    /// and of the features.
    public init(configuration: String, features: String, reprojections: [Reprojection]) {
      self.configuration = configuration
      self.features = features
      self.reprojections = reprojections
    }
  }

  /// A conversion of a source's coordinates to longitude and latitude.
  public struct Reprojection: Sendable, Codable, Hashable {
    /// The name of the source.
    public var source: String
    /// The coordinate reference system of the source.
    public var crs: String
    /// The name of the operation that converts the coordinates.
    public var operation: String
    /// The operation as a PROJ string, or `nil` if PROJ does not provide one.
    public var pipeline: String?
    /// The accuracy of the operation, in meters, or `nil` if the accuracy is unknown.
    public var accuracyMeters: Double?
    /// The maximum distance between drawn lines and the edges in the source, in meters at the scale of the equator.
    /// This value is `nil` if the source has coordinates in longitude and latitude, or if no layer draws edges.
    public var edgeToleranceMeters: Double?
    /// Whether the operation is a ballpark transformation, which does not include a datum shift.
    public var ballpark = false
    /// The names of the missing grids that a better operation would use.
    public var missingGrids: [String] = []

    /// Creates a record with the given source, coordinate reference system, and operation.
    public init(source: String, crs: String, operation: String) {
      self.source = source
      self.crs = crs
      self.operation = operation
    }
  }

  /// Creates a manifest with the given name, tile storage, and provenance, and without layers or files.
  public init(name: String, tiles: TileStorage, provenance: Provenance) {
    self.name = name
    self.tiles = tiles
    self.provenance = provenance
    formatVersion = tiles.tileLayout?.formatVersion ?? BundleManifest.currentFormatVersion
  }
}
