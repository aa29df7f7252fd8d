import OvertileFeatures
import OvertileTileArchive

extension SchemaRule {
  /// The rules of the manifest and of how tiles are stored.
  static let ofManifest: [String: SchemaRule] = [
    "BundleManifest.format": SchemaRule("The name of the format.", ["const": .string(BundleManifest.formatName)]),
    "BundleManifest.formatVersion": SchemaRule(
      "The version of the format: the first one whose readers understand the layout.",
      ["minimum": 1, "maximum": .int(Int64(BundleManifest.currentFormatVersion))]),
    "BundleManifest.name": SchemaRule("The pipeline's name."),
    "BundleManifest.description": SchemaRule("A sentence about the bundle."),
    "BundleManifest.attribution": SchemaRule("The attribution to show; may hold HTML."),
    "BundleManifest.version": SchemaRule("The version of the data."),
    "BundleManifest.bounds": SchemaRule(
      "West, south, east and north of all layers in degrees, west <= east; missing where there is no feature.", edges),
    "BundleManifest.minzoom": SchemaRule("The lowest zoom that has tiles.", zoom),
    "BundleManifest.maxzoom": SchemaRule("The highest zoom that has tiles.", zoom),
    "BundleManifest.tiles": SchemaRule("How tiles are stored."),
    "BundleManifest.layers": SchemaRule("The layers, in the order of the configuration."),
    "BundleManifest.cameras": SchemaRule("The presets of cameras, ascending by name."),
    "BundleManifest.files": SchemaRule("Every other file of the bundle, ascending by path."),
    "BundleManifest.provenance": SchemaRule("What the bundle was made from."),
    "BundleManifest.digest": SchemaRule(
      "The SHA-256 of the manifest's bytes without the line of this member.", digest, isAlwaysWritten: true),
    "TileStorage.layout": SchemaRule("How tiles are distributed over files.", word(of: TileLayout.self)),
    "TileStorage.container": SchemaRule("The container of the tiles.", word(of: TileContainer.self)),
    "TileStorage.encoding": SchemaRule("The encoding of the tiles.", word(of: TileEncoding.self)),
    "TileStorage.extent": SchemaRule("Tile units along a side.", ["minimum": 1]),
    "TileStorage.buffer": SchemaRule("Tile units beyond each side in which a tile still has features.", count),
  ]

  /// The rules of files.
  static let ofFiles: [String: SchemaRule] = [
    "File.path": SchemaRule("The path below the bundle's folder.", ["minLength": 1]),
    "File.role": SchemaRule("What the file is for.", word(of: FileRole.self)),
    "File.minzoom": SchemaRule("Of tiles: the lowest zoom in it.", zoom),
    "File.maxzoom": SchemaRule("Of tiles: the highest zoom in it.", zoom),
    "File.layer": SchemaRule("Of members: the layer's id. Of tiles: the id of the only layer in it, if it is one."),
    "File.tiles": SchemaRule("Of tiles: how many there are.", count),
    "File.contents": SchemaRule("Of tiles: how many different ones are stored.", count),
    "File.compression": SchemaRule("Of tiles: how each is stored.", word(of: StoredForm.self)),
    "File.bytes": SchemaRule("The size; of a folder that of all files in it.", count),
    "File.sha256": SchemaRule("The digest; of a folder that of its files' paths and digests.", digest),
  ]

  /// The rules of the provenance.
  static let ofProvenance: [String: SchemaRule] = [
    "Provenance.configuration": SchemaRule("The SHA-256 of the configuration's normal form.", digest),
    "Provenance.features": SchemaRule("The SHA-256 of the set of features.", digest),
    "Provenance.reprojections": SchemaRule("The transformations of coordinates, in the order of the sources."),
    "Provenance.software": SchemaRule("Versions by name."),
    "Reprojection.source": SchemaRule("The source's name."),
    "Reprojection.crs": SchemaRule("The source's coordinate reference system."),
    "Reprojection.operation": SchemaRule("The operation's name."),
    "Reprojection.pipeline": SchemaRule("The operation as a PROJ string."),
    "Reprojection.accuracyMeters": SchemaRule("The stated accuracy in meters.", count),
    "Reprojection.edgeToleranceMeters": SchemaRule(
      "The greatest distance of drawn edges from those of the source, at the scale of the equator.", count),
    "Reprojection.ballpark": SchemaRule("Whether the operation has no datum shift."),
    "Reprojection.missingGrids": SchemaRule("Grids that a better operation would have used."),
  ]
}
