import OvertileTileArchive

/// A manifest made from the metadata of a single archive: TileJSON's names, as in PMTiles and MBTiles.
enum ArchiveManifest {
  /// The manifest of a PMTiles archive.
  static func manifest(_ header: PMTilesHeader, _ text: [UInt8], _ file: BundleFile) throws -> BundleManifest {
    var metadata = try metadata(text.isEmpty ? Array("{}".utf8) : text, file)
    (metadata.minZoom, metadata.maxZoom) = (Int(header.minZoom), Int(header.maxZoom))
    metadata.bounds = header.boundsE7.map { Double($0) / 1e7 }
    return try manifest(metadata, .pmtiles, file)
  }

  /// The manifest of an archive of another container, from its metadata alone.
  static func manifest(_ text: [UInt8], _ container: TileContainer, _ file: BundleFile) throws -> BundleManifest {
    let metadata = try metadata(text, file)
    guard metadata.format ?? "pbf" == "pbf" else {
      throw BundleError.notABundle(
        file.name, reason: "the archive contains \(metadata.format ?? "") tiles, not vector tiles")
    }
    return try manifest(metadata, container, file)
  }

  private static func metadata(_ text: [UInt8], _ file: BundleFile) throws -> ArchiveMetadata {
    let metadata = ArchiveMetadata(json: text)
    if metadata.isUnreadable { throw file.damaged("the archive's metadata is not a JSON object") }
    return metadata
  }

  private static func manifest(
    _ metadata: ArchiveMetadata, _ container: TileContainer, _ file: BundleFile
  ) throws -> BundleManifest {
    let (low, high) = (metadata.minZoom ?? 0, metadata.maxZoom ?? 31)
    guard low >= 0, low <= high, high <= 31 else { throw file.damaged("its zooms are \(low) to \(high)") }
    var manifest = BundleManifest(
      name: metadata.name ?? file.path,
      tiles: BundleManifest.TileStorage(
        layout: .single, container: container, encoding: .mvt, extent: 4096, buffer: 0),
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
