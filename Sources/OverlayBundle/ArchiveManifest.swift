import OvertileTileArchive

/// A manifest made from the metadata of a single archive: TileJSON's names, as in PMTiles and MBTiles.
enum ArchiveManifest {
  /// The manifest of an archive from its metadata, and from its header if it is a PMTiles archive.
  static func manifest(
    _ text: [UInt8], _ header: PMTilesHeader?, _ container: TileContainer, _ file: BundleFile
  ) throws -> BundleManifest {
    let metadata = ArchiveMetadata(json: text, header)
    if metadata.isUnreadable { throw file.damaged("the archive's metadata is not a JSON object") }
    guard header != nil || metadata.format ?? "pbf" == "pbf" else {
      throw BundleError.notABundle(
        file.name, reason: "the archive contains \(metadata.format ?? "") tiles, not vector tiles")
    }
    let (low, high) = (metadata.minZoom ?? 0, metadata.maxZoom ?? 31)
    guard low >= 0, low <= high, high <= 31 else { throw file.damaged("its zooms are \(low) to \(high)") }
    var manifest = BundleManifest(
      name: metadata.name ?? file.path,
      tiles: BundleManifest.TileStorage(
        layout: .single, container: container, extent: 4096, buffer: 0),
      provenance: BundleManifest.Provenance(configuration: "", features: "", reprojections: []))
    (manifest.description, manifest.attribution) = (metadata.description, metadata.attribution)
    manifest.version = metadata.version
    manifest.bounds = metadata.bounds
    (manifest.minzoom, manifest.maxzoom) = (low, high)
    manifest.layers = metadata.layers.map { entry in
      let first = min(max(entry.minzoom ?? low, low), high)
      let last = min(max(entry.maxzoom ?? high, first), high)
      var layer = BundleManifest.Layer(id: entry.id, kind: "other", minzoom: first, maxzoom: last)
      layer.description = entry.description
      layer.fields = entry.fields
      return layer
    }
    return manifest
  }
}
