/// The stable codes of findings, each with its meaning in a few words. The part before the hyphen names the subject.
package enum FindingCode: String, Sendable, Encodable, CaseIterable {
  /// The manifest cannot be read.
  case manifestUnreadable = "manifest-unreadable: the manifest cannot be read"
  /// The manifest is not in canonical form.
  case manifestForm = "manifest-form: the manifest is not in canonical form"
  /// The manifest does not match its digest.
  case manifestDigest = "manifest-digest: the manifest does not match its digest"
  /// The manifest contradicts itself.
  case manifestValue = "manifest-value: the manifest contradicts itself"
  /// A listed file is missing.
  case fileMissing = "file-missing: a listed file is missing"
  /// A listed file is a symbolic link or is reached through one.
  case fileLinked = "file-linked: a symbolic link in place of a listed file"
  /// There is a file that the manifest does not list.
  case fileUnlisted = "file-unlisted: a file that the manifest does not list"
  /// The size of a file does not match the manifest.
  case fileSize = "file-size: a file whose size does not match the manifest"
  /// The content of a file does not match its digest.
  case fileDigest = "file-digest: a file whose content does not match the manifest"
  /// An archive cannot be read.
  case archiveUnreadable = "archive-unreadable: an archive that cannot be read"
  /// The sections of an archive overlap, leave gaps or are misplaced.
  case archiveSection = "archive-section: misplaced sections of an archive"
  /// A count in an archive or in the manifest is wrong.
  case archiveCount = "archive-count: a wrong count"
  /// The tiles of an archive are not in the declared order.
  case archiveClustered = "archive-clustered: tiles that are not in the declared order"
  /// The zooms in an archive's header or metadata differ from those of its tiles.
  case archiveZooms = "archive-zooms: wrong zooms"
  /// The bounds or the center of an archive differ from those of its bundle.
  case archiveBounds = "archive-bounds: wrong bounds or center"
  /// A directory of an archive is out of order.
  case archiveDirectory = "archive-directory: a directory out of order"
  /// Tiles or directories are not compressed as declared.
  case archiveCompression = "archive-compression: wrong compression"
  /// The metadata does not match the bundle.
  case archiveMetadata = "archive-metadata: wrong metadata"
  /// A database is damaged or lacks tables that MBTiles requires.
  case archiveDatabase = "archive-database: a wrong database"
  /// A tile cannot be decoded.
  case tileUnreadable = "tile-unreadable: a tile that cannot be decoded"
  /// A tile breaks a rule of its format.
  case tileRule = "tile-rule: a tile that breaks a rule"
  /// A tile is outside the zooms of its file or is in two files.
  case tileLocation = "tile-location: a tile in the wrong place"
  /// A tile contains an unexpected layer.
  case tileLayer = "tile-layer: an unexpected layer"
  /// A feature has no id, or its id occurs twice.
  case tileID = "tile-id: a wrong feature id"
  /// A geometry lies outside its tile and buffer or has the wrong type.
  case tileGeometry = "tile-geometry: a geometry in the wrong place"
  /// A polygon crosses itself or overlaps another polygon of the same feature.
  case tilePolygon = "tile-polygon: an invalid polygon"
  /// A layer's fields do not match its features.
  case layerFields = "layer-fields: wrong fields of a layer"
  /// A layer's bounds do not match its features.
  case layerBounds = "layer-bounds: wrong bounds of a layer"
  /// A layer's counts do not match its features.
  case layerCounts = "layer-counts: wrong counts of a layer"
  /// The point counts of a cluster layer do not add up.
  case layerConservation = "layer-conservation: point counts that do not add up"
  /// An overlay differs between its tiles.
  case overlayDiffers = "overlay-differs: an overlay that differs between tiles"
  /// An overlay is missing from a tile.
  case overlayMissing = "overlay-missing: an overlay that is missing from a tile"
  /// An overlay is in a tile that should not contain it.
  case overlayStray = "overlay-stray: an overlay in a tile that it does not touch"
  /// A property that Overtile added is wrong.
  case overlayProperty = "overlay-property: an overlay with a wrong property"
  /// A circle's outline does not match its radius.
  case overlayRadius = "overlay-radius: a circle whose outline does not match its radius"
  /// A cluster's aggregate does not match its points.
  case overlayAggregate = "overlay-aggregate: a cluster with a wrong aggregate"
  /// Two shapes share a border at one zoom only. If their borders differ slightly in the source, `snap` joins them.
  case overlayBorder = "overlay-border: a gap or an overlap along a shared border"
  /// The members file cannot be read.
  case membersUnreadable = "members-unreadable: members that cannot be read"
  /// The sections, order or ranges of a members file are wrong.
  case membersForm = "members-form: members out of order"
  /// The children and leaves of clusters contradict each other.
  case membersTree = "members-tree: clusters that do not match their members"
  /// The members and the tiles contradict each other.
  case membersTiles = "members-tiles: members that do not match the tiles"

  /// The code itself.
  package var name: String { String(rawValue.prefix { $0 != ":" }) }

  /// The meaning of the code, in a few words.
  package var meaning: String { String(rawValue.dropFirst(name.count + 2)) }

  /// Writes the code alone.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
