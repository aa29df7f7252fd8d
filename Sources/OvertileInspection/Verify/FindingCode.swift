/// The stable codes of findings. The part before the hyphen names the subject.
package enum FindingCode: String, Sendable, Hashable, Codable, CaseIterable {
  /// The manifest cannot be read.
  case manifestUnreadable = "manifest-unreadable"
  /// The manifest is not in canonical form.
  case manifestForm = "manifest-form"
  /// The manifest does not match its digest.
  case manifestDigest = "manifest-digest"
  /// The manifest contradicts itself.
  case manifestValue = "manifest-value"
  /// A listed file is missing.
  case fileMissing = "file-missing"
  /// A listed file is a symbolic link or is reached through one.
  case fileLinked = "file-linked"
  /// There is a file that the manifest does not list.
  case fileUnlisted = "file-unlisted"
  /// The size of a file does not match the manifest.
  case fileSize = "file-size"
  /// The content of a file does not match its digest.
  case fileDigest = "file-digest"
  /// An archive cannot be read.
  case archiveUnreadable = "archive-unreadable"
  /// The sections of an archive overlap, leave gaps or are misplaced.
  case archiveSection = "archive-section"
  /// A count in an archive or in the manifest is wrong.
  case archiveCount = "archive-count"
  /// The tiles of an archive are not in the declared order.
  case archiveClustered = "archive-clustered"
  /// The zooms in an archive's header or metadata differ from those of its tiles.
  case archiveZooms = "archive-zooms"
  /// The bounds or the center of an archive differ from those of its bundle.
  case archiveBounds = "archive-bounds"
  /// A directory of an archive is out of order.
  case archiveDirectory = "archive-directory"
  /// Tiles or directories are not compressed as declared, or their compression is not reproducible.
  case archiveCompression = "archive-compression"
  /// The metadata does not match the bundle.
  case archiveMetadata = "archive-metadata"
  /// A database is damaged or lacks tables that MBTiles requires.
  case archiveDatabase = "archive-database"
  /// A tile cannot be decoded.
  case tileUnreadable = "tile-unreadable"
  /// A tile breaks a rule of its format.
  case tileRule = "tile-rule"
  /// A tile is outside the zooms of its file or is in two files.
  case tileLocation = "tile-location"
  /// A tile contains an unexpected layer.
  case tileLayer = "tile-layer"
  /// A feature has no id, or its id occurs twice.
  case tileID = "tile-id"
  /// A geometry lies outside its tile and buffer or has the wrong type.
  case tileGeometry = "tile-geometry"
  /// A polygon crosses itself or overlaps another polygon of the same feature.
  case tilePolygon = "tile-polygon"
  /// A layer's fields do not match its features.
  case layerFields = "layer-fields"
  /// A layer's bounds do not match its features.
  case layerBounds = "layer-bounds"
  /// A layer's counts do not match its features.
  case layerCounts = "layer-counts"
  /// The point counts of a cluster layer do not add up.
  case layerConservation = "layer-conservation"
  /// An overlay differs between its tiles.
  case overlayDiffers = "overlay-differs"
  /// An overlay is missing from a tile.
  case overlayMissing = "overlay-missing"
  /// An overlay is in a tile that should not contain it.
  case overlayStray = "overlay-stray"
  /// A property that Overtile added is wrong.
  case overlayProperty = "overlay-property"
  /// A circle's outline does not match its radius.
  case overlayRadius = "overlay-radius"
  /// A cluster's aggregate does not match its points.
  case overlayAggregate = "overlay-aggregate"
  /// Two shapes share a border at one zoom but have a gap or an overlap there at another zoom.
  case overlayBorder = "overlay-border"
  /// The members file cannot be read.
  case membersUnreadable = "members-unreadable"
  /// The sections, order or ranges of a members file are wrong.
  case membersForm = "members-form"
  /// The children and leaves of clusters contradict each other.
  case membersTree = "members-tree"
  /// The members and the tiles contradict each other.
  case membersTiles = "members-tiles"

  /// The meaning of the code, in a few words.
  package var meaning: String { Self.meanings[self] ?? rawValue }

  private static let meanings: [FindingCode: String] = [
    .manifestUnreadable: "the manifest cannot be read",
    .manifestForm: "the manifest is not in canonical form",
    .manifestDigest: "the manifest does not match its digest",
    .manifestValue: "the manifest contradicts itself",
    .fileMissing: "a listed file is missing",
    .fileUnlisted: "a file that the manifest does not list",
    .fileSize: "a file whose size does not match the manifest",
    .fileDigest: "a file whose content does not match the manifest",
    .archiveUnreadable: "an archive that cannot be read",
    .archiveSection: "misplaced sections of an archive",
    .archiveCount: "a wrong count",
    .archiveClustered: "tiles that are not in the declared order",
    .archiveZooms: "wrong zooms",
    .archiveBounds: "wrong bounds or center",
    .archiveDirectory: "a directory out of order",
    .archiveCompression: "wrong compression",
    .archiveMetadata: "wrong metadata",
    .archiveDatabase: "a wrong database",
    .tileUnreadable: "a tile that cannot be decoded",
    .tileRule: "a tile that breaks a rule",
    .tileLocation: "a tile in the wrong place",
    .tileLayer: "an unexpected layer",
    .tileID: "a wrong feature id",
    .tileGeometry: "a geometry in the wrong place",
    .tilePolygon: "an invalid polygon",
    .layerFields: "wrong fields of a layer",
    .layerBounds: "wrong bounds of a layer",
    .layerCounts: "wrong counts of a layer",
    .layerConservation: "point counts that do not add up",
    .overlayDiffers: "an overlay that differs between tiles",
    .overlayMissing: "an overlay that is missing from a tile",
    .overlayStray: "an overlay in a tile that it does not touch",
    .overlayProperty: "an overlay with a wrong property",
    .overlayRadius: "a circle whose outline does not match its radius",
    .overlayAggregate: "a cluster with a wrong aggregate",
    .overlayBorder: "a gap or an overlap along a shared border",
    .membersUnreadable: "members that cannot be read",
    .membersForm: "members out of order",
    .membersTree: "clusters that do not match their members",
    .membersTiles: "members that do not match the tiles",
  ]
}
