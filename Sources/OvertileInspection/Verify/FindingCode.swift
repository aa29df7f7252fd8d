/// The stable codes of findings. The part before the hyphen names the subject.
package enum FindingCode: String, Sendable, Hashable, Codable, CaseIterable {
  /// The manifest cannot be read.
  case manifestUnreadable = "manifest-unreadable"
  /// The manifest's bytes differ from those of its content.
  case manifestForm = "manifest-form"
  /// The manifest does not match its digest.
  case manifestDigest = "manifest-digest"
  /// The manifest contradicts itself.
  case manifestValue = "manifest-value"
  /// A listed file is missing.
  case fileMissing = "file-missing"
  /// A listed file is a symbolic link, or is behind one.
  case fileLinked = "file-linked"
  /// There is a file that the manifest does not list.
  case fileUnlisted = "file-unlisted"
  /// A file has another size than the manifest says.
  case fileSize = "file-size"
  /// A file has another content than its digest states.
  case fileDigest = "file-digest"
  /// An archive cannot be read.
  case archiveUnreadable = "archive-unreadable"
  /// The sections of an archive overlap, leave gaps or are misplaced.
  case archiveSection = "archive-section"
  /// A count that an archive or the manifest states is wrong.
  case archiveCount = "archive-count"
  /// An archive states an order of its tiles that they do not have.
  case archiveClustered = "archive-clustered"
  /// An archive states zooms other than those of its tiles.
  case archiveZooms = "archive-zooms"
  /// An archive states bounds or a center other than those of its bundle.
  case archiveBounds = "archive-bounds"
  /// A directory of an archive is out of order.
  case archiveDirectory = "archive-directory"
  /// Tiles or directories are not compressed as stated, or not reproducibly.
  case archiveCompression = "archive-compression"
  /// The metadata are not those of the bundle.
  case archiveMetadata = "archive-metadata"
  /// A database is damaged, or lacks tables that MBTiles requires.
  case archiveDatabase = "archive-database"
  /// A tile cannot be decoded.
  case tileUnreadable = "tile-unreadable"
  /// A tile breaks a rule of its format.
  case tileRule = "tile-rule"
  /// A tile lies outside the zooms of its file, or is in two files.
  case tileLocation = "tile-place"
  /// A tile holds a layer that should not be there.
  case tileLayer = "tile-layer"
  /// A feature has no id, or its id occurs twice.
  case tileID = "tile-id"
  /// A geometry lies outside its tile and buffer, or is of the wrong kind.
  case tileGeometry = "tile-geometry"
  /// A polygon crosses itself or overlaps another of its feature.
  case tilePolygon = "tile-polygon"
  /// A layer's fields are not those of its features.
  case layerFields = "layer-fields"
  /// A layer's bounds are not those of its features.
  case layerBounds = "layer-bounds"
  /// A layer's counts are not those of its features.
  case layerCounts = "layer-counts"
  /// The points of a cluster layer do not add up.
  case layerConservation = "layer-conservation"
  /// An overlay is not the same in all its tiles.
  case overlayDiffers = "overlay-differs"
  /// An overlay is not in a tile that it should be in.
  case overlayMissing = "overlay-missing"
  /// An overlay is in a tile that it should not be in.
  case overlayStray = "overlay-stray"
  /// A property that the layer writes itself is wrong.
  case overlayProperty = "overlay-property"
  /// A circle's outline is not at its radius from its center.
  case overlayRadius = "overlay-radius"
  /// A cluster's aggregate is not that of its points.
  case overlayAggregate = "overlay-aggregate"
  /// Two shapes share a border at one zoom, and have a gap or an overlap there at another.
  case overlayBorder = "overlay-border"
  /// The members file cannot be read.
  case membersUnreadable = "members-unreadable"
  /// The members' sections, order or ranges are wrong.
  case membersForm = "members-form"
  /// Children and leaves of clusters contradict each other.
  case membersTree = "members-tree"
  /// Members and tiles contradict each other.
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
